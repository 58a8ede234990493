import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

/** A confirmation before an action. */
export interface Question {
  /** The question, for example `Revoke this token?`. */
  readonly title: string;
  /** The action's consequence, in a sentence. */
  readonly text: ReactNode;
  /** The confirming button's label. */
  readonly confirmLabel: string;
  /** Runs the action; the dialog closes on success and stays open with the error on failure. */
  readonly onConfirm: () => Promise<unknown>;
  readonly isPending: boolean;
  readonly error?: unknown;
  /** False for actions that don't remove anything. */
  readonly destructive?: boolean;
}

interface ConfirmDialogProps extends Question {
  readonly opened: boolean;
  readonly close: () => void;
}

/** Requires confirmation before it runs an action. */
export function ConfirmDialog({
  opened,
  close,
  title,
  text,
  confirmLabel,
  onConfirm,
  isPending,
  error,
  destructive = true,
}: ConfirmDialogProps) {
  const confirm = () =>
    onConfirm().then(close, () => {
      // The dialog shows the error: see `error`.
    });
  return (
    <Modal opened={opened} onClose={close} title={title} centered>
      <Stack>
        <Text>{text}</Text>
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            <Trans>Go back</Trans>
          </Button>
          <Button {...(destructive && { color: 'red.8' })} loading={isPending} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
