import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';

/** Bookings of one transaction. */
const BATCH = 500;

/**
 * Gives bookings without a contact theirs: those from before there were contacts, and those that an older version of the server
 * makes while it is being replaced. Safe to repeat and to run twice at once. See docs/interface/bookings.md#contacts.
 */
export async function adoptGuests(ctx: SubgraphContext): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      adopted: number;
    }>`SELECT checkout.adopt_guests(${BATCH}) AS adopted`.execute(statements(ctx));
    if (rows[0]?.adopted !== BATCH) return;
  }
}
