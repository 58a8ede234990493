import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { sentenceOf } from '../api/errors.ts';
import { useReasonsLeft } from './form.tsx';

interface ErrorNoteProps {
  /** Hidden if unset. */
  readonly error: unknown;
  readonly onRetry?: () => unknown;
}

/** Explains an error and offers a retry. In a form, reasons that a field shows aren't repeated. */
export function ErrorNote({ error, onRetry }: ErrorNoteProps) {
  const left = useReasonsLeft(error);
  if (!error || left?.length === 0) return null;
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{left?.join(' ') ?? sentenceOf(error)}</Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={() => void onRetry()}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </Group>
    </Alert>
  );
}
