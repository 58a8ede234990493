import type { SubgraphContext } from '#db/context.ts';
import { checkText } from '../errors.ts';
import { bookMoney } from '../operations/book-money.ts';
import { changeSession, type SessionResult } from '../steps/change-session.ts';
import { isAccepted } from '../store/entities.ts';

const MAX_REFERENCE = 255;

/**
 * Takes the app's word that the guest paid, for good, then books the money. Repeating it succeeds with the first reference.
 * Money whose booking cannot have it answers `BOOKING_RELEASED`, or `AMOUNT_TOO_LOW` where it is of an earlier price and does
 * not cover the booking, and a refund is open; money whose booking cannot be reached
 * now is booked by the next sweep. See docs/interface/payments.md#resolving.
 */
export async function resolveSession(
  ctx: SubgraphContext,
  { id, reference }: { readonly id: string; readonly reference: string },
): Promise<SessionResult> {
  const userErrors = checkText(reference, ['reference'], MAX_REFERENCE);
  if (userErrors.length) return { paymentSession: null, userErrors };
  const resolved = await changeSession(ctx, { id, move: 'resolve', changes: { reference, ...NOT_PENDING } });
  if (!resolved.paymentSession || resolved.userErrors.length) return resolved;
  const settlement = await bookMoney(ctx, resolved.paymentSession);
  if (settlement === null || isAccepted(settlement)) return resolved;
  return {
    paymentSession: null,
    userErrors: [
      {
        field: ['id'],
        code: settlement === 'amount_too_low' ? 'AMOUNT_TOO_LOW' : 'BOOKING_RELEASED',
        message: TOO_LATE[settlement],
      },
    ],
  };
}

const NOT_PENDING = { pendingReason: null };

const TOO_LATE = {
  booking_released:
    'The booking was released and its nights are sold; all of the money goes back to the guest.',
  booking_cancelled: 'The booking was cancelled; all of the money goes back to the guest.',
  amount_too_low:
    'The money does not cover what the booking costs by now; all of the money goes back to the guest.',
  already_paid: 'The booking was paid another way; all of the money goes back to the guest.',
};
