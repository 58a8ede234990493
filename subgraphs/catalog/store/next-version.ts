import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';

/** The next version for events about nights. */
export async function nextVersion(em: Transaction): Promise<number> {
  const { rows } = await sql<{
    version: number;
  }>`SELECT nextval('catalog.change_version')::float8 AS version`.execute(statements(em));
  return rows[0]?.version ?? 0;
}
