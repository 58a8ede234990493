import { type Kysely, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';

/** It never changes, so it is read once for each database. */
const KNOWN = new WeakMap<SubgraphContext['db'], string>();

/** The random id of this platform, which its database keeps. */
export async function platformId(
  { db }: Pick<SubgraphContext, 'db'>,
  reader: Kysely<unknown>,
): Promise<string> {
  const known = KNOWN.get(db);
  if (known) return known;
  const { rows } = await sql<{ readonly id: string }>`SELECT id FROM apps.platform`.execute(reader);
  const [row] = rows;
  if (!row) throw new Error('The table apps.platform is empty: a migration fills it.');
  KNOWN.set(db, row.id);
  return row.id;
}
