import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import type { AppType } from '#manifest/vocabulary.ts';
import { effectiveScopes } from '../../installs/domain/grants.ts';
import { RUNNING_VERSION } from '../../installs/store/running-version.ts';
import { HEALTH_HOURS, WEEK_MS } from '../domain/app-health.ts';

/** App whose health is read. */
export interface AppOfHealth {
  readonly appId: number;
  readonly type: AppType;
}

/** An install's newest failed delivery of a topic, without the payload. */
export interface FailingDeliveryRow {
  readonly installId: number;
  readonly isDevInstall: boolean;
  /** Team slug. */
  readonly team: string;
  readonly eventId: string;
  readonly topic: string;
  readonly status: 'retrying' | 'failed';
  readonly attempts: number;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
  /** When it was last attempted. */
  readonly at: string;
  /** Null if no attempt follows. */
  readonly nextAttemptAt: string | null;
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
      newest.event_id AS "eventId", newest.attempts, newest.next_attempt_at AS "nextAttemptAt",
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
      SELECT d.topic, d.status, d.last_status_code, d.last_error, d.sent_at, d.event_id, d.attempts, d.next_attempt_at FROM apps.deliveries d
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

/** An install, with the permissions that it lacks. */
export interface LackingInstallRow {
  readonly installId: number;
  /** Team slug. */
  readonly team: string;
  readonly missing: readonly string[];
}

const MOST_LACKING = 100;

/**
 * Finds active installs that lack permissions requested by the version with a given number, or by the version that
 * each of them runs. A scope that the app's type always has is never missing.
 */
export async function findLacking(
  ctx: SubgraphContext,
  { appId, type }: AppOfHealth,
  version: number | null,
): Promise<{ readonly count: number; readonly installs: readonly LackingInstallRow[] }> {
  const compared =
    version === null ? sql`v.id = ${RUNNING_VERSION}` : sql`v.app_id = a.id AND v.number = ${version}`;
  const statement: RawBuilder<LackingInstallRow & { readonly count: number }> = sql`
    SELECT i.id AS "installId", t.slug AS team, lacking.missing, (count(*) OVER ())::int AS count
    FROM apps.installs i
    JOIN apps.apps a ON a.id = i.app_id
    JOIN apps.app_versions v ON ${compared}
    JOIN apps.teams t ON t.id = i.team_id
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(name ORDER BY place) AS missing
      FROM jsonb_array_elements_text(
        coalesce(v.manifest->'scopes', '[]') || coalesce(v.manifest->'capabilities', '[]')
      ) WITH ORDINALITY AS asked (name, place)
      WHERE name <> ALL (i.scopes || i.capabilities || ${[...effectiveScopes(type, [])]}::text[])
    ) lacking
    WHERE i.app_id = ${appId} AND i.is_active AND lacking.missing IS NOT NULL
    ORDER BY i.installed_at DESC, i.id DESC LIMIT ${MOST_LACKING}`;
  const { rows } = await statement.execute(statements(ctx));
  return { count: rows[0]?.count ?? 0, installs: rows };
}
