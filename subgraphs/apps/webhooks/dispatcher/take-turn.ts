import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { recordMetric } from '#kit/metrics.ts';
import type { Announced } from '../domain/envelope.ts';
import { findSubscribers, type Subscriber } from '../store/subscribers.ts';
import { type FreshDelivery, writeDeliveries } from '../store/write-deliveries.ts';
import {
  type Claim,
  type ClaimedDelivery,
  claimDeliveries,
  IN_FLIGHT_PER_INSTALL,
} from './claim-deliveries.ts';
import { type Recorded, recordOutcomes } from './record-outcomes.ts';
import type { Outcome } from './send-delivery.ts';

/** First key for advisory locks, unique to this product. */
const TURN_LOCK = 7_310_896;
/** Number of second keys, which installs share: the maximum number of locks in one turn. */
const LOCKS = 256;
/** Lock that the previous release's processes hold exclusively, for all installs. */
const FORMER_LOCK = 7_310_885;

/** Input for a dispatcher's turn. */
export interface DispatchTurn {
  /** Outcomes of previously claimed deliveries. */
  readonly outcomes: readonly Outcome[];
  /** Events announced since. */
  readonly announced: readonly Announced[];
  /** Other deliveries that can be claimed. */
  readonly claim: Claim;
}

/** Result of a turn. */
export interface Turn {
  readonly claimed: readonly ClaimedDelivery[];
  /** Installs that another process was claiming; to be retried soon. */
  readonly elsewhere: readonly number[];
}

/**
 * Takes a dispatcher's turn in one transaction: records delivery outcomes, claims due deliveries, and writes
 * deliveries for new events, claiming them if there's capacity. Only one process at a time claims an
 * install's deliveries, so that no two processes send it deliveries about the same resource concurrently. If
 * another process is claiming an install, the turn skips it; it only waits in order to write, so that
 * deliveries are written in sequence.
 *
 * Commits asynchronously. Work lost in a database crash is repeated, which at-least-once allows: an event's
 * job is finished later by a synchronous commit, and the same event yields the same id and body again.
 */
export async function takeTurn(
  ctx: SubgraphContext,
  { outcomes, announced, claim }: DispatchTurn,
): Promise<Turn> {
  const addressed = announced.length ? await findSubscribers(statements(ctx), announced) : [];
  let recorded: readonly Recorded[] = [];
  let elsewhere: readonly number[] = [];
  const toldOf = new Set(addressed.flatMap(({ subscribers }) => subscribers.map((one) => one.installId)));
  const claimed = await inTransaction(ctx, async (em) => {
    const db = statements(em);
    if (toldOf.size > 0) await lockInstalls(db, [...toldOf]);
    const tried: RawBuilder<{ mine: readonly number[] }> = sql`
      SELECT set_config('synchronous_commit', 'off', true),
        -- Plans are kept, and must suit a table that has grown: along its indexes, in their order.
        set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
        pg_advisory_xact_lock_shared(${FORMER_LOCK}),
        ARRAY(SELECT id FROM unnest(${claim.installIds}::int[]) AS id
          WHERE pg_try_advisory_xact_lock(${TURN_LOCK}, id % ${LOCKS})) AS mine`;
    const { rows } = await tried.execute(db);
    const mine = new Set(rows[0]?.mine);
    elsewhere = claim.installIds.filter((id) => !mine.has(id));
    recorded = await recordOutcomes(db, outcomes);
    const own = claim.installIds.filter((id) => mine.has(id));
    const nothing = claim.limit <= 0 || own.length === 0;
    const waiting = nothing ? [] : await claimDeliveries(db, { ...claim, installIds: own });
    const subscribers = new Map(
      addressed.flatMap((each) => each.subscribers.map((one) => [one.installId, one])),
    );
    const fresh = await writeDeliveries(ctx, db, addressed, placesOf(claim, waiting, subscribers));
    return [...waiting, ...fresh.flatMap((delivery) => claimedBy(subscribers, delivery))];
  });
  for (const { status, lag } of recorded) {
    recordMetric('webhookAttempt', { outcome: status });
    if (lag !== null) recordMetric('webhookLag', {}, lag);
  }
  return { claimed, elsewhere };
}

/** Waits for locks in a fixed order, to avoid deadlocks, and before trying any lock without waiting. */
async function lockInstalls(db: Kysely<unknown>, ids: readonly number[]): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(${TURN_LOCK}, ordered.lock) FROM (
      SELECT DISTINCT id % ${LOCKS} AS lock FROM unnest(${ids}::int[]) AS id ORDER BY 1) AS ordered`.execute(
    db,
  );
}

/**
 * Returns the capacity for new deliveries: older ones take precedence, and an install whose deliveries wait
 * for `forward` or a payment has none.
 */
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
    if (left <= 0 || full || subscribers.get(installId)?.waits !== false) return false;
    left -= 1;
    take(installId);
    return true;
  };
}

/** A delivery claimed when written, with its endpoint. */
function claimedBy(
  subscribers: ReadonlyMap<number, Subscriber>,
  delivery: FreshDelivery,
): readonly ClaimedDelivery[] {
  const endpoint = subscribers.get(delivery.installId);
  return endpoint ? [{ ...endpoint, ...delivery, attempts: 0, attemptsBefore: 0 }] : [];
}
