import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ReasonDialog } from '../../components/reason-dialog.tsx';

interface RejectProps {
  /** What is rejected, as the question names it. */
  readonly what: string;
  /** How the rejection is going. */
  readonly reject: { readonly isPending: boolean; readonly error: unknown };
  /** Is to call `done` once it worked. */
  readonly onReject: (reason: string, done: () => void) => void;
}

/** Rejects what is in review with a reason that its developer reads. */
export function Reject({ what, reject: { isPending, error }, onReject }: RejectProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open} aria-label={`Reject ${what}`}>
        Reject
      </Button>
      <ReasonDialog
        title={`Reject ${what}?`}
        description="The developer sees it: explain what to change."
        action="Reject"
        isDanger
        opened={opened}
        onClose={close}
        onConfirm={onReject}
        isPending={isPending}
        error={error}
      />
    </>
  );
}
