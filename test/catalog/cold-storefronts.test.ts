import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubgraphContext } from '#db/context.ts';
import { newUuid } from '#kit/ids.ts';
import { holdStay } from '#subgraphs/catalog/stays/commands/hold-stay.ts';
import { stayLookup } from '#subgraphs/catalog/stays/queries/lookup.ts';
import { stayQuote } from '#subgraphs/catalog/stays/queries/quote.ts';
import { staySearch } from '#subgraphs/catalog/stays/queries/search.ts';
import { openReadModel } from '#subgraphs/catalog/stays/read-model/read-model.ts';
import { agentOf, dayFromNow, lineOf, openCatalog, sell, type TestCatalog } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { statementsOf } from '../support/statements.ts';

let database: TestDatabase;
let catalog: TestCatalog;
let storefrontId: number;
let unitTypeIds: readonly number[];

beforeAll(async () => {
  database = await createTestDatabase();
  catalog = await openCatalog(database.url);
  ({ storefrontId, unitTypeIds } = await sell(
    catalog.as(),
    [
      { name: 'Double room', units: 3, weekDiscount: 1_000 },
      { name: 'Family room', maxGuests: 4, baseGuests: 2, adultSupplement: 2_000, units: 2 },
      { name: 'Suite', units: 1, baseRate: 30_000 },
    ],
    {
      fees: [{ name: 'Cleaning', basis: 'per_stay', amount: 4_000, taxable: true }],
      taxes: [{ name: 'VAT', kind: 'percent', basisPoints: 700, inclusive: false }],
    },
  ));
  await database.query(
    `UPDATE catalog.night SET rate = 12345, min_stay = 2 WHERE unit_type_id = $1 AND night = $2`,
    [unitTypeIds[0], dayFromNow(20).toString()],
  );
  await database.query(`UPDATE catalog.night SET closed = total WHERE unit_type_id = $1 AND night = $2`, [
    unitTypeIds[2],
    dayFromNow(21).toString(),
  ]);
});
afterAll(async () => {
  await catalog.close();
  await database.drop();
});

/** A context of a process with this much memory for storefronts. */
function inProcess(bytesKept?: number, id = storefrontId): SubgraphContext {
  const ctx = catalog.as(agentOf(id));
  const { changes } = ctx.services.catalog;
  const readModel = openReadModel({ ...ctx, changes, ...(bytesKept !== undefined && { bytesKept }) });
  return { ...ctx, services: { ...ctx.services, catalog: { ...ctx.services.catalog, readModel } } };
}

/** A context that has the storefront in memory. */
async function withStorefront(): Promise<SubgraphContext> {
  const ctx = inProcess();
  await ctx.services.catalog.readModel.storefront(storefrontId);
  return ctx;
}

/** Each reading of a storefront gives its content a new revision. */
const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (key, member) => (key === 'revision' ? undefined : member));

const wish = (from: number, to: number, adults = 2, units = 1) => ({
  checkIn: dayFromNow(from),
  checkOut: dayFromNow(to),
  adults,
  children: 0,
  units,
  limit: 20,
});

describe('A storefront that is not in memory', () => {
  test.each([
    ['a stay that every room has', wish(40, 42)],
    ['a night with its own rate and minimum stay', wish(20, 22)],
    ['a night that one unit type lacks', wish(21, 22)],
    ['a stay that is too short', wish(20, 21, 1, 3)],
    ['a week with a discount', wish(40, 47)],
    ['a party that only fits one unit type', wish(40, 42, 4)],
    ['more units than exist', wish(40, 42, 2, 9)],
    ['a stay after the last night on sale', wish(729, 734)],
    ['the longest stay', wish(10, 375)],
    ['dates in the past', wish(-3, 1)],
    ['no dates', { adults: 2, children: 0, units: 1, limit: 20 }],
  ])('is searched with the same result as one in memory: %s', async (_what, asked) => {
    const held = await withStorefront();
    expect(plain(await staySearch(inProcess(), asked))).toEqual(plain(await staySearch(held, asked)));
  });

  test('gives the same look-ups and quotes as one in memory, with the same problems', async () => {
    const held = await withStorefront();
    const carts = [
      [lineOf(unitTypeIds[0] ?? 0, 20, 22)],
      [lineOf(unitTypeIds[2] ?? 0, 20, 22)],
      [lineOf(unitTypeIds[0] ?? 0, 40, 42, 2), lineOf(unitTypeIds[1] ?? 0, 40, 42)],
      [lineOf(unitTypeIds[0] ?? 0, 10, 12), lineOf(unitTypeIds[1] ?? 0, 500, 502)],
    ];
    for (const lines of carts) {
      const ids = lines.map(({ itemId }) => itemId);
      expect(plain(await stayLookup(inProcess(), { ids }))).toEqual(plain(await stayLookup(held, { ids })));
      expect(await stayQuote(inProcess(), storefrontId, lines)).toEqual(
        await stayQuote(held, storefrontId, lines),
      );
    }
  });

  test('is searched with one statement', async () => {
    const ctx = inProcess();
    const { statements, result } = await statementsOf(() => staySearch(ctx, wish(40, 42)));
    expect(result.totalCount).toBe(3);
    expect(statements).toHaveLength(1);
  });

  test('takes a hold at the quoted price, and refuses a taken unit with the nearest dates', async () => {
    const [ctx, lines] = [inProcess(), [lineOf(unitTypeIds[2] ?? 0, 60, 62)]];
    const hold = {
      storefrontId,
      lines,
      until: new Date(Date.now() + 3_600_000),
      guestEmail: 'ada@guest.test',
    };
    const { fingerprint } = await stayQuote(inProcess(), storefrontId, lines);
    expect(await holdStay(ctx, { ...hold, fingerprint, holdId: newUuid() })).toMatchObject({ held: true });
    const { held, quote } = await holdStay(inProcess(), {
      ...hold,
      guestEmail: 'bo@guest.test',
      holdId: newUuid(),
    });
    expect(held).toBe(false);
    expect(quote.problems).toMatchObject([
      {
        code: 'out_of_stock',
        nearest: [{ checkIn: dayFromNow(58).toString() }, { checkIn: dayFromNow(62).toString() }],
      },
    ]);
  });
});

describe('Storefronts in memory', () => {
  const openSmall = async () => (await sell(catalog.as(), [{ name: 'Room' }])).storefrontId;

  test('the least recently used storefront is dropped when memory is full', async () => {
    const ids = [await openSmall(), await openSmall(), await openSmall()];
    const { readModel } = inProcess(70_000).services.catalog;
    const [first, second] = [
      await readModel.storefront(ids[0] ?? 0),
      await readModel.storefront(ids[1] ?? 0),
    ];
    expect(await readModel.storefront(ids[0] ?? 0)).toBe(first);
    await readModel.storefront(ids[2] ?? 0);
    expect(await readModel.storefront(ids[0] ?? 0)).toBe(first);
    expect(await readModel.storefront(ids[1] ?? 0)).not.toBe(second);
  });

  test('a storefront that would take most of the memory leaves the others in memory, and stays there itself', async () => {
    const [small, other] = [await openSmall(), await openSmall()];
    const { readModel } = inProcess(100_000).services.catalog;
    const before = await readModel.storefront(small);
    const large = await readModel.storefront(storefrontId);
    await readModel.storefront(other);
    expect(await readModel.storefront(small)).toBe(before);
    expect(await readModel.storefront(storefrontId)).toBe(large);
  });

  test('a storefront is read whole after its first search while memory has room', async () => {
    const small = await openSmall();
    const { readModel } = inProcess().services.catalog;
    expect((await readModel.storefront(small, DAYS))?.days).toEqual(DAYS);
    await expect.poll(async () => (await readModel.storefront(small, DAYS))?.days).toBeNull();
  });

  test('a full memory drops a storefront only for another that is used more often', async () => {
    const [one, two, busy] = [await openSmall(), await openSmall(), await openSmall()];
    const { readModel } = inProcess(58_000).services.catalog;
    const useBoth = () => Promise.all([one, two].map((id) => readModel.storefront(id)));
    const daysOf = async (id: number) => (await readModel.storefront(id, DAYS))?.days;
    await useBoth();
    for (let times = 0; times < 3; times++) {
      expect(await daysOf(busy)).toEqual(DAYS);
      await useBoth();
    }
    expect([await daysOf(one), await daysOf(two)]).toEqual([null, null]);
    await expect.poll(() => daysOf(busy)).toBeNull();
  });
});

/** Days that no storefront has in memory. */
const DAYS = { first: 30_000, last: 30_001 };
