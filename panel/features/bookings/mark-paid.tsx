import { t } from '@lingui/core/macro';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { money } from '../../format/money.ts';
import { type BookingRowFragment, bookingPaidDocument } from './generated.ts';

/**
 * Records a payment made outside the platform: it confirms a held booking, or covers a confirmed booking's
 * balance. Hidden if no payment is due.
 */
export function MarkPaid({ booking }: { readonly booking: BookingRowFragment }) {
  const { mutateAsync, isPending, error } = useTeamMutation(bookingPaidDocument);
  const { id, version, reference, currency, status } = booking;
  const { dueNow, balance } = booking.payment;
  const amount = dueNow > 0 ? dueNow : balance;
  if (status !== 'held' && amount === 0) return null;
  const guest = `${booking.guestFirstName} ${booking.guestLastName}`;
  const label = dueNow > 0 && balance > 0 ? t`Mark the deposit as paid` : t`Mark as paid`;
  return (
    <ConfirmButton
      size="xs"
      title={t`Mark ${money(amount, currency)} of ${reference} as paid?`}
      text={
        status === 'held'
          ? t`${guest} paid ${money(amount, currency)} outside the platform. The booking is confirmed. This can't be undone.`
          : t`${guest} paid ${money(amount, currency)} outside the platform. This can't be undone.`
      }
      confirmLabel={t`Mark as paid`}
      destructive={false}
      onConfirm={() => mutateAsync({ id, version })}
      isPending={isPending}
      error={error}
    >
      {label}
    </ConfirmButton>
  );
}
