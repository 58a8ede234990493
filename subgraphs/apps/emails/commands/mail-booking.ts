import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { mayCarryReceipt, planBookingMails } from '../domain/booking-mail-plan.ts';
import { bookingToMailDocument, guestToMailDocument } from '../operations/generated.ts';
import { type BookingMailJob, readBookingMailJob } from '../outbox/booking-mail-job.ts';
import { lockMailsOf, mailGuest } from '../outbox/guest-booking-mail.ts';
import { mailHosts } from '../outbox/host-booking-mail.ts';
import { eraseGuestMails } from './erase-guest-mails.ts';

/**
 * Writes the emails for a booking's event, to its guest and to team members allowed to see it. The event's
 * transaction scheduled this job; repeated runs write each email only once. A guest erased concurrently gets
 * no email. See docs/interface/mails.md#bookings.
 */
export async function mailBooking(ctx: SubgraphContext, data: unknown): Promise<void> {
  const job = readBookingMailJob(data);
  const id = String(job.bookingId);
  const asked = { id, withReceipt: mayCarryReceipt(job.event) };
  const { bookingToMail: booking } = await ctx.execute(bookingToMailDocument, asked, ctx);
  if (!booking) return;
  const { source, isEntered, mailsGuest, sendsLink, status } = booking;
  const isChange = job.changed !== undefined;
  const plan = planBookingMails(job.event, {
    status,
    isEntered,
    mailsGuest,
    sendsLink,
    source: source.kind,
    isChange,
    ...(job.request && { request: job.request.status }),
  });
  await inTransaction(ctx, async (em) => {
    await lockMailsOf(em, job);
    if (plan.guest !== null) {
      await mailGuest(ctx, em, {
        key: `${keyOf(job)}/guest`,
        described: job,
        booking,
        template: plan.guest,
      });
    }
    if (plan.host !== null) {
      await mailHosts(ctx, em, { key: keyOf(job), described: job, booking, template: plan.host });
    }
  });
  const { bookingToMail: now } = await ctx.execute(guestToMailDocument, { id }, ctx);
  if (booking.guestEmail !== null && now?.guestEmail == null) {
    await eraseGuestMails(ctx, { bookingIds: [job.bookingId] });
  }
}

/** Identifies the event, so that each email about it is written once. A request leaves the booking's version as it is. */
const keyOf = ({ bookingId, version, request }: BookingMailJob): string =>
  request ? `change-request/${request.id}/${request.status}` : `booking/${bookingId}/${version}`;
