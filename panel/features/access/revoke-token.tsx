import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { accessTokensRevokeDocument } from './generated.ts';

/** Revokes an access token after confirmation. */
export function RevokeToken({ id, name }: { readonly id: string; readonly name: string }) {
  const { mutateAsync, isPending, error } = useTeamMutation(accessTokensRevokeDocument);
  return (
    <ConfirmButton
      size="xs"
      title={`Revoke "${name}"?`}
      text="Anything that uses it loses access immediately. This can't be undone."
      confirmLabel="Revoke"
      onConfirm={() => mutateAsync({ id })}
      isPending={isPending}
      error={error}
    >
      Revoke
    </ConfirmButton>
  );
}
