import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { type Claim, type ClaimedDelivery, claimDeliveries } from './claim-deliveries.ts';
import { type Announced, findSubscribers } from './fan-out.ts';
import { noteOutcomes } from './note-outcomes.ts';
import type { Outcome } from './send-delivery.ts';
import { writeDeliveries } from './write-deliveries.ts';

/** Any number that only this product uses with `pg_advisory_xact_lock`. */
const TURN_LOCK = 7_310_885;

/** What a dispatcher's turn does. */
export interface DispatchTurn {
  /** What became of deliveries that were claimed before. */
  readonly outcomes: readonly Outcome[];
  /** Events that happened since. */
  readonly announced: readonly Announced[];
  /** What may be claimed then; installs that are told of these events may have something due as well. */
  readonly claim: Claim;
}

/**
 * One turn of a dispatcher, one transaction: it notes what became of deliveries, writes those of new events, and claims what is
 * due. Processes take turns, so that two never send the same install two deliveries about the same resource.
 *
 * It commits without waiting for the disk. What a crash of the database forgets is done again, which at-least-once allows: an
 * event's job is ended later, by a commit that waits, and the same event makes the same id and body again.
 */
export async function takeTurn(
  ctx: IslandContext,
  { outcomes, announced, claim }: DispatchTurn,
): Promise<readonly ClaimedDelivery[]> {
  const addressed = announced.length ? await findSubscribers(statements(ctx), announced) : [];
  return inTransaction(ctx, async (em) => {
    const db = em.getKysely<unknown>();
    await sql`
      SELECT pg_advisory_xact_lock(${TURN_LOCK}), set_config('synchronous_commit', 'off', true),
        set_config('enable_seqscan', 'off', true) -- plans are kept, and must suit a table that has grown`.execute(
      db,
    );
    await noteOutcomes(db, outcomes);
    await writeDeliveries(ctx, db, addressed);
    if (claim.limit <= 0) return [];
    const told = addressed.map(({ installId }) => installId);
    const installIds = claim.installIds && [...new Set([...claim.installIds, ...told])];
    return installIds?.length === 0 ? [] : claimDeliveries(db, { ...claim, installIds });
  });
}
