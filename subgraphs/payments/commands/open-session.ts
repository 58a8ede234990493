import type { SubgraphContext } from '#db/context.ts';
import type { PaymentSessionOpenInput, PaymentSessionOpenPayload } from '../generated.ts';
import { askForPage } from '../operations/ask-for-page.ts';
import { followMethod } from '../operations/follow-method.ts';
import { bookingToPayDocument } from '../operations/generated.ts';
import { type DueBooking, findWay, refuseWay, type WayToPay } from '../operations/ways-to-pay.ts';
import { cancelOlder } from '../steps/cancel-older.ts';
import { insertSession } from '../store/insert-session.ts';
import { expireSessions } from './expire-sessions.ts';
import { supersedeSessions } from './supersede-sessions.ts';

/** Attempts to read the booking if its price changes while creating the session. */
const ATTEMPTS = 5;

/**
 * Handles a guest's choice of payment method. An app receives a request for its payment page: while the
 * attempt is open, the same page is requested with the same bytes, and the response never changes the
 * booking. A built-in method confirms the booking or extends its hold, and the guest returns to its page. See
 * docs/interface/apps.md#calls-to-an-app; docs/interface/payments.md#opening-a-session.
 */
export async function openSession(
  ctx: SubgraphContext,
  input: PaymentSessionOpenInput,
): Promise<PaymentSessionOpenPayload> {
  const { storefrontId, permalinkId, pageUrl } = input;
  const read = async () =>
    (await ctx.execute(bookingToPayDocument, { storefrontId, permalinkId }, ctx)).bookingByPermalink;
  let booking = await read();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (!booking) return refuseWay('booking_not_found');
    if (booking.payableUntil === null) return refuseWay('nothing_to_pay');
    const way = await findWay(ctx, booking, input);
    if (!way) return refuseWay('method_not_found');
    const opened = await findOrMake(ctx, booking, way, pageUrl);
    if (!opened) return refuseWay('nothing_to_pay');
    // If the price changed after the booking was read, the event may have preceded the session, so the
    // session wasn't ended.
    const now = opened.isNew ? await read() : booking;
    if (now?.version === booking.version) {
      const answer = await (way.kind === 'app'
        ? askForPage(ctx, opened.session)
        : followMethod(ctx, opened.session, { ...way.method, pageUrl, reference: booking.reference }));
      if (answer.refusal === null) await cancelOlder(ctx, opened.session);
      return answer;
    }
    booking = now;
  }
  throw new Error('Failed to open a payment session because its booking kept changing.');
}

/**
 * Finds or creates the open attempt for this method and price; null if the hold has ended. Concurrent clicks
 * create only one.
 */
async function findOrMake(ctx: SubgraphContext, booking: DueBooking, way: WayToPay, pageUrl: string) {
  const bookingId = Number(booking.id);
  const { version, amountDue: amount, paidBefore, currency } = booking;
  if (booking.payableUntil === null || new Date(booking.payableUntil) <= ctx.clock.now()) return null;
  await expireSessions(ctx, { bookingId });
  await supersedeSessions(ctx, { bookingId, version, amount, paidBefore, currency });
  return insertSession(ctx, { booking, way, pageUrl });
}
