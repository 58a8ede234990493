import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { MAX_REVIEW_REASON } from '../../schema/limits.ts';
import { ErrorNote } from './error-note.tsx';
import { Textarea } from './fields.tsx';
import { Form } from './form.tsx';

interface ReasonDialogProps {
  readonly title: string;
  /** Field label; `Reason` by default. */
  readonly label?: string;
  /** Argument with the reason; `reason` by default. */
  readonly field?: string;
  /** False if the reason is optional. */
  readonly isRequired?: boolean;
  /** Fields before the reason. */
  readonly children?: ReactNode;
  /** Explains who reads the reason, and the consequences. */
  readonly description: string;
  /** Button label. */
  readonly action: string;
  /** True if the action is destructive. */
  readonly isDanger: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Must call `done` on success; the dialog keeps the typed text until then. */
  readonly onConfirm: (reason: string, done: () => void) => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Dialog for actions whose reason other people will read. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { label = t`Reason`, field = 'reason', isRequired = true, children } = props;
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
      <Form error={error} onSubmit={submit}>
        <Stack>
          {children}
          <Textarea
            field={field}
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
              <Trans>Go back</Trans>
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
      </Form>
    </Modal>
  );
}
