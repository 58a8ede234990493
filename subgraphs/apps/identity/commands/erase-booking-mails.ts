import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';

/**
 * Deletes every mail about bookings whose guest was erased: those that wait are not sent any more, and no name or address is left of
 * those that were. See docs/interface/bookings.md#redaction.
 */
export async function eraseBookingMails(ctx: SubgraphContext, bookingIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM apps.mails WHERE booking_id = ANY (${[...bookingIds]}::int[])`.execute(
    statements(ctx),
  );
}
