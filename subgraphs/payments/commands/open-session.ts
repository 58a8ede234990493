import type { SubgraphContext } from '#db/context.ts';
import type { PaymentSessionOpenInput, PaymentSessionOpenPayload } from '../generated.ts';
import { askForPage } from '../operations/ask-for-page.ts';
import { followMethod } from '../operations/follow-method.ts';
import { bookingToPayDocument } from '../operations/generated.ts';
import { type DueBooking, findWay, refuseWay, type WayToPay } from '../operations/ways-to-pay.ts';
import { insertSession } from '../store/insert-session.ts';
import { expireSessions } from './expire-sessions.ts';
import { supersedeSessions } from './supersede-sessions.ts';

/** How often a booking is read again whose price changed while its session was made. */
const ATTEMPTS = 5;

/**
 * Follows a guest's choice of how to pay. An app is asked for its payment page: while an attempt with it is open it is asked for
 * the same one again, with the same bytes, and whatever it answers, the booking stays as it is. A built-in method confirms the
 * booking or holds it for longer, and the guest comes back to its page.
 * See docs/interface/apps.md#calls-to-an-app; docs/interface/payments.md#opening-a-session.
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
    // A price that changed after the booking was read may have been announced before there was a session to end.
    const now = opened.isNew ? await read() : booking;
    if (now?.version === booking.version) {
      return way.kind === 'app'
        ? askForPage(ctx, opened.session)
        : followMethod(ctx, opened.session, { ...way.method, pageUrl, reference: booking.reference });
    }
    booking = now;
  }
  throw new Error('A payment session could not be opened: its booking kept changing.');
}

/** The open attempt this way at this price, or a new one; null if the hold is over. Of two clicks at once one makes it. */
async function findOrMake(ctx: SubgraphContext, booking: DueBooking, way: WayToPay, pageUrl: string) {
  const bookingId = Number(booking.id);
  const { version, amountDue: amount, paidBefore, currency } = booking;
  if (booking.payableUntil === null || new Date(booking.payableUntil) <= ctx.clock.now()) return null;
  await expireSessions(ctx, bookingId);
  await supersedeSessions(ctx, { bookingId, version, amount, paidBefore, currency });
  return insertSession(ctx, { booking, way, pageUrl });
}
