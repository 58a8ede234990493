import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

/** A confirmation before an action. */
export interface Question {
  /** The question, for example `Revoke this token?`. */
  readonly title: string;
  /** What happens, in a sentence. */
  readonly text: ReactNode;
  /** Label of the confirming button. */
  readonly confirmLabel: string;
  /** Runs the action; the dialog closes on success and stays open with the error on failure. */
  readonly onConfirm: () => Promise<unknown>;
  readonly isPending: boolean;
  readonly error?: unknown;
  /** False for actions that take nothing away. */
  readonly destructive?: boolean;
}

interface ConfirmDialogProps extends Question {
  readonly opened: boolean;
  readonly close: () => void;
}

/** Asks for confirmation before it acts. */
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
      // The error is shown in the dialog: see `error`.
    });
  return (
    <Modal opened={opened} onClose={close} title={title} centered>
      <Stack>
        <Text>{text}</Text>
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Go back
          </Button>
          <Button {...(destructive && { color: 'red.8' })} loading={isPending} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
