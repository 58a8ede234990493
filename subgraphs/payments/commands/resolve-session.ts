import type { SubgraphContext } from '#db/context.ts';
import { checkText } from '../errors.ts';
import { bookMoney } from '../operations/book-money.ts';
import { changeSession, type SessionResult } from '../steps/change-session.ts';
import { isAccepted, isOfBooking } from '../store/entities.ts';

const MAX_REFERENCE = 255;

/**
 * Records the app's final confirmation that the guest paid, then books the payment. Repeating it succeeds
 * with the first reference. Returns `BOOKING_RELEASED` if the booking can't accept the payment, or
 * `AMOUNT_TOO_LOW` if the payment is for an earlier price and doesn't cover the current one, or `STATEMENT_SETTLED` if
 * nothing is due on the statement; all open a refund. If the owning subgraph is unavailable, the next sweep books the payment. See
 * docs/interface/payments.md#resolving.
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
  const { code, message } = isOfBooking(resolved.paymentSession)
    ? { code: codeOf(settlement), message: TOO_LATE[settlement] }
    : STATEMENT_SETTLED;
  return { paymentSession: null, userErrors: [{ field: ['id'], code, message }] };
}

const NOT_PENDING = { pendingReason: null };

const codeOf = (settlement: keyof typeof TOO_LATE) =>
  settlement === 'amount_too_low' ? ('AMOUNT_TOO_LOW' as const) : ('BOOKING_RELEASED' as const);

const STATEMENT_SETTLED = {
  code: 'STATEMENT_SETTLED',
  message: 'The statement was paid another way or credited, so the payer gets a full refund.',
} as const;

const TOO_LATE = {
  booking_released: 'The booking was released and its nights were sold, so the guest gets a full refund.',
  booking_cancelled: 'The booking was cancelled, so the guest gets a full refund.',
  amount_too_low: "The payment doesn't cover the booking's current price, so the guest gets a full refund.",
  statement_credited: STATEMENT_SETTLED.message,
  already_paid: 'The booking was paid another way, so the guest gets a full refund.',
};
