import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { holdStay } from '#subgraphs/catalog/stays/commands/hold-stay.ts';
import { stayQuote } from '#subgraphs/catalog/stays/queries/quote.ts';
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

beforeAll(async () => {
  database = await createTestDatabase();
  catalog = await openCatalog(database.url);
});
afterAll(async () => {
  await catalog.close();
  await database.drop();
});

const NIGHTS = 40;

/** Creates a randomized storefront: every night of its few unit types is random. */
async function sellAnything(seed: number, currency: string) {
  const { storefrontId, unitTypeIds } = await sell(
    catalog.as(),
    [
      { units: 1 },
      { units: 2, maxGuests: 3, adultSupplement: 1_300, childSupplement: 450 },
      { units: 5, maxGuests: 4, baseGuests: 1, adultSupplement: 999, weekDiscount: 750 },
      { units: 12, weekDiscount: 333, monthDiscount: 1_777 },
    ],
    {
      currency,
      fees: [
        { name: 'Cleaning', basis: 'per_stay', amount: 3_333, taxable: true },
        { name: 'Linen', basis: 'per_guest_per_night', amount: 77, taxable: false },
      ],
      taxes: [
        { name: 'VAT', kind: 'percent', basisPoints: 381, inclusive: false },
        { name: 'City tax', kind: 'per_adult_per_night', amount: 113, inclusive: false },
        { name: 'Included', kind: 'percent', basisPoints: 770, inclusive: true },
      ],
    },
  );
  await database.query(
    `SELECT setseed(${seed});
     UPDATE catalog.night SET
       rate = CASE WHEN random() < 0.6 THEN (5000 + random() * 20000)::bigint END,
       closed = CASE WHEN random() < 0.15 THEN 1 ELSE 0 END,
       min_stay = CASE WHEN random() < 0.2 THEN 1 + (random() * 4)::int END,
       max_stay = CASE WHEN random() < 0.2 THEN 1 + (random() * 9)::int END,
       closed_to_arrival = random() < 0.15,
       closed_to_departure = random() < 0.15,
       stop_sell = random() < 0.05
     WHERE unit_type_id IN (${unitTypeIds.join()}) AND night < '${dayFromNow(NIGHTS)}'`,
  );
  return storefrontId;
}

const wishes = fc.record({
  from: fc.integer({ min: 0, max: NIGHTS - 1 }),
  nights: fc.integer({ min: 1, max: 30 }),
  adults: fc.integer({ min: 1, max: 6 }),
  children: fc.integer({ min: 0, max: 3 }),
  units: fc.integer({ min: 1, max: 3 }),
});

describe('What search offers', () => {
  test.each([
    [0.1, 'JPY'],
    [0.5, 'EUR'],
    [0.9, 'KWD'],
  ])(
    'a search result can be held at its quoted price unless another guest takes it (seed %d, %s)',
    async (seed, currency) => {
      const storefrontId = await sellAnything(seed, currency);
      let held = 0;
      await fc.assert(
        fc.asyncProperty(wishes, async ({ from, nights, ...wish }) => {
          const agent = catalog.as(agentOf(storefrontId));
          const { offers, refusal } = await staySearch(agent, {
            checkIn: dayFromNow(from),
            checkOut: dayFromNow(from + nights),
            limit: 100,
            ...wish,
          });
          expect(refusal).toBeNull();
          for (const offer of offers) {
            const lines = [{ itemId: offer.itemId, quantity: wish.units }];
            const quote = await stayQuote(agent, storefrontId, lines);
            expect(quote.problems).toEqual([]);
            const amount = (kind: string) =>
              quote.entries
                .filter((entry) => entry.kind === kind)
                .reduce((sum, entry) => sum + Number(entry.amount), 0);
            expect(offer.price).toBe(amount('subtotal') + amount('discount'));
            expect(quote.total).toBe(amount('subtotal') + amount('discount') + amount('fee') + amount('tax'));
            expect(offer.availableUnits).toBeGreaterThanOrEqual(wish.units);
          }
          const [wanted] = offers;
          if (!wanted) return;
          const lines = [{ itemId: wanted.itemId, quantity: wish.units }];
          const { fingerprint } = await stayQuote(agent, storefrontId, lines);
          const guestEmail = `${newUuid()}@guest.test`;
          const checkout = { holdId: newUuid(), guestEmail, until: new Date() };
          const taken = await holdStay(agent, { ...checkout, storefrontId, lines, fingerprint });
          expect(taken).toMatchObject({ held: true, quote: { fingerprint } });
          held++;
        }),
        { numRuns: 150, endOnFailure: true },
      );
      expect(held).toBeGreaterThan(10);
    },
  );

  test("search leaves out only stays that can't be held", async () => {
    const storefrontId = await sellAnything(0.3, 'EUR');
    const agent = catalog.as(agentOf(storefrontId));
    const unitTypes = await staySearch(agent, { adults: 1, children: 0, units: 1, limit: 100 });
    await fc.assert(
      fc.asyncProperty(wishes, async ({ from, nights, adults, children, units }) => {
        const checkIn = dayFromNow(from);
        const checkOut = dayFromNow(from + nights);
        const { offers } = await staySearch(agent, {
          checkIn,
          checkOut,
          adults,
          children,
          units,
          limit: 100,
        });
        const offered = new Set(offers.map(({ unitTypeId }) => unitTypeId));
        for (const { unitTypeId } of unitTypes.offers) {
          const itemId = `stay:${unitTypeId}:${checkIn}:${checkOut}:${adults}:${children}`;
          const { problems } = await stayQuote(agent, storefrontId, [{ itemId, quantity: units }]);
          expect(problems.length === 0).toBe(offered.has(unitTypeId));
        }
      }),
      { numRuns: 150, endOnFailure: true },
    );
  });
});

test('a host can move an unpaid hold to any free unit, including its current unit', async () => {
  const { storefrontId, unitTypeIds } = await sell(catalog.as(), [{ units: 3 }]);
  const [unitTypeId = 0] = unitTypeIds;
  const unpaid = newUuid();
  const { held } = await quoteAndHold(catalog.as(), storefrontId, [lineOf(unitTypeId, 5, 7, 2, 2)], {
    holdId: unpaid,
    agent: null,
  });
  expect(held).toBe(true);
  const move = (replaces: string, quantity: number) => {
    const lines = [lineOf(unitTypeId, 5, 7, quantity, quantity)];
    const until = new Date(Date.now() + 7_200_000);
    return holdStay(catalog.as(), {
      guestEmail: '',
      agent: null,
      holdId: newUuid(),
      storefrontId,
      lines,
      until,
      replaces,
      unrestricted: true,
    });
  };
  expect(await move(unpaid, 4)).toMatchObject({ held: false });
  expect(await move(unpaid, 3)).toMatchObject({ held: true });
});
