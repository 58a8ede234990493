import { expect, onTestFinished, test } from 'vitest';
import { openMigrations } from '#db/migrate/migrate.ts';
import { openEmptyDatabase } from '../support/database.ts';

const MIGRATION = '20261214-agent-holds';

test('a storefront without a limit for held units gets the default of 50 percent', async () => {
  const database = await openEmptyDatabase();
  const orm = await openMigrations(database.url);
  onTestFinished(async () => {
    await orm.close();
    await database.drop();
  });
  const names = (await orm.migrator.getPending()).map(({ name }) => name).sort();
  await orm.migrator.up({ to: names[names.indexOf(MIGRATION) - 1] ?? expect.unreachable() });
  const add = (name: string, percent: number | null) =>
    database.query(
      `INSERT INTO catalog.storefront (team_id, domain, name, signing_kid, signing_x, signing_y, signing_key${percent === null ? '' : ', max_held_share_percent'})
       VALUES (1, $1 || '.test', $1, '', '', '', ''${percent === null ? '' : `, ${percent}`})`,
      [name],
    );
  await add('usual', null);
  await add('lowered', 80);
  await add('raised', 100);
  await database.query(`INSERT INTO team_events (team_id, kind, at, subject, change)
    VALUES (1, 'storefront.updated', now(), 'raised', 'maxHoldsPerGuest: 9, maxHeldSharePercent: 100')`);
  await orm.migrator.up({ to: MIGRATION });
  await add('later', null);
  const rows = await database.query<{ name: string; percent: number }>(
    'SELECT name, max_held_share_percent AS percent FROM catalog.storefront ORDER BY id',
  );
  expect(rows.map(({ name, percent }) => [name, percent])).toEqual([
    ['usual', 50],
    ['lowered', 80],
    ['raised', 100],
    ['later', 50],
  ]);
});
