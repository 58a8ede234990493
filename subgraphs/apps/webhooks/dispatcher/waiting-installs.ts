import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';

/** An install with waiting deliveries. */
export interface WaitingInstall {
  readonly id: number;
  readonly is_due: boolean;
  /**
   * Milliseconds until the next delivery is due or the install's `forward` window ends, whichever is first;
   * null if neither is in the future.
   */
  readonly in_ms: number | null;
}

/**
 * Finds installs with waiting deliveries, whether one is due, and when the next will be. Skips from one such
 * install to the next on the index for due deliveries: the cost only depends on their number, not on all
 * installs and deliveries.
 */
export async function findWaitingInstalls(ctx: SubgraphContext): Promise<readonly WaitingInstall[]> {
  const walk: RawBuilder<WaitingInstall> = sql`
    WITH RECURSIVE waiting AS (
      (SELECT d.install_id, d.next_attempt_at FROM apps.deliveries d WHERE d.status IN ('pending', 'retrying')
        ORDER BY d.install_id, d.next_attempt_at LIMIT 1)
      UNION ALL
      SELECT next.* FROM waiting CROSS JOIN LATERAL (
        SELECT d.install_id, d.next_attempt_at FROM apps.deliveries d
        WHERE d.status IN ('pending', 'retrying') AND d.install_id > waiting.install_id
        ORDER BY d.install_id, d.next_attempt_at LIMIT 1) next
    )
    SELECT install_id AS id, next_attempt_at <= statement_timestamp() AS is_due, least((
      SELECT ceil(extract(epoch FROM min(d.next_attempt_at) - clock_timestamp()) * 1000)::float8 FROM apps.deliveries d
      WHERE d.status IN ('pending', 'retrying') AND d.install_id = waiting.install_id
        AND d.next_attempt_at > statement_timestamp()), (
      SELECT ceil(extract(epoch FROM i.forward_until - clock_timestamp()) * 1000)::float8 FROM apps.installs i
      WHERE i.id = waiting.install_id AND i.forward_until > statement_timestamp())) AS in_ms
    FROM waiting`;
  const { rows } = await walk.execute(statements(ctx));
  return rows;
}
