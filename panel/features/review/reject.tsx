import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ReasonDialog } from '../../components/reason-dialog.tsx';

interface RejectProps {
  /** The item under review, as named in the question. */
  readonly what: string;
  /** The rejection's state. */
  readonly reject: { readonly isPending: boolean; readonly error: unknown };
  /** Must call `done` on success. */
  readonly onReject: (reason: string, done: () => void) => void;
}

/** Rejects an item in review with a reason for its developer. */
export function Reject({ what, reject: { isPending, error }, onReject }: RejectProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open} aria-label={t`Reject ${what}`}>
        <Trans>Reject</Trans>
      </Button>
      <ReasonDialog
        title={t`Reject ${what}?`}
        description={t`The developer sees it: explain what to change.`}
        action={t`Reject`}
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
