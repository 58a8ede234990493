import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

interface ConfirmButtonProps extends ButtonProps {
  readonly children: ReactNode;
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
  /** False for what can be undone or costs nothing. */
  readonly destructive?: boolean;
}

/** A button whose action asks first. */
export function ConfirmButton({
  children,
  title,
  text,
  confirmLabel,
  onConfirm,
  isPending,
  error,
  destructive = true,
  ...button
}: ConfirmButtonProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const confirm = () =>
    onConfirm().then(close, () => {
      // The error stands in the question: see `error`.
    });
  return (
    <>
      <Button variant="default" {...button} onClick={open}>
        {children}
      </Button>
      <Modal opened={opened} onClose={close} title={title} centered>
        <Stack>
          <Text>{text}</Text>
          <ErrorNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              Keep as it is
            </Button>
            <Button
              {...(destructive && { color: 'red.8' })}
              loading={isPending}
              onClick={() => void confirm()}
            >
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
