import { useChange } from '../../api/hooks.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { accessTokensRevoke } from './generated.ts';

/** Revokes an access token after a question. */
export function RevokeToken({ id, name }: { readonly id: string; readonly name: string }) {
  const { mutateAsync, isPending, error } = useChange(accessTokensRevoke);
  return (
    <ConfirmButton
      size="xs"
      title={`Revoke "${name}"?`}
      text="Whatever uses it is refused from now on. This cannot be taken back."
      confirmLabel="Revoke"
      onConfirm={() => mutateAsync({ id })}
      isPending={isPending}
      error={error}
    >
      Revoke
    </ConfirmButton>
  );
}
