import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from './context.ts';
import { statements } from './transaction.ts';

/** Rows that go a while after something. */
export interface Purged {
  /** With its schema. */
  readonly table: string;
  /** Which rows, in words. */
  readonly rows: string;
  /** The instant or day from which on they are kept, as the index has it. */
  readonly since: string;
  readonly keptMs: number;
  /** Which rows, as a condition; all that have such an instant where not given. */
  readonly where?: string;
  /** The index that finds the oldest of them, so that a look costs the same however many are kept. */
  readonly index: string;
}

/** Rows that a job of their own deletes. */
export interface PurgedByJob {
  readonly table: string;
  readonly rows: string;
  /** How long they are kept, in words. */
  readonly kept: string;
  /** Its name, as `jobs.ts` has it. */
  readonly job: string;
  readonly index: string;
}

/** Rows that no clock deletes. */
export interface Kept {
  readonly table: string;
  /** Why there are not too many: they are what the product is for, or each takes the place of another. */
  readonly because: string;
}

/** How long the rows of a subgraph's tables live: every table has its place in it (docs/reference/history.md). */
export interface History {
  readonly purged: readonly Purged[];
  readonly purgedByJob?: readonly PurgedByJob[];
  readonly kept: readonly Kept[];
}

/** Rows deleted in one transaction: those who read and write beside it wait for none of them. */
const BATCH = 1_000;

/** Deletes what is old by now, in batches; what someone has locked goes with the next run. Safe to repeat and to run beside itself. */
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

/** The statement that deletes the oldest of some rows, at most `BATCH` of those that are old at an instant. */
export function purging({ table, since, keptMs, where = 'true' }: Purged, now: Date): RawBuilder<unknown> {
  const [rows, instant] = [sql.raw(table), sql.raw(since)];
  return sql`DELETE FROM ${rows} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${rows} WHERE ${instant} <= ${new Date(now.getTime() - keptMs)} AND ${sql.raw(where)}
    ORDER BY ${instant} LIMIT ${sql.lit(BATCH)} FOR UPDATE SKIP LOCKED))`;
}

/** Tables of no subgraph. */
export const SHARED_HISTORY: History = {
  purged: [],
  kept: [
    {
      table: 'public.rate_limits',
      because: 'a window of each caller; those that ended are deleted where callers are counted',
    },
    { table: 'public.clock', because: 'one row' },
    { table: 'public.oldest_release', because: 'one row' },
    { table: 'public.definitions', because: 'one of each function' },
    { table: 'public.migrations', because: 'one of each change of the database' },
    { table: 'public.secret_keys', because: 'one of each secret key in use' },
  ],
};
