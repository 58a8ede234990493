import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { setNights } from '#subgraphs/catalog/rates/commands/set-nights.ts';
import { releaseStay } from '#subgraphs/catalog/stays/commands/release-stay.ts';
import { staySearch } from '#subgraphs/catalog/stays/queries/search.ts';
import { storefrontById } from '#subgraphs/catalog/storefronts/queries/storefronts.ts';
import {
  agentOf,
  dayFromNow,
  HOST,
  lineOf,
  openCatalog,
  quoteAndHold,
  sell,
  type TestCatalog,
} from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let here: TestCatalog;
let elsewhere: TestCatalog;
let world: Awaited<ReturnType<typeof sell>>;

beforeAll(async () => {
  database = await createTestDatabase();
  here = await openCatalog(database.url);
  elsewhere = await openCatalog(database.url);
});
beforeEach(async () => {
  world = await sell(here.as(), [{ units: 1 }]);
  for (const process of [here, elsewhere]) expect(await pricesIn(process)).toEqual([20_000]);
});
afterAll(async () => {
  await here.close();
  await elsewhere.close();
  await database.drop();
});

/** Prices of an agent's offers for nights 5 and 6. */
async function pricesIn(process: TestCatalog): Promise<(number | string)[]> {
  const { offers } = await staySearch(process.as(agentOf(world.storefrontId)), {
    checkIn: dayFromNow(5),
    checkOut: dayFromNow(7),
    adults: 2,
    children: 0,
    units: 1,
    limit: 20,
  });
  return offers.map(({ price }) => price);
}

/** Search may lag by a second; the remaining time allows for a busy machine. */
const soon = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 10_000, interval: 20 });

const night = (days: number) => dayFromNow(days);
const unitTypeId = () => `${world.unitTypeIds[0]}`;

describe('What search shows', () => {
  test('search shows a process its own bookings and releases immediately', async () => {
    const holdId = newUuid();
    await quoteAndHold(here.as(), world.storefrontId, [lineOf(Number(unitTypeId()), 6, 8)], { holdId });
    expect(await pricesIn(here)).toEqual([]);
    await releaseStay(here.as(), holdId);
    expect(await pricesIn(here)).toEqual([20_000]);
  });

  test("search shows another process's bookings within a second", async () => {
    await quoteAndHold(elsewhere.as(), world.storefrontId, [lineOf(Number(unitTypeId()), 6, 8)]);
    await soon(async () => expect(await pricesIn(here)).toEqual([]));
  });

  test('search shows a newly set rate in every process within a second', async () => {
    const change = { unitTypeId: unitTypeId(), from: night(6), until: night(9), rate: 15_000 };
    expect(await setNights(here.as(HOST), change)).toMatchObject({ userErrors: [] });
    expect(await pricesIn(here)).toEqual([25_000]);
    await soon(async () => expect(await pricesIn(elsewhere)).toEqual([25_000]));
  });

  test('search shows newly set inventory', async () => {
    await setNights(here.as(HOST), {
      unitTypeId: unitTypeId(),
      from: night(6),
      until: night(6),
      closed: 1,
    });
    expect(await pricesIn(here)).toEqual([]);
  });

  test.each([
    ['a night', 'UPDATE catalog.night SET stop_sell = true', []],
    ['the base rate', 'UPDATE catalog.unit_type SET base_rate = 11000', [22_000]],
    ['the unit type', 'UPDATE catalog.unit_type SET active = false', []],
    ['the nights themselves', 'DELETE FROM catalog.night', []],
    ['the whole storefront', 'TRUNCATE catalog.storefront CASCADE', []],
  ])('search shows direct writes to a table within a second: %s', async (_what, statement, prices) => {
    await database.query(statement);
    for (const process of [here, elsewhere]) {
      await soon(async () => expect(await pricesIn(process)).toEqual(prices));
    }
  });

  test('search catches up after losing the connection that receives changes', async () => {
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'platform-listener'`,
    );
    await database.query('UPDATE catalog.unit_type SET base_rate = 11000');
    await vi.waitFor(async () => expect(await pricesIn(here)).toEqual([22_000]), {
      timeout: 20_000,
      interval: 50,
    });
  });

  test('search includes changes from a transaction that began early and committed late', async () => {
    const slow = database.query(`
      WITH changed AS (UPDATE catalog.night SET rate = 12000 RETURNING 1)
      SELECT count(*), pg_sleep(1.5) FROM changed`);
    for (let round = 0; round < 4; round++) {
      await new Promise((resolve) => setTimeout(resolve, 450));
      expect(await pricesIn(here)).toHaveLength(1);
    }
    await slow;
    await soon(async () => expect(await pricesIn(here)).toEqual([24_000]));
  });
});

describe('A storefront’s settings', () => {
  test("a storefront's settings follow direct writes to the table", async () => {
    const maintenance = async () => (await storefrontById(elsewhere.as(), world.storefrontId))?.maintenance;
    expect(await maintenance()).toBe(false);
    await database.query('UPDATE catalog.storefront SET maintenance = true');
    await soon(async () => expect(await maintenance()).toBe(true));
  });
});
