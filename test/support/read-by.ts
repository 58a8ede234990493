import { sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { statements } from '#db/transaction.ts';
import type { TestDatabase } from './database.ts';

/** A task's reads from a table. */
export interface Read {
  /** Rows read by full table scans. */
  readonly scanned: number;
  /** Blocks in the table and its indexes. */
  readonly blocks: number;
}

/**
 * Measures a task's reads from a table through a database with one connection, which reports them on request.
 * Nothing else may use the table.
 */
export async function readBy(
  db: Database,
  { query }: Pick<TestDatabase, 'query'>,
  table: string,
  work: () => Promise<unknown>,
): Promise<Read> {
  const count = async () => {
    await sql`SELECT pg_stat_force_next_flush()`.execute(statements({ db }));
    await sql`SELECT 1`.execute(statements({ db }));
    const [row] = await query<Read>(
      `SELECT seq_tup_read::int AS scanned, (heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0))::int AS blocks
       FROM pg_stat_user_tables t JOIN pg_statio_user_tables io USING (relid) WHERE t.relid = $1::regclass`,
      [table],
    );
    return row ?? { scanned: 0, blocks: 0 };
  };
  const before = await count();
  await work();
  const after = await count();
  return { scanned: after.scanned - before.scanned, blocks: after.blocks - before.blocks };
}
