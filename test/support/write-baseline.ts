import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { BASELINE } from '#db/migrate/baseline.ts';
import { runMigrations } from './every-migration.ts';
import { startToolServer } from './postgres-tools.ts';

// `npm run tool baseline`: docs/contributing/migrations.md#the-baseline

/** Runs Debian's pg_dump, from the earliest supported PostgreSQL, over the migrations' result. */
async function writeBaseline(): Promise<void> {
  const server = await startToolServer();
  try {
    await server.run('createdb', ['platform']);
    await runMigrations(server.urlOf('platform'));
    const file = join(server.folder, 'baseline.sql');
    const quiet = ['--schema-only', '--no-owner', '--no-privileges', '--no-comments'];
    await server.run('pg_dump', [...quiet, '--file', file, 'platform']);
    const names = await namesIn(server.urlOf('platform'));
    writeFileSync(BASELINE, asBaseline(readFileSync(file, 'utf8'), names));
  } finally {
    await server.close();
  }
}

async function namesIn(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Removes the dump's settings and comments; objects in `public` go to the first schema in the search path. */
function asBaseline(dump: string, names: readonly string[]): string {
  const kept = dump
    .split('\n')
    .filter((line) => !/^(--|\\|SET |SELECT pg_catalog\.set_config)/.test(line))
    .join('\n')
    .replaceAll(/(\n\n)\n+/g, '$1')
    .replaceAll(' WITH SCHEMA public;', ';')
    .replaceAll('public.', '');
  return `-- Written by "npm run tool baseline": docs/contributing/migrations.md#the-baseline
${kept}
INSERT INTO apps.platform DEFAULT VALUES;
INSERT INTO clock (seen_at) VALUES (clock_timestamp());
INSERT INTO migrations (name) VALUES
${names.map((name) => `  ('${name}')`).join(',\n')};
`;
}

await writeBaseline();
