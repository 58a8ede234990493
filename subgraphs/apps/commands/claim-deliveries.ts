import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';

/** NOTIFYs on this channel name an install that has something to be sent. */
export const DELIVERY_CHANNEL = 'apps_deliveries';

/** Who claimed a delivery must say what became of it within this long; then it is free again (a killed worker's are). */
export const LEASE_MS = 20_000;

/** Deliveries of one install that are on their way at once, over all processes: a slow endpoint slows only itself. */
const IN_FLIGHT_PER_INSTALL = 8;

/** How many waiting deliveries of an install are looked at for ones whose resource has none on its way. */
const LOOK_AHEAD = 64;

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

/**
 * Claims what is due, at most `limit`: of every install its oldest, one per resource, none while `forward` drains it. Processes
 * claim one after another, so that two never send the same install two deliveries about the same resource.
 */
export function claimDeliveries(
  ctx: IslandContext,
  { installIds, limit }: { readonly installIds: readonly number[] | null; readonly limit: number },
): Promise<readonly ClaimedDelivery[]> {
  return inTransaction(ctx, async (em) => {
    const db = em.getKysely<unknown>();
    await sql`SELECT pg_advisory_xact_lock(${CLAIM_LOCK})`.execute(db);
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
  });
}
