import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { RefundSessionEvent } from '#schema/events.ts';
import { bookingToMailDocument } from '../operations/generated.ts';
import { lockMailsOf, mailGuest } from '../outbox/guest-booking-mail.ts';
import { mailHosts } from '../outbox/host-booking-mail.ts';

/**
 * Writes the emails about a refund: to the guest once the money is refunded, and to both sides if the booking couldn't accept a
 * payment. No email mentions refunded money before it was refunded. Safe to repeat and in any order: each email is written once.
 * See docs/interface/mails.md#refunds.
 */
export async function mailRefund(ctx: SubgraphContext, event: RefundSessionEvent): Promise<void> {
  const { teamId, bookingId, refundSessionId, status, amount, isReturned = false } = event;
  const isRefunded = status === 'RESOLVED';
  const isPending = status === 'REQUESTED' || status === 'MANUAL';
  if (!isRefunded && !(isReturned && isPending)) return;
  const { bookingToMail: booking } = await ctx.execute(bookingToMailDocument, { id: String(bookingId) }, ctx);
  if (!booking) return;
  const { isEntered, mailsGuest, sendsLink, version, property } = booking;
  const described = { bookingId, version, teamId, propertyId: Number(property?.id ?? 0), refund: { amount } };
  await inTransaction(ctx, async (em) => {
    await lockMailsOf(em, described);
    if (!isEntered || mailsGuest || sendsLink) {
      const [key, template] = isRefunded
        ? ([`refunded/${refundSessionId}`, 'guest-refunded'] as const)
        : ([`payment-returned/${refundSessionId}`, 'guest-payment-returned'] as const);
      await mailGuest(ctx, em, { key: `${key}/guest`, described, booking, template });
    }
    if (!isReturned) return;
    const key = `payment-returned/${refundSessionId}`;
    await mailHosts(ctx, em, { key, described, booking, template: 'host-payment-returned' });
  });
}
