import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { operatorId } from '#kit/operator.ts';
import { RUNNING_VERSION } from '../../installs/store/running-version.ts';

/** An install with waiting deliveries, as shown to operators. */
export interface WaitingEndpointRow {
  readonly id: number;
  readonly app: string;
  readonly team: number;
  readonly url: string | null;
  readonly waiting: number;
  readonly failing: number;
  readonly oldest: string;
  readonly code: number | null;
  readonly error: string | null;
}

/** Maximum deliveries counted per install, and maximum installs shown. */
const MOST_COUNTED = 1_000;
const MOST_SHOWN = 100;
/** Maximum installs scanned, starting with the lowest ids, if more have waiting deliveries. */
const MOST_LOOKED_AT = 1_000;

/**
 * Returns installs with waiting deliveries, starting with the install whose first delivery is oldest. Throws
 * `ACCESS_DENIED` for anyone except operators. Only visits installs that have some, one by one on the index
 * for due deliveries.
 */
export async function findWaitingEndpoints(ctx: SubgraphContext): Promise<readonly WaitingEndpointRow[]> {
  operatorId(ctx);
  const statement: RawBuilder<WaitingEndpointRow> = sql`
    WITH RECURSIVE queued (install_id, n) AS (
      (SELECT install_id, 1 FROM apps.deliveries WHERE ${WAITING} ORDER BY install_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.install_id FROM apps.deliveries d WHERE ${WAITING} AND d.install_id > queued.install_id
        ORDER BY d.install_id LIMIT 1), n + 1
      FROM queued WHERE queued.install_id IS NOT NULL AND n < ${MOST_LOOKED_AT}
    )
    SELECT i.id, a.name AS app, i.team_id AS team, v.manifest->>'webhookUrl' AS url, counted.waiting, counted.failing,
      counted.oldest, newest.last_status_code AS code, newest.last_error AS error
    FROM queued
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS waiting, count(*) FILTER (WHERE status = 'retrying')::int AS failing, min(created_at) AS oldest
      FROM (SELECT status, created_at FROM apps.deliveries d WHERE d.install_id = queued.install_id AND ${WAITING}
        ORDER BY next_attempt_at, id LIMIT ${MOST_COUNTED}) waiting
    ) counted
    LEFT JOIN LATERAL (
      SELECT d.last_status_code, d.last_error FROM apps.deliveries d
      WHERE d.install_id = queued.install_id AND ${WAITING} AND d.sent_at IS NOT NULL
      ORDER BY d.next_attempt_at DESC, d.id DESC LIMIT 1
    ) newest ON counted.failing > 0
    JOIN apps.installs i ON i.id = queued.install_id
    JOIN apps.apps a ON a.id = i.app_id
    LEFT JOIN apps.app_versions v ON v.id = ${RUNNING_VERSION}
    ORDER BY counted.oldest, i.id LIMIT ${MOST_SHOWN}`;
  const { rows } = await statement.execute(statements(ctx));
  return rows;
}

/** Condition in the index `delivery_due`. */
const WAITING = sql`status IN ('pending', 'retrying')`;
