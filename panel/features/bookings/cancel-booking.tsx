import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { type BookingRowFragment, bookingCalledOffDocument } from './generated.ts';

/** Cancels a held or confirmed booking; renders nothing for one that has ended. */
export function CancelBooking({ booking }: { readonly booking: BookingRowFragment }) {
  const { mutateAsync, isPending, error } = useTeamMutation(bookingCalledOffDocument);
  const paid = booking.status === 'confirmed';
  if (booking.status !== 'held' && !paid) return null;
  return (
    <ConfirmButton
      size="xs"
      title={`Cancel ${booking.reference}?`}
      text={`Its nights become available again and its tasks are cancelled. This cannot be undone.${
        paid ? ' Payments are not refunded automatically: refund them below.' : ''
      }`}
      confirmLabel="Cancel the booking"
      onConfirm={() => mutateAsync({ id: booking.id })}
      isPending={isPending}
      error={error}
    >
      Cancel booking
    </ConfirmButton>
  );
}
