import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { FolioRefundFailedEvent, RefundSessionEvent } from '#schema/events.ts';
import { bookingToMailDocument } from '../operations/generated.ts';
import { type BookingToMail, lockMailsOf, mailGuest } from '../outbox/guest-booking-mail.ts';
import { mailHosts } from '../outbox/host-booking-mail.ts';

/**
 * Writes the emails about a refund: to the guest once the money is refunded, and to both sides if the booking couldn't accept a
 * payment, or if a refund failed after the guest was told about it. No email mentions refunded money before it was refunded.
 * Safe to repeat and in any order: each email is written once. See docs/interface/mails.md#refunds.
 */
export async function mailRefund(ctx: SubgraphContext, event: RefundSessionEvent): Promise<void> {
  const { teamId, bookingId, refundSessionId, status, amount } = event;
  const { isReturned = false, wasRefunded = false } = event;
  const isRefunded = status === 'RESOLVED';
  const isPending = status === 'REQUESTED' || status === 'MANUAL';
  const hasFailed = status === 'REJECTED' && wasRefunded;
  if (!isRefunded && !hasFailed && !(isReturned && isPending)) return;
  const asked = { id: String(bookingId), withReceipt: isRefunded };
  const { bookingToMail } = await ctx.execute(bookingToMailDocument, asked, ctx);
  if (!bookingToMail) return;
  const booking = isRefunded ? withRefund(bookingToMail, event, ctx.clock.now()) : bookingToMail;
  const { isEntered, mailsGuest, sendsLink, version, property } = booking;
  const described = { bookingId, version, teamId, propertyId: Number(property?.id ?? 0), refund: { amount } };
  await inTransaction(ctx, async (em) => {
    await lockMailsOf(em, described);
    if (!isEntered || mailsGuest || sendsLink) {
      const about = hasFailed ? 'refund-failed' : isRefunded ? 'refunded' : 'payment-returned';
      const key = `${about}/${refundSessionId}/guest`;
      await mailGuest(ctx, em, { key, described, booking, template: `guest-${about}` });
    }
    if (!isReturned && !hasFailed) return;
    const about = hasFailed ? 'refund-failed' : 'payment-returned';
    const key = `${about}/${refundSessionId}`;
    await mailHosts(ctx, em, { key, described, booking, template: `host-${about}` });
  });
}

/** Adds a refund to the booking's receipt unless its folio has it already: both react to the same event. */
function withRefund(booking: BookingToMail, event: RefundSessionEvent, now: Date): BookingToMail {
  const { receipt, timeZone } = booking;
  const { refundSessionId, amount, method, at = now.toISOString() } = event;
  if (!receipt || receipt.endedRefundSessionIds.includes(refundSessionId)) return booking;
  const date = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const payments = [...receipt.payments, { date, method, amount: -amount }];
  return { ...booking, receipt: { ...receipt, payments } };
}

/**
 * Writes the email about a failed refund that an app had recorded, to the team only: the guest got no email about the refund.
 * Safe to repeat.
 */
export async function mailFailedRefund(ctx: SubgraphContext, event: FolioRefundFailedEvent): Promise<void> {
  const { teamId, bookingId, entryId, amount } = event;
  const asked = { id: String(bookingId), withReceipt: false };
  const { bookingToMail: booking } = await ctx.execute(bookingToMailDocument, asked, ctx);
  if (!booking) return;
  const { version, property } = booking;
  const described = { bookingId, version, teamId, propertyId: Number(property?.id ?? 0), refund: { amount } };
  await inTransaction(ctx, async (em) => {
    await lockMailsOf(em, described);
    const key = `refund-failed/${entryId}`;
    await mailHosts(ctx, em, { key, described, booking, template: 'host-refund-failed' });
  });
}
