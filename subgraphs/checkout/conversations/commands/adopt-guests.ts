import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';

/** Bookings per transaction. */
const BATCH = 500;

/**
 * Adds contacts to bookings without one: bookings from before contacts existed, or made by an older server
 * version during a deployment. Safe to repeat and to run concurrently. See
 * docs/interface/bookings.md#contacts.
 */
export async function adoptGuests(ctx: SubgraphContext): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      adopted: number;
    }>`SELECT checkout.adopt_guests(${BATCH}) AS adopted`.execute(statements(ctx));
    if (rows[0]?.adopted !== BATCH) return;
  }
}
