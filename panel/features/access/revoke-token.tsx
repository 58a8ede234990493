import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { accessTokensRevokeDocument } from './generated.ts';

/** Revokes an access token after confirmation. */
export function RevokeToken({ id, name }: { readonly id: string; readonly name: string }) {
  const { mutateAsync, isPending, error } = useTeamMutation(accessTokensRevokeDocument);
  return (
    <ConfirmButton
      size="xs"
      title={t`Revoke "${name}"?`}
      text={t`Anything that uses it loses access immediately. This can't be undone.`}
      confirmLabel={t`Revoke`}
      onConfirm={() => mutateAsync({ id })}
      isPending={isPending}
      error={error}
    >
      <Trans>Revoke</Trans>
    </ConfirmButton>
  );
}
