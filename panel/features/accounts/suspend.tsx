import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { MAX_REVIEW_REASON } from '../../../schema/limits.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { accountResumedDocument, accountSuspendedDocument } from './generated.ts';

interface SuspendProps {
  readonly account: { readonly id: string; readonly name: string; readonly status: string };
}

/** Suspends an account with a reason, or resumes it with one. */
export function Suspend({ account: { id, name, status } }: SuspendProps) {
  const isLocked = status === 'locked';
  const [opened, { open, close }] = useDisclosure(false);
  const [reason, setReason] = useState('');
  const suspend = useTeamMutation(accountSuspendedDocument);
  const resume = useTeamMutation(accountResumedDocument);
  const { mutate, isPending, error } = isLocked ? resume : suspend;
  const done = () => {
    setReason('');
    close();
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {isLocked ? 'Resume' : 'Suspend'}
      </Button>
      <Modal opened={opened} onClose={close} title={`${isLocked ? 'Resume' : 'Suspend'} ${name}?`} centered>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            mutate({ id, reason }, { onSuccess: done });
          }}
        >
          <Stack>
            <Textarea
              label="Reason"
              description={
                isLocked
                  ? 'It is kept in the security log. The account can sign in again, and its access tokens work again.'
                  : 'It is kept in the security log. Every session ends at once, and access tokens stop working.'
              }
              required
              maxLength={MAX_REVIEW_REASON}
              autosize
              minRows={3}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <ErrorNote error={error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Go back
              </Button>
              <Button
                type="submit"
                {...(!isLocked && { color: 'red.8' })}
                loading={isPending}
                disabled={reason.trim() === ''}
              >
                {isLocked ? 'Resume account' : 'Suspend account'}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
