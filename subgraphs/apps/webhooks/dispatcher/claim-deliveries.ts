import { type Kysely, sql } from 'kysely';
import { RUNNING_VERSION } from '../../installs/store/running-version.ts';
import { LEASE_MS } from '../store/lease.ts';
import { ENDPOINT, type Endpoint, WAITS } from '../store/subscribers.ts';

/** An install's concurrent deliveries per process: a slow endpoint only slows itself. */
export const IN_FLIGHT_PER_INSTALL = 100;

/** Maximum waiting deliveries searched per install, to find any whose resource has no delivery in flight. */
const LOOK_AHEAD = 200;

/** A delivery that only this process can send until its lease ends. */
export interface ClaimedDelivery extends Endpoint {
  readonly id: string;
  readonly eventId: string;
  readonly topic: string;
  readonly body: string;
  /** Trace that announced the event; null if untraced. */
  readonly traceparent: string | null;
  readonly attempts: number;
  /** Attempts made before it was last requeued; requeuing restarts the schedule. */
  readonly attemptsBefore: number;
  /** Claim id: a process that has lost the claim changes nothing. */
  readonly lease: string;
}

/** Limits for a claim. */
export interface Claim {
  /** Installs that may have due deliveries. */
  readonly installIds: readonly number[];
  /** This process's deliveries in flight, by install. */
  readonly underWay: ReadonlyMap<number, number>;
  readonly limit: number;
}

/**
 * Claims due deliveries in a dispatcher's turn: each install's oldest, one per resource, but none that wait
 * for `forward` or a payment.
 */
export async function claimDeliveries(
  db: Kysely<unknown>,
  { installIds, underWay, limit }: Claim,
): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    WITH picked AS (
      SELECT due.id, ${ENDPOINT}
      FROM apps.installs i
      JOIN apps.apps a ON a.id = i.app_id
      JOIN apps.app_versions v ON v.id = ${RUNNING_VERSION}
      LEFT JOIN unnest(${[...underWay.keys()]}::int[], ${[...underWay.values()]}::int[])
        AS under_way (install_id, n) ON under_way.install_id = i.id
      CROSS JOIN LATERAL (
        SELECT oldest.id
        FROM (
          SELECT * FROM (
            SELECT DISTINCT ON (waiting.resource_key) waiting.id, waiting.resource_key, waiting.next_attempt_at
            FROM (
              SELECT d.id, d.resource_key, d.next_attempt_at FROM apps.deliveries d
              WHERE d.install_id = i.id AND d.status IN ('pending', 'retrying')
                AND d.next_attempt_at <= statement_timestamp() -- an index condition: what is due later is not read
                AND (i.is_active OR d.topic = 'app.uninstalled')
                AND (d.claimed_until IS NULL OR d.claimed_until <= clock_timestamp())
              ORDER BY d.next_attempt_at, d.id LIMIT ${LOOK_AHEAD}
            ) waiting
            ORDER BY waiting.resource_key, waiting.id
          ) first
          ORDER BY next_attempt_at, id
          OFFSET 0 -- what follows is asked of as many as are claimed, not of all
        ) oldest
        WHERE NOT EXISTS (
          SELECT 1 FROM apps.deliveries d
          WHERE d.install_id = i.id AND d.resource_key = oldest.resource_key
            AND d.status IN ('pending', 'retrying') AND d.claimed_until > clock_timestamp()
        )
        ORDER BY oldest.next_attempt_at, oldest.id
        LIMIT greatest(0, ${IN_FLIGHT_PER_INSTALL} - coalesce(under_way.n, 0))
      ) due
      WHERE i.id = ANY(${[...installIds]}::int[])
        AND NOT ${WAITS}
        AND v.manifest->>'webhookUrl' IS NOT NULL
      LIMIT ${limit}
    )
    UPDATE apps.deliveries d
    SET claimed_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
    FROM picked WHERE d.id = picked.id
      -- Once more: outcomes are recorded while others claim.
      AND d.status IN ('pending', 'retrying') AND (d.claimed_until IS NULL OR d.claimed_until <= clock_timestamp())
    RETURNING d.id::text, d.event_id AS "eventId", d.topic, d.body, d.traceparent, d.attempts,
      d.attempts_before AS "attemptsBefore", d.claimed_until::text AS lease,
      picked."installId", picked."appId", picked."teamId", picked.url, picked."webhookSecretSealed",
      picked."standardWebhooks"`.execute(db);
  return rows;
}
