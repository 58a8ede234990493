import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { announceAvailability } from '#subgraphs/catalog/rates/commands/announce-availability.ts';
import { confirmStay, releaseStay } from '#subgraphs/catalog/stays/commands/release-stay.ts';
import { dayFromNow, lineOf, openCatalog, quoteAndHold, sell, type TestCatalog } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let catalog: TestCatalog;

beforeAll(async () => {
  database = await createTestDatabase();
  catalog = await openCatalog(database.url);
});
afterAll(async () => {
  await catalog.close();
  await database.drop();
});

/** Returns a unit type's `availability.updated` payloads in order, without their versions. */
async function eventsOf(unitTypeId: number) {
  const rows = await database.query<{ data: { version: number; from: string; until: string } }>(
    `SELECT data FROM pgboss.job WHERE name LIKE 'availability.updated/%' AND (data->>'unitTypeId')::int = $1
     ORDER BY (data->>'version')::int`,
    [unitTypeId],
  );
  return rows.map(({ data: { from, until } }) => [from, until]);
}

describe('availability.updated', () => {
  test('availability.updated reports held and released nights once', async () => {
    const { storefrontId, unitTypeIds } = await sell(catalog.as(), [{ units: 2 }]);
    const [id = 0] = unitTypeIds;
    const checkouts = [newUuid(), newUuid()];
    await quoteAndHold(catalog.as(), storefrontId, [lineOf(id, 5, 8)], { holdId: checkouts[0] ?? '' });
    await quoteAndHold(catalog.as(), storefrontId, [lineOf(id, 10, 11)], { holdId: checkouts[1] ?? '' });
    await announceAvailability(catalog.as());
    await announceAvailability(catalog.as());
    const held = [`${dayFromNow(5)}`, `${dayFromNow(10)}`];
    expect(await eventsOf(id)).toEqual([held]);

    await confirmStay(catalog.as(), checkouts[0] ?? '');
    await releaseStay(catalog.as(), checkouts[1] ?? '');
    await announceAvailability(catalog.as());
    expect(await eventsOf(id)).toEqual([held, [`${dayFromNow(10)}`, `${dayFromNow(10)}`]]);
  });

  test('availability.updated is published once when several processes could publish it', async () => {
    const { storefrontId, unitTypeIds } = await sell(catalog.as(), Array(8).fill({}));
    for (const id of unitTypeIds) await quoteAndHold(catalog.as(), storefrontId, [lineOf(id, 5, 6)]);
    await Promise.all(Array.from({ length: 6 }, () => announceAvailability(catalog.as())));
    for (const id of unitTypeIds) expect(await eventsOf(id)).toHaveLength(1);
  });
});
