import { type Kysely, sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Outcome } from './send-delivery.ts';

/** NOTIFYs on this channel name an install that has something to be sent. */
export const DELIVERY_CHANNEL = 'apps_deliveries';

/** Who claimed a delivery must say what became of it within this long; then it is free again (a killed worker's are). */
export const LEASE_MS = 20_000;

/** Deliveries of one install that are on their way at once, over all processes: a slow endpoint slows only itself. */
const IN_FLIGHT_PER_INSTALL = 16;

/** How many waiting deliveries of an install are looked at for ones whose resource has none on its way. */
const LOOK_AHEAD = 128;

/** Any number that only this product uses with `pg_advisory_xact_lock`. */
const CLAIM_LOCK = 7_310_885;

/** A delivery that this process alone may send until the lease ends. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly installId: number;
  readonly appId: number;
  readonly teamId: number;
  readonly eventId: string;
  readonly topic: string;
  readonly body: string;
  readonly attempts: number;
  /** Attempts made before it was last asked for anew: the schedule starts over there. */
  readonly attemptsBefore: number;
  readonly webhookSecretSealed: string;
  readonly url: string;
  readonly standardWebhooks: boolean;
  /** Names the claim: whoever lost it changes nothing. */
  readonly lease: string;
}

/** What a dispatcher's turn does. */
export interface DispatchTurn {
  /** What became of deliveries that were claimed before. */
  readonly outcomes: readonly Outcome[];
  /** Installs that may have something due; null looks at all. */
  readonly installIds: readonly number[] | null;
  /** How many deliveries may be claimed. */
  readonly limit: number;
}

/**
 * Notes what became of deliveries and claims what is due: of every install its oldest, one per resource, none while `forward`
 * drains it. Processes take turns, so that two never send the same install two deliveries about the same resource. Commits
 * without waiting for the disk: what a crash of the database forgets is sent again, which at-least-once allows.
 */
export function noteAndClaim(
  ctx: IslandContext,
  { outcomes, installIds, limit }: DispatchTurn,
): Promise<readonly ClaimedDelivery[]> {
  return inTransaction(ctx, async (em) => {
    const db = em.getKysely<unknown>();
    await sql`
      SELECT pg_advisory_xact_lock(${CLAIM_LOCK}), set_config('synchronous_commit', 'off', true)`.execute(db);
    if (outcomes.length) await note(db, outcomes);
    return limit > 0 && (installIds === null || installIds.length > 0) ? claim(db, installIds, limit) : [];
  });
}

async function note(db: Kysely<unknown>, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(({ delivery, ...outcome }) => ({
    id: delivery.id,
    lease: delivery.lease,
    status: outcome.status,
    sent_at: outcome.sentAt,
    signature: outcome.signature,
    status_code: outcome.statusCode,
    latency_ms: outcome.latencyMs,
    error: outcome.error,
    next_attempt_at: outcome.nextAttemptAt,
  }));
  await sql`
    UPDATE apps.deliveries d
    SET status = o.status, attempts = attempts + 1, sent_at = o.sent_at, signature = o.signature,
      last_status_code = o.status_code, latency_ms = o.latency_ms, last_error = o.error,
      delivered_at = CASE WHEN o.status = 'delivered' THEN clock_timestamp() END,
      next_attempt_at = o.next_attempt_at, claimed_until = NULL
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS o (
      id bigint, lease timestamptz, status text, sent_at timestamptz, signature text, status_code int,
      latency_ms int, error text, next_attempt_at timestamptz
    )
    WHERE d.id = o.id AND d.claimed_until = o.lease`.execute(db);
}

async function claim(
  db: Kysely<unknown>,
  installIds: readonly number[] | null,
  limit: number,
): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    WITH picked AS (
      SELECT due.id, i.id AS install_id, i.app_id, i.team_id, i.webhook_secret_sealed,
        v.manifest->>'webhookUrl' AS url,
        coalesce((v.manifest->>'standardWebhooks')::boolean, false) AS standard_webhooks
      FROM apps.installs i
      JOIN apps.apps a ON a.id = i.app_id
      JOIN apps.app_versions v ON v.id = a.live_version_id
      CROSS JOIN LATERAL (
        SELECT count(*) AS n FROM apps.deliveries d
        WHERE d.install_id = i.id AND d.claimed_until > clock_timestamp()
      ) on_their_way
      CROSS JOIN LATERAL (
        SELECT DISTINCT ON (waiting.resource_key) waiting.id
        FROM (
          SELECT d.id, d.resource_key FROM apps.deliveries d
          WHERE d.install_id = i.id AND d.status IN ('pending', 'retrying')
            AND d.next_attempt_at <= clock_timestamp()
            AND (i.is_active OR d.topic = 'app.uninstalled')
            AND (d.claimed_until IS NULL OR d.claimed_until <= clock_timestamp())
          ORDER BY d.next_attempt_at, d.id LIMIT ${LOOK_AHEAD}
        ) waiting
        WHERE NOT EXISTS (
          SELECT 1 FROM apps.deliveries d
          WHERE d.install_id = i.id AND d.resource_key = waiting.resource_key
            AND d.claimed_until > clock_timestamp()
        )
        ORDER BY waiting.resource_key, waiting.id
        LIMIT greatest(0, ${IN_FLIGHT_PER_INSTALL} - on_their_way.n)
      ) due
      WHERE (${installIds === null} OR i.id = ANY(${installIds ?? []}::int[]))
        AND (i.forward_until IS NULL OR i.forward_until <= clock_timestamp())
        AND v.manifest->>'webhookUrl' IS NOT NULL
      LIMIT ${limit}
    )
    UPDATE apps.deliveries d
    SET claimed_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
    FROM picked WHERE d.id = picked.id
    RETURNING d.id::text, d.event_id AS "eventId", d.topic, d.body, d.attempts,
      d.attempts_before AS "attemptsBefore", d.claimed_until::text AS lease,
      picked.install_id AS "installId", picked.app_id AS "appId", picked.team_id AS "teamId", picked.url,
      picked.webhook_secret_sealed AS "webhookSecretSealed",
      picked.standard_webhooks AS "standardWebhooks"`.execute(db);
  return rows;
}
