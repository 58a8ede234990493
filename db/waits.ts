import { sql } from 'kysely';
import type { Config } from '#kit/config.ts';
import type { SubgraphContext } from './context.ts';
import { HEARTBEAT_SECONDS } from './jobs/queue-runner.ts';
import { statements } from './transaction.ts';

/** A time in a table that a retry, claim or window waits for. */
export interface Wait {
  /** Table name with its schema. */
  readonly table: string;
  readonly column: string;
  /** Longest wait from now that any code sets. A later instant must have been set by a fast clock. */
  readonly longestMs: (config: Config) => number;
  /** Condition on waiting rows; all if omitted. */
  readonly where?: string;
}

const HOUR_MS = 3_600_000;
/** Allows for rounding, jitter and clock differences. */
const TOLERANCE_MS = 60_000;

/** Waits in tables outside all subgraphs. */
export const SHARED_WAITS: readonly Wait[] = [
  { table: 'public.rate_limits', column: 'ends_at', longestMs: () => HOUR_MS },
];

/**
 * Shortens waits that a wrong clock made too long: once the clock is right, no wait exceeds its maximum. Safe
 * to repeat and to run concurrently.
 */
export async function capWaits(
  ctx: Pick<SubgraphContext, 'db' | 'config'>,
  waits: readonly Wait[],
): Promise<void> {
  const connection = statements(ctx);
  for (const { table, column, longestMs, where = 'true' } of waits) {
    const [rows, until] = [sql.raw(table), sql.raw(column)];
    await sql`UPDATE ${rows} SET ${until} = now()
      WHERE ${until} > now() + ${longestMs(ctx.config) + TOLERANCE_MS} * interval '1 millisecond' AND ${sql.raw(where)}`.execute(
      connection,
    );
  }
  // Jobs keep their delay, counted from their creation; jobs that began or failed in the future are due now.
  await sql`UPDATE pgboss.job SET created_on = now(), start_after = now() + (start_after - created_on)
    WHERE state = 'created' AND created_on > now() + ${TOLERANCE_MS} * interval '1 millisecond'`.execute(
    connection,
  );
  await sql`UPDATE pgboss.job SET start_after = now()
    WHERE state = 'retry' AND started_on > now() + ${TOLERANCE_MS} * interval '1 millisecond' AND start_after > now()`.execute(
    connection,
  );
  await sql`UPDATE pgboss.job SET heartbeat_on = now()
    WHERE state = 'active' AND heartbeat_on > now() + ${HEARTBEAT_SECONDS} * interval '1 second'`.execute(
    connection,
  );
}
