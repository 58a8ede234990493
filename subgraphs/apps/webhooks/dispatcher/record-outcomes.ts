import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Outcome } from './send-delivery.ts';

/** A recorded outcome. */
export interface Recorded {
  readonly status: string;
  /** Seconds from writing the delivery until it arrived; null if it didn't, or if it was requeued. */
  readonly lag: number | null;
}

/**
 * Records delivery outcomes in `db`'s transaction, and counts them by install and hour. A process that has lost
 * its claim changes and counts nothing. Hours are counted in a fixed order, to avoid deadlocks with another
 * process's turn.
 */
export async function recordOutcomes(
  db: Kysely<unknown>,
  outcomes: readonly Outcome[],
): Promise<readonly Recorded[]> {
  if (outcomes.length === 0) return [];
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
  const statement: RawBuilder<Recorded> = sql`
    WITH recorded AS (
      UPDATE apps.deliveries d
      SET status = o.status, attempts = attempts + 1, sent_at = o.sent_at, signature = o.signature,
        last_status_code = o.status_code, latency_ms = o.latency_ms, last_error = o.error,
        delivered_at = CASE WHEN o.status = 'delivered' THEN clock_timestamp() END,
        next_attempt_at = o.next_attempt_at, claimed_until = NULL
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS o (
        id bigint, lease timestamptz, status text, sent_at timestamptz, signature text, status_code int,
        latency_ms int, error text, next_attempt_at timestamptz
      )
      WHERE d.id = o.id AND d.claimed_until = o.lease
      RETURNING d.status, d.install_id, d.sent_at, d.latency_ms, CASE WHEN d.attempts_before = 0
        THEN extract(epoch FROM d.delivered_at - d.created_at)::float8 END AS lag
    ), counted AS (
      INSERT INTO apps.delivery_hours AS h (install_id, hour, delivered, failed, latency_ms_sum)
      SELECT install_id, date_trunc('hour', sent_at, 'UTC'), count(*) FILTER (WHERE status = 'delivered'),
        count(*) FILTER (WHERE status <> 'delivered'),
        coalesce(sum(latency_ms) FILTER (WHERE status = 'delivered'), 0)
      FROM recorded GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (install_id, hour) DO UPDATE SET delivered = h.delivered + excluded.delivered,
        failed = h.failed + excluded.failed, latency_ms_sum = h.latency_ms_sum + excluded.latency_ms_sum
    )
    SELECT status, lag FROM recorded`;
  const { rows: recorded } = await statement.execute(db);
  return recorded;
}
