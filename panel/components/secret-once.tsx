import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import classes from './components.module.css';

interface SecretOnceProps {
  /** Noun for the secret, e.g. `API key`. */
  readonly label: string;
  readonly secret: string;
  /** Removes the secret from the page for good. */
  readonly onDone: () => void;
}

/** A secret that the platform shows once, with a button to copy it and one to hide it. */
export function SecretOnce({ label, secret, onDone }: SecretOnceProps) {
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconKey aria-hidden />}
      title={t`Your new ${label}`}
      role="status"
    >
      <Stack gap="sm">
        <Text size="sm">
          <Trans>Copy it now. It won't be shown again.</Trans>
        </Text>
        <Code block className={classes.secret ?? ''} aria-label={label} data-secret>
          {secret}
        </Code>
        <Group gap="sm">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                size="xs"
                onClick={copy}
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
              >
                {copied ? t`Copied` : t`Copy`}
              </Button>
            )}
          </CopyButton>
          <Button size="xs" variant="default" onClick={onDone}>
            <Trans>I've saved it</Trans>
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
