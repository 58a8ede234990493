import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTeamMutation } from '../../api/hooks.ts';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { versionRejectDocument } from './generated.ts';

/** Rejects a version with a reason that its developer reads. */
export function Reject({
  version,
}: {
  readonly version: { readonly id: string; readonly number: number; readonly appName: string };
}) {
  const [opened, { open, close }] = useDisclosure(false);
  const { mutate, isPending, error } = useTeamMutation(versionRejectDocument);
  return (
    <>
      <Button variant="default" onClick={open}>
        Reject
      </Button>
      <ReasonDialog
        title={`Reject ${version.appName}, version ${version.number}?`}
        description="The developer sees it: explain what to change."
        action="Reject"
        isDanger
        opened={opened}
        onClose={close}
        onConfirm={(reason, onSuccess) => mutate({ id: version.id, reason }, { onSuccess })}
        isPending={isPending}
        error={error}
      />
    </>
  );
}
