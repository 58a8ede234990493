import { useChange } from '../../api/hooks.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { type BookingRowFragment, bookingCalledOff } from './generated.ts';

/** Calls a held or confirmed booking off; nothing for one that ended already. */
export function CancelBooking({ booking }: { readonly booking: BookingRowFragment }) {
  const { mutateAsync, isPending, error } = useChange(bookingCalledOff);
  const paid = booking.status === 'confirmed';
  if (booking.status !== 'held' && !paid) return null;
  return (
    <ConfirmButton
      size="xs"
      title={`Cancel ${booking.reference}?`}
      text={`The nights are free again and its tasks are cancelled. This cannot be taken back.${
        paid ? ' Money that was paid is not given back by this: refund it below.' : ''
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
