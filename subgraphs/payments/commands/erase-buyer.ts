import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';

/** Replaces the guest's details sent to apps. */
const NOBODY = { first_name: 'Redacted', last_name: 'guest', email: null, phone_number: null };

/**
 * Erases the guest from requests sent to payment apps for these bookings. Safe to repeat. See
 * docs/interface/bookings.md#redaction.
 */
export async function eraseBuyer(ctx: SubgraphContext, bookingIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE payments.session SET request = jsonb_set(request::jsonb, '{payment_session,buyer}', ${JSON.stringify(NOBODY)}::jsonb)::text
    WHERE booking_id = ANY (${[...bookingIds]}::bigint[])`.execute(statements(ctx));
}
