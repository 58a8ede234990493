import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTeamMutation } from '../../api/hooks.ts';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { accountResumedDocument, accountSuspendedDocument } from './generated.ts';

interface SuspendProps {
  readonly account: { readonly id: string; readonly name: string; readonly status: string };
}

/** Suspends an account with a reason, or resumes it with one. */
export function Suspend({ account: { id, name, status } }: SuspendProps) {
  const isLocked = status === 'locked';
  const [opened, { open, close }] = useDisclosure(false);
  const suspend = useTeamMutation(accountSuspendedDocument);
  const resume = useTeamMutation(accountResumedDocument);
  const { mutate, isPending, error } = isLocked ? resume : suspend;
  const verb = isLocked ? 'Resume' : 'Suspend';
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {verb}
      </Button>
      <ReasonDialog
        title={`${verb} ${name}?`}
        description={
          isLocked
            ? 'It is kept in the security log. The account can sign in again, and its access tokens work again.'
            : 'It is kept in the security log. Every session ends at once, and access tokens stop working.'
        }
        action={`${verb} account`}
        isDanger={!isLocked}
        opened={opened}
        onClose={close}
        onConfirm={(reason, onSuccess) => mutate({ id, reason }, { onSuccess })}
        isPending={isPending}
        error={error}
      />
    </>
  );
}
