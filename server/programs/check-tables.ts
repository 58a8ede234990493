import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrate } from '#db/migrate/migrate.ts';
import { openEmbeddedServer } from '#db/server.ts';
import { SUBGRAPHS } from '../subgraphs.ts';

// `npm run tool tables:check`: checks that the migrated tables have the entities' columns, and every table,
// column, default, constraint and index in `db/tables.txt`. `npm run tool tables:check -- --write` rewrites
// that file.

const LIST = new URL('../../db/tables.txt', import.meta.url);

/** Tables without an entity, used only by statements in their own folder. `db/tables.txt` lists their columns. */
const STATEMENTS_ONLY = [
  'backups',
  'clock',
  'definitions',
  'migrations',
  'oldest_release',
  'rate_limits',
  'secret_keys',
  'team_events',
  'apps.platform',
  'apps.queue_samples',
  'apps.webhook_hours',
  'catalog.acp_timestamp',
  'catalog.night',
  'catalog.night_change',
  'catalog.stay_holds',
  'catalog.channel_change',
  'catalog.channel_look',
  'checkout.contact_keys',
  'checkout.merged_bookings',
  'checkout.merged_conversations',
  'checkout.payments',
  'checkout.report_bookings',
  'checkout.report_cells',
  'checkout.report_progress',
  'tasks.install_heard',
  'tasks.property_turn',
  'tasks.rule_turn',
  'tasks.turn',
];

/**
 * Differences that entities don't describe, or describe differently from the migrations. `db/tables.txt`
 * covers them.
 */
const BEYOND_ENTITIES: readonly RegExp[] = [
  /^drop index /,
  /^(drop|create) (trigger|function) /,
  /^alter table \S+ (drop|add) constraint /,
  // Old names kept for processes of the previous release: a column and a view.
  /^alter table "checkout"\."bookings" drop column "id", drop column "nights_settled_at"$/,
  /^drop view if exists "catalog"\."stay_hold" cascade$/,
  // Columns omitted by statements have defaults; entities write every column.
  /^alter table \S+ alter column \S+ (set|drop) default/,
  // The generator treats an identity column as a serial one.
  /^alter table \S+ (drop column "(id|number)"|add "(id|number)" (big)?serial primary key)$/,
];

/** Returns the generator's changes for making a migrated database match the entities; empty if they agree. */
export async function tableDifferences(clientUrl: string): Promise<readonly string[]> {
  const orm = await MikroORM.init({
    clientUrl,
    entities: SUBGRAPHS.flatMap(({ entities }) => [...entities]),
    pool: { min: 0, max: 2 },
  });
  try {
    const script = await orm.schema.getUpdateSchemaSQL({ wrap: false });
    return script
      .split(';\n')
      .map((statement) => statement.trim().replace(/;$/, ''))
      .filter((statement) => statement !== '' && !isBeyond(statement));
  } finally {
    await orm.close();
  }
}

function isBeyond(statement: string): boolean {
  const dropped = /^drop table if exists (\S+) cascade$/.exec(statement)?.[1]?.replaceAll('"', '');
  if (dropped !== undefined) return STATEMENTS_ONLY.includes(dropped);
  return BEYOND_ENTITIES.some((pattern) => pattern.test(statement));
}

/**
 * Every column, default, constraint and index of the platform's tables, one per line: names first, so that a
 * diff reads well.
 */
const LISTED = `
  SELECT t.name || ' ' || part AS line FROM (
    SELECT c.oid, n.nspname || '.' || c.relname AS name, c.relpersistence FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pgboss') AND n.nspname NOT LIKE 'pg\\_%'
  ) t CROSS JOIN LATERAL (
    SELECT 'table' || CASE t.relpersistence WHEN 'u' THEN ' unlogged' ELSE '' END
    UNION ALL
    SELECT concat_ws(' ', 'column', a.attname, format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull THEN 'not null' END,
      CASE a.attidentity WHEN 'a' THEN 'identity always' WHEN 'd' THEN 'identity' END,
      CASE WHEN a.attgenerated = '' THEN 'default ' ELSE 'generated ' END || pg_get_expr(d.adbin, d.adrelid))
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) FROM pg_constraint k
    WHERE k.conrelid = t.oid AND k.contype <> 'n'
    UNION ALL
    SELECT 'index ' || pg_get_indexdef(i.indexrelid) || CASE WHEN i.indisvalid THEN '' ELSE ' (invalid)' END
    FROM pg_index i WHERE i.indrelid = t.oid
  ) parts (part) ORDER BY (t.name || ' ' || part) COLLATE "C"`;

/** Lists a migrated database's tables in the format of `db/tables.txt`. */
export async function listTables(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ readonly line: string }>(LISTED);
    return rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}

/**
 * Returns lines that differ between `db/tables.txt` and a migrated database: `- ` if the database lacks one,
 * `+ ` if the file does.
 */
export async function listDifferences(url: string): Promise<readonly string[]> {
  const listed = (await readFile(LIST, 'utf8')).trimEnd().split('\n');
  const found = await listTables(url);
  const [inFile, inDatabase] = [new Set(listed), new Set(found)];
  return [
    ...listed.filter((line) => !inDatabase.has(line)).map((line) => `- ${line}`),
    ...found.filter((line) => !inFile.has(line)).map((line) => `+ ${line}`),
  ];
}

async function withMigrated<Result>(run: (url: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-tables-'));
  const server = await openEmbeddedServer(folder, { fsync: 'off' });
  try {
    await migrate(server.url, async () => {});
    return await run(server.url);
  } finally {
    await server.release();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const written = process.argv.includes('--write');
  const differences = await withMigrated(async (url) => {
    if (written) await writeFile(LIST, `${(await listTables(url)).join('\n')}\n`);
    return [...(await tableDifferences(url)), ...(await listDifferences(url))];
  });
  for (const difference of differences) process.stderr.write(`${difference}\n`);
  if (differences.length > 0) {
    process.stderr.write(
      'If a migration meant this, run npm run tool tables:check -- --write and commit db/tables.txt.\n',
    );
    process.exitCode = 1;
  }
}
