import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { money } from '../../format/money.ts';
import { type BookingRowFragment, bookingCalledOffDocument } from './generated.ts';

interface CancelBookingProps {
  readonly booking: BookingRowFragment;
  /** Refund due under the terms the booking was sold with, less earlier refunds; null if there are no terms. */
  readonly refund: number | null;
}

/** Cancels a held or confirmed booking; hidden for other statuses. */
export function CancelBooking({ booking, refund }: CancelBookingProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(bookingCalledOffDocument);
  const paid = booking.status === 'confirmed';
  if (booking.status !== 'held' && !paid) return null;
  return (
    <ConfirmButton
      size="xs"
      title={`Cancel ${booking.reference}?`}
      text={`Its nights become available again and its tasks are cancelled. This can't be undone.${
        paid ? refundWords(refund, booking.currency) : ''
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

/** Explains to the host how much will be refunded. */
const refundWords = (refund: number | null, currency: string): string => {
  if (refund === 0) return ' Under the terms it was sold with, no refund is due to the guest.';
  const due =
    refund === null
      ? ''
      : ` Under the terms it was sold with, a refund of ${money(refund, currency)} is due to the guest.`;
  return `${due} It starts immediately if automatic refunds are on and the payment app supports them; otherwise, it's listed on Today.`;
};
