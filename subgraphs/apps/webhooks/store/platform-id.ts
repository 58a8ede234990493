import { type Kysely, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';

/** The random id of this platform, which its database keeps. */
export async function platformId(
  { services }: Pick<SubgraphContext, 'services'>,
  reader: Kysely<unknown>,
): Promise<string> {
  const { platform } = services.apps;
  if (platform.id !== null) return platform.id;
  const { rows } = await sql<{ readonly id: string }>`SELECT id FROM apps.platform`.execute(reader);
  const [row] = rows;
  if (!row) throw new Error('The table apps.platform is empty: a migration fills it.');
  platform.id = row.id;
  return row.id;
}
