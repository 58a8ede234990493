import { type RawBuilder, sql } from 'kysely';
import type { Buyer } from './entities.ts';

/**
 * The id of the contact that a booking is for, as part of the statement that makes the booking: found by e-mail address, then by
 * phone number, else made. Any number of bookings of one guest at once find the same one. A transaction that changes a booking
 * calls it first: `checkout.guest_contact` shows which locks it takes. See docs/interface/bookings.md#contacts.
 */
export const contactOf = (
  teamId: RawBuilder<number> | number,
  guest: Buyer | null,
  at: Date,
): RawBuilder<number> => sql`checkout.guest_contact(${teamId}, ${guest?.firstName ?? null}::text, ${guest?.lastName ?? null}::text,
  ${guest?.email ?? null}::text, ${guest?.phoneNumber ?? null}::text, ${at}::timestamptz)`;
