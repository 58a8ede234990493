import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        <Trans>Decline</Trans>
      </Button>
      <ReasonDialog
        title={
          booking ? t`Decline the change to ${booking.reference}?` : t`Decline the change to this booking?`
        }
        label={t`Message for the guest`}
        description={t`The guest gets it by email, at most 500 characters. The booking stays as it is.`}
        isRequired={false}
        action={t`Decline the change`}
        isDanger
        opened={opened}
        onClose={close}
        onConfirm={(reason, done) => mutate({ id, reason }, { onSuccess: done })}
        {...{ isPending, error }}
      />
    </>
  );
}
