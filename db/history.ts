import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from './context.ts';
import { statements } from './transaction.ts';

/** Rows that expire some time after an instant. */
export interface Purged {
  /** Table name with its schema. */
  readonly table: string;
  /** Description of the rows. */
  readonly rows: string;
  /** The instant or day at which retention starts, as the index has it. */
  readonly since: string;
  readonly keptMs: number;
  /** Condition on the rows; all rows with such an instant if omitted. */
  readonly where?: string;
  /** Index that finds the oldest rows, so a lookup costs the same no matter how many rows exist. */
  readonly index: string;
}

/** Rows with a dedicated deletion job. */
export interface PurgedByJob {
  readonly table: string;
  readonly rows: string;
  /** Human-readable retention period. */
  readonly kept: string;
  /** The job's name in `jobs.ts`. */
  readonly job: string;
  readonly index: string;
}

/** Rows without an expiry. */
export interface Kept {
  readonly table: string;
  /**
   * Reason their number stays bounded: they're the product's core records, or each new row replaces an old
   * one.
   */
  readonly because: string;
}

/** Retention for a subgraph's tables; every table is listed (docs/reference/history.md). */
export interface History {
  readonly purged: readonly Purged[];
  readonly purgedByJob?: readonly PurgedByJob[];
  readonly kept: readonly Kept[];
}

/** Rows deleted per transaction, few enough that concurrent readers and writers don't wait. */
const BATCH = 1_000;

/** Deletes expired rows in batches; locked rows wait for the next run. Safe to repeat and to run concurrently. */
export async function purge(
  ctx: Pick<SubgraphContext, 'db' | 'clock'>,
  { purged }: Pick<History, 'purged'>,
): Promise<void> {
  for (const rows of purged) while ((await purgeSome(ctx, rows)) === BATCH);
}

async function purgeSome(ctx: Pick<SubgraphContext, 'db' | 'clock'>, rows: Purged): Promise<number> {
  const { numAffectedRows = 0n } = await purging(rows, ctx.clock.now()).execute(statements(ctx));
  return Number(numAffectedRows);
}

/** Returns the statement that deletes at most `BATCH` rows that have expired at an instant, oldest first. */
export function purging({ table, since, keptMs, where = 'true' }: Purged, now: Date): RawBuilder<unknown> {
  const [rows, instant] = [sql.raw(table), sql.raw(since)];
  return sql`DELETE FROM ${rows} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${rows} WHERE ${instant} <= ${new Date(now.getTime() - keptMs)} AND ${sql.raw(where)}
    ORDER BY ${instant} LIMIT ${sql.lit(BATCH)} FOR UPDATE SKIP LOCKED))`;
}

/** Tables outside all subgraphs. */
export const SHARED_HISTORY: History = {
  purged: [],
  kept: [
    {
      table: 'public.rate_limits',
      because: 'one window per caller; counting deletes those that ended',
    },
    { table: 'public.backups', because: 'one row' },
    { table: 'public.clock', because: 'one row' },
    { table: 'public.oldest_release', because: 'one row' },
    { table: 'public.definitions', because: 'one per function' },
    { table: 'public.migrations', because: 'one per migration' },
    { table: 'public.secret_keys', because: 'one per secret key in use' },
  ],
};
