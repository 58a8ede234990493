import { sql } from 'kysely';
import type { Config } from '#kit/config.ts';
import type { SubgraphContext } from './context.ts';
import { HEARTBEAT_SECONDS } from './jobs/queue-runner.ts';
import { statements } from './transaction.ts';

/** An instant in a table until which something waits: a retry, a claim, the end of a window. */
export interface Wait {
  /** With its schema. */
  readonly table: string;
  readonly column: string;
  /** The longest that anything sets, measured from now. What lies further ahead was set by a clock that was ahead. */
  readonly longestMs: (config: Config) => number;
  /** A condition on the rows that wait; all where not given. */
  readonly where?: string;
}

const HOUR_MS = 3_600_000;
/** Rounding, jitter, and the difference that clocks may have. */
const TOLERANCE_MS = 60_000;

/** Waits in tables of no subgraph. */
export const SHARED_WAITS: readonly Wait[] = [
  { table: 'public.rate_limits', column: 'ends_at', longestMs: () => HOUR_MS },
];

/**
 * Ends waits that a wrong clock made too long: once it is right, nothing may wait longer than its longest wait. Safe to repeat and to
 * run beside itself.
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
  // Jobs keep their delay from the instant they were booked; what began or failed in the future is due now.
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
