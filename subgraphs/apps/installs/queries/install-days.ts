import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { INSTALL_DAYS } from '../domain/install-days.ts';

/** Number of teams with an app installed at a day's end. */
export interface InstallDayRow {
  readonly date: string;
  readonly count: number;
}

/**
 * Counts an app's active installs at each day's end (UTC), oldest first; today's count is the
 * current one. Adds up the changes by day: an install counts from its first day until the day before its end.
 */
export async function findInstallDays(
  ctx: SubgraphContext,
  appId: number,
): Promise<readonly InstallDayRow[]> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const statement: RawBuilder<InstallDayRow> = sql`
    WITH days AS (
      SELECT ${today}::date AS last, ${today}::date - ${INSTALL_DAYS - 1}::int AS first
    ), installed (since, until) AS (
      SELECT installed_at, uninstalled_at FROM apps.installs
      WHERE app_id = ${appId} AND (is_active OR uninstalled_at IS NOT NULL)
      UNION ALL
      SELECT installed_at, uninstalled_at FROM apps.past_installs WHERE app_id = ${appId}
    ), changes (date, change) AS (
      SELECT (since AT TIME ZONE 'UTC')::date, 1 FROM installed
      UNION ALL
      SELECT (until AT TIME ZONE 'UTC')::date, -1 FROM installed WHERE until IS NOT NULL
    )
    SELECT day::date::text AS date, (sum(coalesce(changed.change, 0)) OVER (ORDER BY day))::int AS count
    FROM days
    CROSS JOIN generate_series(first, last, '1 day'::interval) AS day
    LEFT JOIN (
      SELECT greatest(changes.date, days.first) AS date, sum(change) AS change FROM changes, days GROUP BY 1
    ) changed ON changed.date = day::date
    ORDER BY day`;
  const { rows } = await statement.execute(statements(ctx));
  return rows;
}
