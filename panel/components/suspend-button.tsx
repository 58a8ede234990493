import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTeamMutation } from '../api/hooks.ts';
import type { Operation } from '../api/operation.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Move = Operation<object, { id: string; reason: string }>;

interface SuspendButtonProps {
  readonly id: string;
  readonly name: string;
  /** Noun for the item, e.g. `account`. */
  readonly noun: string;
  readonly isSuspended: boolean;
  readonly suspend: Move;
  readonly resume: Move;
  /** Explains who reads the reason, and the consequences. */
  readonly explains: { readonly suspend: string; readonly resume: string };
}

/** Suspends or resumes an item, each with a reason. For operators. */
export function SuspendButton({
  id,
  name,
  noun,
  isSuspended,
  suspend,
  resume,
  explains,
}: SuspendButtonProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const suspending = useTeamMutation(suspend);
  const resuming = useTeamMutation(resume);
  const { mutate, isPending, error } = isSuspended ? resuming : suspending;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={open}
        aria-label={isSuspended ? t`Resume the ${noun} ${name}` : t`Suspend the ${noun} ${name}`}
      >
        {isSuspended ? t({ message: 'Resume', context: 'suspended' }) : t`Suspend`}
      </Button>
      <ReasonDialog
        title={isSuspended ? t`Resume ${name}?` : t`Suspend ${name}?`}
        description={isSuspended ? explains.resume : explains.suspend}
        action={isSuspended ? t`Resume ${noun}` : t`Suspend ${noun}`}
        isDanger={!isSuspended}
        opened={opened}
        onClose={close}
        onConfirm={(reason, onSuccess) => mutate({ id, reason }, { onSuccess })}
        isPending={isPending}
        error={error}
      />
    </>
  );
}
