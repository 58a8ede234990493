import { type RawBuilder, sql } from 'kysely';
import type { Buyer } from './entities.ts';

/**
 * Returns a booking's contact id, within the statement that creates the booking: found by email address, then
 * by phone number, or else newly created. Concurrent bookings by the same guest all find the same contact. In
 * a transaction that changes a booking, call this first: see `checkout.guest_contact` for its locks. See
 * docs/interface/bookings.md#contacts.
 */
export const contactOf = (
  teamId: RawBuilder<number> | number,
  guest: Buyer | null,
  at: Date,
): RawBuilder<number> => sql`checkout.guest_contact(${teamId}, ${guest?.firstName ?? null}::text, ${guest?.lastName ?? null}::text,
  ${guest?.email ?? null}::text, ${guest?.phoneNumber ?? null}::text, ${at}::timestamptz)`;
