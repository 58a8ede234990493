import { expect, onTestFinished, test } from 'vitest';
import { openMigrations } from '#db/migrate/migrate.ts';
import { openEmptyDatabase } from '../support/database.ts';

const MIGRATION = '20261218-agent-held';

test('units that agents already hold before the release count toward their limit', async () => {
  const database = await openEmptyDatabase();
  const orm = await openMigrations(database.url);
  onTestFinished(async () => {
    await orm.close();
    await database.drop();
  });
  const names = (await orm.migrator.getPending()).map(({ name }) => name).sort();
  await orm.migrator.up({ to: names[names.indexOf(MIGRATION) - 1] ?? expect.unreachable() });
  await database.query(`
    INSERT INTO catalog.storefront (id, team_id, domain, name, signing_kid, signing_x, signing_y, signing_key)
      VALUES (1, 1, 'a.test', 'A', '', '', '', '');
    INSERT INTO catalog.property (id, storefront_id, name, time_zone, currency) VALUES (1, 1, 'A', 'Europe/Zurich', 'EUR');
    INSERT INTO catalog.unit_type (id, property_id, name, description, max_guests, base_guests, units, base_rate)
      VALUES (1, 1, 'A', '', 2, 2, 9, 10000), (2, 1, 'B', '', 2, 2, 9, 10000);
    INSERT INTO catalog.night (unit_type_id, night, total, held)
      SELECT id, DATE '2027-01-01' + day, 9, 5 FROM generate_series(1, 2) AS id, generate_series(0, 3) AS day;
    INSERT INTO catalog.stay_hold (checkout_id, storefront_id, guest_email, state, by_agent, check_in, check_out, unit_type_ids,
        quantities, quote, held_until, unit_nights)
      SELECT gen_random_uuid(), 1, '', state, by_agent, first::date, past::date, ids, units, '{}', now(), 0 FROM (VALUES
        ('held', true, '2027-01-01', '2027-01-03', ARRAY[1, 2], ARRAY[1, 2]),
        ('held', true, '2027-01-02', '2027-01-04', ARRAY[1], ARRAY[1]),
        ('held', false, '2027-01-01', '2027-01-04', ARRAY[1], ARRAY[3]),
        ('released', true, '2027-01-01', '2027-01-04', ARRAY[1], ARRAY[4])
      ) AS given (state, by_agent, first, past, ids, units)`);
  await orm.migrator.up({ to: MIGRATION });
  const rows = await database.query<{ id: number; counts: readonly number[] }>(
    'SELECT unit_type_id AS id, array_agg(agent_held ORDER BY night) AS counts FROM catalog.night GROUP BY 1 ORDER BY 1',
  );
  expect(rows).toEqual([
    { id: 1, counts: [1, 2, 1, 0] },
    { id: 2, counts: [2, 2, 0, 0] },
  ]);
});
