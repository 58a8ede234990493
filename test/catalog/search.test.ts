import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubgraphContext } from '#db/context.ts';
import type { StaySearchInput } from '#subgraphs/catalog/generated.ts';
import { stayLookup } from '#subgraphs/catalog/stays/queries/lookup.ts';
import { staySearch } from '#subgraphs/catalog/stays/queries/search.ts';
import {
  agentOf,
  dayFromNow,
  lineOf,
  openCatalog,
  quoteAndHold,
  sell,
  type TestCatalog,
} from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let catalog: TestCatalog;
/** An agent's context at the storefront below, and its unit types by name. */
let agent: SubgraphContext;
let ids: Record<'single' | 'family' | 'suite' | 'chalet', number>;

beforeAll(async () => {
  database = await createTestDatabase();
  catalog = await openCatalog(database.url);
  const { storefrontId, unitTypeIds } = await sell(catalog.as(), [
    { name: 'Single room', maxGuests: 1, baseGuests: 1, units: 3, baseRate: 7_000 },
    {
      name: 'Family room',
      maxGuests: 4,
      baseGuests: 2,
      adultSupplement: 2_000,
      childSupplement: 500,
      units: 2,
    },
    { name: 'Suite Süd', units: 1, weekDiscount: 1_000 },
    { name: 'Châlet', units: 1 },
  ]);
  const [single = 0, family = 0, suite = 0, chalet = 0] = unitTypeIds;
  ids = { single, family, suite, chalet };
  await database.query(`UPDATE catalog.night SET min_stay = 3 WHERE unit_type_id = $1 AND night = $2`, [
    chalet,
    dayFromNow(20).toString(),
  ]);
  await database.query('UPDATE catalog.storefront SET max_held_share_percent = 50 WHERE id = $1', [
    storefrontId,
  ]);
  agent = catalog.as(agentOf(storefrontId));
});
afterAll(async () => {
  await catalog.close();
  await database.drop();
});

const ask = (wish: Partial<StaySearchInput>) =>
  staySearch(agent, { adults: 2, children: 0, units: 1, limit: 20, ...wish });
const named = async (wish: Partial<StaySearchInput>) =>
  (await ask(wish)).offers.map((offer) => offer.title.replace(', Seehof', ''));
const dates = (from: number, to: number) => ({ checkIn: dayFromNow(from), checkOut: dayFromNow(to) });

describe('Search without dates', () => {
  test('a dateless search returns every unit type with its per-night price and no availability', async () => {
    const { offers, totalCount } = await ask({});
    expect(totalCount).toBe(4);
    expect(offers[0]).toMatchObject({
      itemId: `unit_type:${ids.single}`,
      unitTypeId: ids.single,
      title: 'Single room, Seehof',
      description: 'A room.',
      price: 7_000,
      currency: 'EUR',
      maxGuests: 1,
      checkIn: null,
      checkOut: null,
      nights: null,
      total: null,
      units: null,
      availableUnits: null,
      available: null,
    });
  });

  test.each([
    ['suite sud', ['Suite Süd']],
    ['CHALET', ['Châlet']],
    ['family room', ['Family room']],
    ['a room.', ['Single room', 'Family room', 'Suite Süd', 'Châlet']],
    ['seehof', ['Single room', 'Family room', 'Suite Süd', 'Châlet']],
    ['nowhere', []],
  ])('a search finds %j in names and descriptions', async (text, names) => {
    expect(await named({ text })).toEqual(names);
  });
});

describe('Search with dates', () => {
  test('a dated search returns each stay with its id, dates, price and remaining units', async () => {
    const { offers } = await ask({ ...dates(10, 12), adults: 2, children: 2 });
    expect(offers).toMatchObject([
      {
        itemId: `stay:${ids.family}:${dayFromNow(10)}:${dayFromNow(12)}:2:2`,
        unitTypeId: ids.family,
        title: 'Family room, Seehof',
        description: 'A room.',
        price: 2 * (10_000 + 2 * 500),
        currency: 'EUR',
        maxGuests: 4,
        checkIn: dayFromNow(10).toString(),
        checkOut: dayFromNow(12).toString(),
        nights: 2,
        units: 1,
        total: 2 * (10_000 + 2 * 500),
        availableUnits: 2,
        available: true,
      },
    ]);
  });

  test('a dated search returns only stays that fit the party in the requested units', async () => {
    expect(await named({ ...dates(10, 12), adults: 1 })).toEqual([
      'Single room',
      'Family room',
      'Suite Süd',
      'Châlet',
    ]);
    expect(await named({ ...dates(10, 12), adults: 5 })).toEqual([]);
    expect(await named({ ...dates(10, 12), adults: 5, units: 2 })).toEqual(['Family room']);
  });

  test('a dated search leaves out nights taken by unpaid holds', async () => {
    expect(await named({ ...dates(10, 12), adults: 1, units: 2 })).toEqual(['Family room']);
  });

  test('a dated search leaves out restricted stays', async () => {
    expect(await named(dates(20, 22))).not.toContain('Châlet');
    expect(await named(dates(20, 23))).toContain('Châlet');
  });

  test('a dated search applies the discount for long stays', async () => {
    const { offers } = await ask({ ...dates(10, 17), text: 'suite' });
    expect(offers.map(({ price }) => price)).toEqual([63_000]);
  });

  test('a dated search refuses impossible arguments and names them', async () => {
    expect((await ask({ checkIn: dayFromNow(3) })).refusal).toMatchObject({ argument: 'check_out' });
    expect((await ask({ ...dates(-2, 3) })).refusal).toMatchObject({ argument: 'check_in' });
    expect((await ask({ limit: 0 })).refusal).toMatchObject({ argument: 'pagination.limit' });
    expect((await ask({ after: 'nonsense' })).refusal).toMatchObject({ argument: 'pagination.cursor' });
  });
});

describe('A search that finds nothing', () => {
  test('an empty search gives the reason and the nearest bookable dates', async () => {
    const { offers, reasons } = await ask({ ...dates(20, 22), text: 'chalet' });
    expect(offers).toEqual([]);
    expect(reasons).toMatchObject([
      { code: 'min_stay', text: expect.stringContaining(`The nearest bookable dates are ${dayFromNow(20)}`) },
    ]);
  });

  test('an empty search reports a party too large for every unit', async () => {
    const { reasons } = await ask({ ...dates(10, 12), adults: 9 });
    expect(reasons).toHaveLength(3);
    expect(new Set(reasons.map(({ code }) => code))).toEqual(new Set(['capacity_exceeded']));
  });

  test('an empty search reports a name without matches, with or without dates', async () => {
    for (const when of [{}, dates(10, 12)]) {
      expect((await ask({ ...when, text: 'nowhere' })).reasons).toMatchObject([
        { code: 'no_match', text: expect.stringContaining('"nowhere"') },
      ]);
    }
  });

  test('a search with results gives no reason', async () => {
    expect((await ask(dates(10, 12))).reasons).toEqual([]);
  });
});

describe('Search pages', () => {
  test('consecutive search pages have no gaps or repeats', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof ask>> = await ask({ limit: 3, after });
      expect(page.totalCount).toBe(4);
      seen.push(...page.offers.map(({ itemId }) => itemId));
      after = page.hasNextPage ? (page.endCursor ?? null) : null;
    } while (after !== null);
    expect(seen).toEqual(Object.values(ids).map((id) => `unit_type:${id}`));
  });

  test('search pages end with the last entry even when it fills the page', async () => {
    expect(await ask({ limit: 4 })).toMatchObject({ hasNextPage: false });
    expect(await ask({ text: 'nowhere' })).toMatchObject({
      hasNextPage: false,
      endCursor: null,
      totalCount: 0,
    });
  });
});

describe('Look-up', () => {
  const lookUp = async (...asked: string[]) =>
    (await stayLookup(agent, { ids: asked })).map(({ offer }) => offer);

  test('a look-up returns the same fields as the search and whether the stay can be booked', async () => {
    const { offers } = await ask(dates(10, 12));
    expect(await lookUp(...offers.map(({ itemId }) => itemId))).toEqual(offers);
  });

  test("a look-up returns a price even for a stay that can't be booked", async () => {
    const [offer] = await lookUp(`stay:${ids.chalet}:${dayFromNow(20)}:${dayFromNow(21)}:2:0`);
    expect(offer).toMatchObject({ available: false, price: 10_000, availableUnits: 1 });
  });

  test('a look-up prices a party for the fewest units that it fits in', async () => {
    const [offer] = await lookUp(`stay:${ids.suite}:${dayFromNow(10)}:${dayFromNow(11)}:4:0`);
    expect(offer).toMatchObject({ available: false, price: 20_000 });
  });

  test("a look-up explains why a stay can't be booked", async () => {
    const item = `stay:${ids.chalet}:${dayFromNow(20)}:${dayFromNow(21)}:2:0`;
    const [found] = await stayLookup(agent, { ids: [item] });
    expect(found?.reasons).toMatchObject([
      {
        code: 'min_stay',
        text:
          'Châlet, Seehof has a minimum stay of 3 nights from this check-in date. The nearest bookable dates are ' +
          `${dayFromNow(20)} to ${dayFromNow(23)} and ${dayFromNow(19)} to ${dayFromNow(20)}.`,
      },
    ]);
  });

  test("a party too large for the requested units can't book them", async () => {
    const item = `stay:${ids.family}:${dayFromNow(10)}:${dayFromNow(11)}:6:0`;
    const at = async (units: number) => (await stayLookup(agent, { ids: [item], units }))[0];
    expect(await at(1)).toMatchObject({
      offer: { units: 1, available: false, price: 18_000 },
      reasons: [{ code: 'capacity_exceeded' }],
    });
    expect(await at(2)).toMatchObject({ offer: { units: 2, available: true, price: 24_000 }, reasons: [] });
  });

  test('a look-up reports units held by other guests', async () => {
    const { storefrontId, unitTypeIds } = await sell(catalog.as(), [{ units: 1 }]);
    const line = lineOf(unitTypeIds[0] ?? 0, 10, 12);
    const before = Date.now();
    expect((await quoteAndHold(catalog.as(agentOf(storefrontId)), storefrontId, [line])).held).toBe(true);
    const [found] = await stayLookup(catalog.as(agentOf(storefrontId)), { ids: [line.itemId] });
    const [reason] = found?.reasons ?? [];
    expect(reason).toMatchObject({ code: 'out_of_stock' });
    const until = Date.parse(
      /held by others until (\S+) at the earliest/.exec(reason?.text ?? '')?.[1] ?? '',
    );
    expect(Math.abs(until - before - 2 * 3_600_000)).toBeLessThan(60_000);
  });

  test('a look-up finds only what the storefront sells', async () => {
    const elsewhere = await sell(catalog.as(), [{}]);
    expect(
      await lookUp(
        'nonsense',
        'unit_type:999999',
        `unit_type:${elsewhere.unitTypeIds[0]}`,
        `unit_type:${ids.suite}`,
      ),
    ).toMatchObject([null, null, null, { itemId: `unit_type:${ids.suite}` }]);
  });
});
