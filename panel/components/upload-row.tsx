import { t } from '@lingui/core/macro';
import { CloseButton, Group, Progress, Text } from '@mantine/core';

interface UploadRowProps {
  readonly upload: {
    readonly name: string;
    /** Fraction sent, from 0 to 1. */
    readonly share: number;
    /** Why the file was refused; null if it wasn't. */
    readonly problem: string | null;
  };
  readonly onDismiss: () => void;
}

/** A file being uploaded, or why its upload failed. */
export function UploadRow({ upload: { name, share, problem }, onDismiss }: UploadRowProps) {
  if (problem !== null)
    return (
      <Group role="alert" justify="space-between" wrap="nowrap">
        <Text size="sm">
          {name}: {problem}
        </Text>
        <CloseButton aria-label={t`Dismiss ${name}`} onClick={onDismiss} />
      </Group>
    );
  return (
    <div>
      <Text size="sm">{name}</Text>
      <Progress.Root>
        <Progress.Section value={share * 100} aria-label={t`Upload of ${name}`} />
      </Progress.Root>
    </div>
  );
}
