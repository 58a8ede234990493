import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { NativeSelect } from '../../components/fields.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { requestDeclineDocument } from './generated.ts';
import type { RequestDetail } from './request-detail.ts';
import { DECLINE_REASONS } from './request-words.tsx';

/** Declines a request: the guest sees that it was declined; the note stays with the team. */
export function Decline({ request: { id, version, reference } }: { readonly request: RequestDetail }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [reason, setReason] = useState(DECLINE_REASONS[0]?.value ?? 'other');
  const { mutate, isPending, error } = useTeamMutation(requestDeclineDocument);
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        <Trans>Decline</Trans>
      </Button>
      <ReasonDialog
        title={t`Decline ${reference}?`}
        label={t`Note for your team`}
        field="text"
        description={t`The guest is notified that the request was declined, but never sees this note.`}
        isRequired={false}
        action={t`Decline the request`}
        isDanger
        opened={opened}
        onClose={close}
        onConfirm={(text, done) => mutate({ id, version, reason, text }, { onSuccess: done })}
        {...{ isPending, error }}
      >
        <NativeSelect
          field="reason"
          label={t`Reason`}
          value={reason}
          data={[...DECLINE_REASONS]}
          onChange={({ currentTarget: { value } }) =>
            setReason(DECLINE_REASONS.find((one) => one.value === value)?.value ?? 'other')
          }
        />
      </ReasonDialog>
    </>
  );
}
