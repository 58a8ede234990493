import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';

interface ConfirmButtonProps extends ButtonProps, Question {
  readonly children: ReactNode;
}

/** Button for an action that requires confirmation. */
export function ConfirmButton({
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
  return (
    <>
      <Button variant="default" {...button} onClick={open} />
      <ConfirmDialog
        {...{ opened, close, title, text, confirmLabel, onConfirm, isPending, error, destructive }}
      />
    </>
  );
}
