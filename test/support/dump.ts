import type { TestPlatform } from './platform.ts';

/** Every row in the schemas with guest data, as lower-case text. */
export async function dumpOf({ database }: Pick<TestPlatform, 'database'>): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('checkout', 'apps', 'payments', 'tasks', 'public', 'jobs', 'pgboss') AND table_type = 'BASE TABLE'`,
  );
  const texts = await Promise.all(
    tables.map(({ name }) => database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)),
  );
  return texts.flatMap((rows) => rows.map(({ row }) => row.toLowerCase())).join('\n');
}
