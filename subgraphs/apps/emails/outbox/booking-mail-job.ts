import { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { MAILED_EVENTS, type MailedEvent } from '../domain/booking-mail-plan.ts';

/** The queue on which mails about a booking are written, apart from webhooks: neither waits for the other. */
export const MAIL_BOOKING = 'apps/mail-booking';

const JOB = z.object({
  event: z.enum(MAILED_EVENTS),
  bookingId: z.int(),
  version: z.int(),
  teamId: z.int(),
  propertyId: z.int(),
});

/** An event of a booking whose mails are to be written. Ids only: who is written to is read when it runs. */
export type BookingMailJob = z.infer<typeof JOB>;

export const readBookingMailJob = (data: unknown): BookingMailJob => JOB.parse(data);

/** Books the mails of an event. Safe to repeat: each mail is written once (`commands/mail-booking.ts`). */
export function bookMails(
  ctx: SubgraphContext,
  event: MailedEvent,
  { bookingId, version, teamId, propertyId, cause }: BookingEvent,
): Promise<void> {
  if (event === 'booking.updated' && cause !== 'balance_paid') return Promise.resolve();
  const job: BookingMailJob = { event, bookingId, version, teamId, propertyId };
  return inTransaction(ctx, (em) => schedule(ctx, em, MAIL_BOOKING, job));
}
