import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import type { Announced } from '../domain/envelope.ts';
import { findSubscribers, type Subscriber } from '../store/subscribers.ts';
import { type FreshDelivery, writeDeliveries } from '../store/write-deliveries.ts';
import {
  type Claim,
  type ClaimedDelivery,
  claimDeliveries,
  IN_FLIGHT_PER_INSTALL,
} from './claim-deliveries.ts';
import { recordOutcomes } from './record-outcomes.ts';
import type { Outcome } from './send-delivery.ts';

/** Any number that only this product uses with `pg_advisory_xact_lock`. */
const TURN_LOCK = 7_310_885;

/** What a dispatcher's turn does. */
export interface DispatchTurn {
  /** What became of deliveries that were claimed before. */
  readonly outcomes: readonly Outcome[];
  /** Events that happened since. */
  readonly announced: readonly Announced[];
  /** What of the rest may be claimed. */
  readonly claim: Claim;
}

/**
 * One turn of a dispatcher, one transaction: it records the outcomes of deliveries, claims what is due, and writes those of new
 * events, as claimed where there is a place for them. Processes take turns, so that two never send the same install two
 * deliveries about the same resource.
 *
 * It commits without waiting for the disk. What a crash of the database loses is done again, which at-least-once allows: an
 * event's job is ended later, by a commit that waits, and the same event makes the same id and body again.
 */
export async function takeTurn(
  ctx: SubgraphContext,
  { outcomes, announced, claim }: DispatchTurn,
): Promise<readonly ClaimedDelivery[]> {
  const addressed = announced.length ? await findSubscribers(statements(ctx), announced) : [];
  return inTransaction(ctx, async (em) => {
    const db = statements(em);
    await sql`
      SELECT pg_advisory_xact_lock(${TURN_LOCK}), set_config('synchronous_commit', 'off', true),
        -- Plans are kept, and must suit a table that has grown: along its indexes, in their order.
        set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(db);
    await recordOutcomes(db, outcomes);
    const nothing = claim.limit <= 0 || claim.installIds?.length === 0;
    const waiting = nothing ? [] : await claimDeliveries(db, claim);
    const subscribers = new Map(
      addressed.flatMap((each) => each.subscribers.map((one) => [one.installId, one])),
    );
    const fresh = await writeDeliveries(ctx, db, addressed, placesOf(claim, waiting, subscribers));
    return [...waiting, ...fresh.flatMap((delivery) => claimedBy(subscribers, delivery))];
  });
}

/** Places that are left for deliveries as they are written: older ones went first, and `forward` leaves none. */
function placesOf(
  { underWay, limit }: Claim,
  waiting: readonly ClaimedDelivery[],
  subscribers: ReadonlyMap<number, Subscriber>,
): (installId: number) => boolean {
  const taken = new Map(underWay);
  const take = (installId: number) => taken.set(installId, (taken.get(installId) ?? 0) + 1);
  for (const { installId } of waiting) take(installId);
  let left = limit - waiting.length;
  return (installId) => {
    const full = (taken.get(installId) ?? 0) >= IN_FLIGHT_PER_INSTALL;
    if (left <= 0 || full || subscribers.get(installId)?.forwarding !== false) return false;
    left -= 1;
    take(installId);
    return true;
  };
}

/** A delivery that was written as claimed, with where it goes. */
function claimedBy(
  subscribers: ReadonlyMap<number, Subscriber>,
  delivery: FreshDelivery,
): readonly ClaimedDelivery[] {
  const endpoint = subscribers.get(delivery.installId);
  return endpoint ? [{ ...endpoint, ...delivery, attempts: 0, attemptsBefore: 0 }] : [];
}
