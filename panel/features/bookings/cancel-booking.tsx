import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { money } from '../../format/money.ts';
import { type BookingRowFragment, bookingCalledOffDocument } from './generated.ts';

interface CancelBookingProps {
  readonly booking: BookingRowFragment;
  /** Refund due under the terms it was sold with, less earlier refunds; null if there are no terms. */
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
      text={`Its nights become available again and its tasks are cancelled. This cannot be undone.${
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
  if (refund === 0) return ' By the terms it was sold with, nothing is due back to the guest.';
  const due =
    refund === null
      ? ''
      : ` By the terms it was sold with, ${money(refund, currency)} is due back to the guest.`;
  return `${due} Payments are not refunded automatically: refund them below.`;
};
