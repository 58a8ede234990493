import { z } from 'zod';
import { MAILED_EVENTS } from '../domain/booking-mail-plan.ts';

/** Queue for writing booking emails, separate from webhooks so that neither waits for the other. */
export const MAIL_BOOKING = 'apps/mail-booking';

const JOB = z.object({
  event: z.enum(MAILED_EVENTS),
  bookingId: z.int(),
  version: z.int(),
  teamId: z.int(),
  propertyId: z.int(),
  /** Set if the guest changed the stay. */
  changed: z
    .object({
      checkIn: z.string(),
      checkOut: z.string(),
      total: z.int(),
      paid: z.int().optional(),
      dropped: z.int(),
      lostUnits: z.array(z.string()),
      cancelled: z.string().optional(),
    })
    .optional(),
  /** Set for a request to change the booking. */
  request: z
    .object({
      id: z.int(),
      status: z.enum(['pending', 'accepted', 'declined', 'expired', 'withdrawn']),
      checkIn: z.string(),
      checkOut: z.string(),
      adults: z.int(),
      children: z.int(),
      total: z.int(),
      difference: z.int(),
      dropped: z.int(),
      declineReason: z.string().nullable(),
      expiresAt: z.string(),
    })
    .optional(),
});

/** A booking event with emails to write. Contains no personal data: the job reads the recipients when it runs. */
export type BookingMailJob = z.infer<typeof JOB>;

export const readBookingMailJob = (data: unknown): BookingMailJob => JOB.parse(data);
