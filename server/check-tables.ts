import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { migrate } from '#db/migrate.ts';
import { openEmbeddedServer } from '#db/server.ts';
import { SUBGRAPHS } from './subgraphs.ts';

// `npm run tables:check`: entities and migrations describe the same tables.

/** Tables that no entity describes: statements of their own folder are all that touches them. */
const STATEMENTS_ONLY = [
  ...['definitions', 'migrations', 'rate_limits', 'secret_keys', 'team_events'],
  'apps.platform',
  ...['catalog.acp_timestamp', 'catalog.night', 'catalog.night_change', 'catalog.stay_hold'],
  ...['catalog.channel_change', 'catalog.channel_look'],
  ...[
    'checkout.contact_keys',
    'checkout.merged_bookings',
    'checkout.merged_conversations',
    'checkout.payments',
  ],
  ...['tasks.install_heard', 'tasks.property_turn', 'tasks.rule_turn', 'tasks.turn'],
];

/** What an entity cannot say, or says in other words than the migration: these statements of a difference mean nothing. */
const BEYOND_ENTITIES: readonly RegExp[] = [
  /^drop index /,
  /^(drop|create) (trigger|function) /,
  /^alter table \S+ (drop|add) constraint /,
  // Columns that statements leave out have defaults; entities write every column.
  /^alter table \S+ alter column \S+ (set|drop) default/,
  // An identity column is a serial one to the generator.
  /^alter table \S+ (drop column "(id|number)"|add "(id|number)" (big)?serial primary key)$/,
];

/** What the generator would change of a migrated database so that it is as the entities say; empty where they agree. */
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

async function check(): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-tables-'));
  const server = await openEmbeddedServer(folder, { fsync: 'off' });
  try {
    await migrate(server.url, async () => {});
    return await tableDifferences(server.url);
  } finally {
    await server.release();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const differences = await check();
  for (const difference of differences) process.stderr.write(`${difference};\n`);
  if (differences.length > 0) process.exitCode = 1;
}
