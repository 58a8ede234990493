import type { SubgraphContext } from '#db/context.ts';
import { scheduleTogether } from '#db/jobs/jobs.ts';
import type { BookingEvent, ChangeRequestEvent } from '#schema/events.ts';
import type { MailedEvent } from '../domain/booking-mail-plan.ts';
import { type BookingMailJob, MAIL_BOOKING } from '../outbox/booking-mail-job.ts';

/** Schedules an event's emails. Safe to repeat: each email is written once (`commands/mail-booking.ts`). */
export function bookMails(
  ctx: SubgraphContext,
  event: MailedEvent,
  {
    bookingId,
    version,
    teamId,
    propertyId,
    cause,
    changed,
    request,
  }: BookingEvent & Partial<ChangeRequestEvent>,
): Promise<void> {
  if (event === 'booking.updated' && cause === undefined) return Promise.resolve();
  const job: BookingMailJob = {
    event,
    bookingId,
    version,
    teamId,
    propertyId,
    ...(changed ? { changed: { ...changed, lostUnits: [...changed.lostUnits] } } : {}),
    ...(request ? { request } : {}),
  };
  return scheduleTogether(ctx, MAIL_BOOKING, job);
}
