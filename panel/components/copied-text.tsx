import { t } from '@lingui/core/macro';
import { ActionIcon, Code, CopyButton, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** A text to copy, shown in full. `label` names it for the button. */
export function CopiedText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Group gap="xs" wrap="nowrap" style={{ flexGrow: 1 }}>
      <Code style={{ overflowWrap: 'anywhere', flexGrow: 1 }}>{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={copied ? t`Copied` : t`Copy ${label}`}
            onClick={copy}
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
}
