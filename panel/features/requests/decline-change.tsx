import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTeamMutation } from '../../api/hooks.ts';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { changeDeclineDocument } from './generated.ts';
import type { WaitingChange } from './waiting-change.ts';

/** Declines a guest's change, with a message for the guest. */
export function DeclineChange({ request: { id, booking } }: { readonly request: WaitingChange }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { mutate, isPending, error } = useTeamMutation(changeDeclineDocument);
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Decline
      </Button>
      <ReasonDialog
        title={`Decline the change to ${booking?.reference ?? 'this booking'}?`}
        label="Message for the guest"
        description="The guest gets it by email, at most 500 characters. The booking stays as it is."
        isRequired={false}
        action="Decline the change"
        isDanger
        opened={opened}
        onClose={close}
        onConfirm={(reason, done) => mutate({ id, reason }, { onSuccess: done })}
        {...{ isPending, error }}
      />
    </>
  );
}
