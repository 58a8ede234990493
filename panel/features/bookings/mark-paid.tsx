import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { money } from '../../format/money.ts';
import { type BookingRowFragment, bookingPaidDocument } from './generated.ts';

/** Confirms a held booking that was paid outside the platform; nothing for any other booking. */
export function MarkPaid({ booking }: { readonly booking: BookingRowFragment }) {
  const { mutateAsync, isPending, error } = useTeamMutation(bookingPaidDocument);
  if (booking.status !== 'held') return null;
  const guest = `${booking.guestFirstName} ${booking.guestLastName}`;
  return (
    <ConfirmButton
      size="xs"
      title={`Mark ${booking.reference} as paid?`}
      text={`${guest} paid ${money(booking.total, booking.currency)} outside the platform. The booking is confirmed, and this cannot be undone.`}
      confirmLabel="Mark as paid"
      destructive={false}
      onConfirm={() => mutateAsync({ id: booking.id })}
      isPending={isPending}
      error={error}
    >
      Mark as paid
    </ConfirmButton>
  );
}
