import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

/** A question before something is done. */
export interface Question {
  /** The question, for example `Revoke this token?`. */
  readonly title: string;
  /** What happens, in a sentence. */
  readonly text: ReactNode;
  /** The words on the button that does it. */
  readonly confirmLabel: string;
  /** Does it; the question closes when it succeeded and stays with the error when it did not. */
  readonly onConfirm: () => Promise<unknown>;
  readonly isPending: boolean;
  readonly error?: unknown;
  /** False for what takes nothing away. */
  readonly destructive?: boolean;
}

interface ConfirmDialogProps extends Question {
  readonly opened: boolean;
  readonly close: () => void;
}

/** Asks before it does. */
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
      // The error stands in the question: see `error`.
    });
  return (
    <Modal opened={opened} onClose={close} title={title} centered>
      <Stack>
        <Text>{text}</Text>
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Keep as it is
          </Button>
          <Button {...(destructive && { color: 'red.8' })} loading={isPending} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
