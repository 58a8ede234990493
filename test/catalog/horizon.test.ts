import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extendHorizon } from '#subgraphs/catalog/rates/commands/extend-horizon.ts';
import { dayFromNow, openCatalog, sell, type TestCatalog } from '../support/catalog.ts';
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

/** Catalog context at an instant. */
const at = (instant: string) => ({ ...catalog.as(), clock: { now: () => new Date(instant) } });

describe('The nights on sale', () => {
  test('the nights on sale reach 730 days ahead', async () => {
    // A time with the same date from Zurich to the date line.
    const ctx = at('2027-03-10T09:00:00Z');
    const { unitTypeIds } = await sell(ctx, [{ units: 4 }]);
    const [id = 0] = unitTypeIds;
    const last = Temporal.PlainDate.from('2027-03-10').add({ days: 730 });
    const nights = () =>
      database.query<{ night: string; rate: string | null; total: number; cta: boolean; stop: boolean }>(
        `SELECT night::text, rate, total, closed_to_arrival AS cta, stop_sell AS stop FROM catalog.night
         WHERE unit_type_id = $1 ORDER BY night DESC`,
        [id],
      );
    const [newest] = await nights();
    expect(newest).toMatchObject({ night: last.toString(), total: 4, rate: null });

    await database.query('DELETE FROM catalog.night WHERE unit_type_id = $1 AND night > $2', [
      id,
      last.subtract({ days: 3 }).toString(),
    ]);
    await database.query(
      `UPDATE catalog.night SET rate = 17000, closed_to_arrival = true, stop_sell = true
       WHERE unit_type_id = $1 AND night = $2`,
      [id, last.subtract({ days: 1 + 364 }).toString()],
    );
    await extendHorizon(ctx);
    await extendHorizon(ctx);
    const extended = await nights();
    expect(extended).toHaveLength(732);
    expect(extended.slice(0, 3)).toMatchObject([
      { night: last.toString(), rate: null, cta: false },
      { night: last.subtract({ days: 1 }).toString(), rate: '17000', cta: true, stop: false },
      { night: last.subtract({ days: 2 }).toString(), rate: null, cta: false },
    ]);
  });

  test('the nights on sale reach equally far ahead in the earliest time zone', async () => {
    const { unitTypeIds } = await sell(at('2027-03-09T09:30:00Z'), [{}], { timeZone: 'Pacific/Kiritimati' });
    await extendHorizon(at('2027-03-10T10:30:00Z')); // the 11th on Kiritimati
    const [newest] = await database.query<{ night: string }>(
      'SELECT max(night)::text AS night FROM catalog.night WHERE unit_type_id = $1',
      [unitTypeIds[0]],
    );
    expect(newest).toEqual({ night: '2029-03-10' });
  });

  test('old nights are deleted', async () => {
    const { unitTypeIds } = await sell(catalog.as(), [{}]);
    await database.query(
      'INSERT INTO catalog.night (unit_type_id, night, total) VALUES ($1, $2, 1), ($1, $3, 1)',
      [unitTypeIds[0], dayFromNow(-390).toString(), dayFromNow(-410).toString()],
    );
    await extendHorizon(catalog.as());
    const past = await database.query<{ night: string }>(
      'SELECT night::text FROM catalog.night WHERE unit_type_id = $1 AND night < $2',
      [unitTypeIds[0], dayFromNow(-2).toString()],
    );
    expect(past).toEqual([{ night: dayFromNow(-390).toString() }]);
  });
});
