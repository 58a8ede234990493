import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { sentenceOf } from '../api/errors.ts';

interface ErrorNoteProps {
  /** Nothing is shown without one. */
  readonly error: unknown;
  readonly onRetry?: () => unknown;
}

/** Explains what went wrong and offers to try again. */
export function ErrorNote({ error, onRetry }: ErrorNoteProps) {
  if (!error) return null;
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title="Something went wrong"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{sentenceOf(error)}</Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={() => void onRetry()}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
