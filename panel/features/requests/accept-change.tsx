import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { day } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { changeAcceptDocument } from './generated.ts';
import type { WaitingChange } from './waiting-change.ts';

/** Accepts a guest's change at the price that the request quoted. */
export function AcceptChange({ request }: { readonly request: WaitingChange }) {
  const { mutateAsync, isPending, error } = useTeamMutation(changeAcceptDocument);
  const { id, booking, checkIn, checkOut, total } = request;
  if (!booking) return null;
  const { reference, currency } = booking;
  return (
    <ConfirmButton
      size="xs"
      variant="filled"
      destructive={false}
      title={t`Change ${reference}?`}
      text={t`The stay moves to ${day(checkIn)} – ${day(checkOut)} at a total of ${money(total, currency)}, as the guest was quoted. If the nights are no longer free, the request is declined instead.`}
      confirmLabel={t`Accept the change`}
      onConfirm={() => mutateAsync({ id })}
      {...{ isPending, error }}
    >
      <Trans>Accept</Trans>
    </ConfirmButton>
  );
}
