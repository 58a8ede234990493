import { z } from 'zod';
import { MAILED_EVENTS } from '../domain/booking-mail-plan.ts';

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
