import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { MAX_REVIEW_REASON } from '../../schema/limits.ts';
import { ErrorNote } from './error-note.tsx';

interface ReasonDialogProps {
  readonly title: string;
  /** What the field is called; `Reason` where not given. */
  readonly label?: string;
  /** False where nothing needs to be written. */
  readonly isRequired?: boolean;
  /** Fields before it. */
  readonly children?: ReactNode;
  /** Who reads the reason, and what follows. */
  readonly description: string;
  /** What the button says. */
  readonly action: string;
  /** Whether it takes something away. */
  readonly isDanger: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Is to call `done` once it worked: what was typed is kept until then. */
  readonly onConfirm: (reason: string, done: () => void) => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Asks for the reason of something that others will want to know. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { label = 'Reason', isRequired = true, children } = props;
  const { title, description, action, isDanger, opened, onClose, onConfirm, isPending, error } = props;
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm(reason, () => {
      setReason('');
      onClose();
    });
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <form onSubmit={submit}>
        <Stack>
          {children}
          <Textarea
            label={label}
            description={description}
            required={isRequired}
            maxLength={MAX_REVIEW_REASON}
            autosize
            minRows={3}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <ErrorNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Go back
            </Button>
            <Button
              type="submit"
              {...(isDanger && { color: 'red.8' })}
              loading={isPending}
              disabled={isRequired && reason.trim() === ''}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
