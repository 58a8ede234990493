import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { MAX_REVIEW_REASON } from '../../../schema/limits.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { versionRejectDocument } from './generated.ts';

/** Rejects a version with a reason that its developer reads. */
export function Reject({
  version,
}: {
  readonly version: { readonly id: string; readonly number: number; readonly appName: string };
}) {
  const [opened, { open, close }] = useDisclosure(false);
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useTeamMutation(versionRejectDocument);
  return (
    <>
      <Button variant="default" onClick={open}>
        Reject
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={`Reject ${version.appName}, version ${version.number}?`}
        centered
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            mutate({ id: version.id, reason }, { onSuccess: close });
          }}
        >
          <Stack>
            <Textarea
              label="Reason"
              description="The developer sees it: explain what to change."
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
              <Button type="submit" color="red.8" loading={isPending} disabled={reason.trim() === ''}>
                Reject
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
