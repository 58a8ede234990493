import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from './context.ts';
import { statements } from './transaction.ts';

/** Returns the end time of the last recorded backup, or null if no backup has ever been recorded. */
export async function readLastBackup(ctx: Pick<SubgraphContext, 'db'>): Promise<Date | null> {
  const statement: RawBuilder<{ readonly seconds: number }> = sql`
    SELECT extract(epoch FROM finished_at)::float8 AS seconds FROM backups`;
  const { rows } = await statement.execute(statements(ctx));
  const [row] = rows;
  return row ? new Date(row.seconds * 1_000) : null;
}
