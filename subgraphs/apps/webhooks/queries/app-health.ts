import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { HEALTH_HOURS, WEEK_MS } from '../domain/app-health.ts';

/** App whose health is read. */
export interface AppOfHealth {
  readonly appId: number;
}

/** An install's newest failed delivery of a topic. Has neither the payload nor the event's id. */
export interface FailingDeliveryRow {
  readonly installId: number;
  readonly isDevInstall: boolean;
  /** Team slug. */
  readonly team: string;
  readonly topic: string;
  readonly status: 'retrying' | 'failed';
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
  /** When it was last attempted. */
  readonly at: string;
}

/** Attempts to deliver to all of an app's installs in an hour. */
export interface AppHourRow {
  readonly at: string;
  readonly delivered: number;
  readonly failed: number;
  /** Accepted attempts' mean duration; null if there were none. */
  readonly latencyMs: number | null;
}

const MOST_FAILING = 100;

/** Condition in the index `delivery_failures`. */
const FAILING = sql`d.status IN ('retrying', 'failed')`;

/**
 * Returns the newest failed delivery per active install and topic from the last seven days, newest first.
 * Visits only installs with failed attempts in that time, and skips from topic to topic on the index for failed
 * deliveries: the cost doesn't depend on the number of deliveries.
 */
export async function findFailing(
  ctx: SubgraphContext,
  appId: number,
): Promise<readonly FailingDeliveryRow[]> {
  const since = new Date(ctx.clock.now().getTime() - WEEK_MS);
  const statement: RawBuilder<FailingDeliveryRow> = sql`
    SELECT i.id AS "installId", i.is_dev_install AS "isDevInstall", t.slug AS team, newest.topic, newest.status,
      newest.last_status_code AS "lastStatusCode", newest.last_error AS "lastError", newest.sent_at AS at
    FROM apps.installs i
    JOIN apps.teams t ON t.id = i.team_id
    CROSS JOIN LATERAL (
      WITH RECURSIVE topics AS (
        (SELECT d.topic FROM apps.deliveries d WHERE d.install_id = i.id AND ${FAILING} ORDER BY d.topic LIMIT 1)
        UNION ALL
        SELECT (SELECT d.topic FROM apps.deliveries d
          WHERE d.install_id = i.id AND ${FAILING} AND d.topic > topics.topic ORDER BY d.topic LIMIT 1)
        FROM topics WHERE topics.topic IS NOT NULL
      )
      SELECT topic FROM topics WHERE topic IS NOT NULL
    ) failing
    CROSS JOIN LATERAL (
      SELECT d.topic, d.status, d.last_status_code, d.last_error, d.sent_at FROM apps.deliveries d
      WHERE d.install_id = i.id AND d.topic = failing.topic AND ${FAILING}
        AND d.sent_at > greatest(${since}::timestamptz, i.installed_at)
      ORDER BY d.sent_at DESC LIMIT 1
    ) newest
    WHERE i.app_id = ${appId} AND i.is_active AND EXISTS (
      SELECT FROM apps.delivery_hours h
      WHERE h.install_id = i.id AND h.hour > ${since}::timestamptz - interval '1 hour' AND h.failed > 0)
    ORDER BY newest.sent_at DESC, i.id, newest.topic LIMIT ${MOST_FAILING}`;
  const { rows } = await statement.execute(statements(ctx));
  return rows;
}

/** Returns attempts by hour, oldest first, including hours without attempts. */
export async function findHours(ctx: SubgraphContext, appId: number): Promise<readonly AppHourRow[]> {
  const now = ctx.clock.now();
  const statement: RawBuilder<AppHourRow> = sql`
    WITH counted AS (
      SELECT h.hour, sum(h.delivered)::int AS delivered, sum(h.failed)::int AS failed,
        sum(h.latency_ms_sum) AS latency_ms_sum
      FROM apps.installs i
      JOIN apps.delivery_hours h ON h.install_id = i.id
      WHERE i.app_id = ${appId} AND h.hour > ${now}::timestamptz - ${HEALTH_HOURS} * interval '1 hour'
      GROUP BY h.hour
    )
    SELECT hour AS at, coalesce(counted.delivered, 0) AS delivered, coalesce(counted.failed, 0) AS failed,
      round(counted.latency_ms_sum / nullif(counted.delivered, 0))::int AS "latencyMs"
    FROM generate_series(
      date_trunc('hour', ${now}::timestamptz, 'UTC') - ${HEALTH_HOURS - 1} * interval '1 hour',
      ${now}::timestamptz, interval '1 hour') AS hour
    LEFT JOIN counted USING (hour)
    ORDER BY hour`;
  const { rows } = await statement.execute(statements(ctx));
  return rows;
}
