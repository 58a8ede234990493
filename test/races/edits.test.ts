import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveUnitType } from '#subgraphs/catalog/properties/commands/archive-unit-type.ts';
import { createUnitType } from '#subgraphs/catalog/properties/commands/create-unit-type.ts';
import { updateProperty } from '#subgraphs/catalog/properties/commands/update-property.ts';
import { updateUnitType } from '#subgraphs/catalog/properties/commands/update-unit-type.ts';
import { createPolicy } from '#subgraphs/catalog/rates/commands/create-policy.ts';
import { setFee } from '#subgraphs/catalog/rates/commands/set-fee.ts';
import { setTax } from '#subgraphs/catalog/rates/commands/set-tax.ts';
import { updatePolicy } from '#subgraphs/catalog/rates/commands/update-policy.ts';
import {
  dayFromNow,
  HOST,
  lineOf,
  openCatalog,
  quoteAndHold,
  sell,
  type TestCatalog,
} from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

// A host edits nights that agents are booking: no night is oversold, booked at an outdated price, or in
// another currency.

let database: TestDatabase;
let processes: readonly TestCatalog[];

beforeAll(async () => {
  database = await createTestDatabase();
  processes = [await openCatalog(database.url), await openCatalog(database.url)];
});
afterAll(async () => {
  for (const process of processes) await process.close();
  await database.drop();
});

const at = (index: number, ...viewer: Parameters<TestCatalog['as']>) => {
  const process = processes[index % processes.length];
  if (!process) throw new Error('There is no process.');
  return process.as(...viewer);
};
const concurrently = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const addUnitType = (ctx: ReturnType<typeof at>, propertyId: number, index: number) =>
  createUnitType(ctx, {
    propertyId: `${propertyId}`,
    name: `Room ${index}`,
    maxGuests: 2,
    units: 3,
    baseRate: 5_000,
  } as Parameters<typeof createUnitType>[1]);

/** Each round has its own unit type and a different race. */
const ROUNDS = 4;

test('removing units during holds never causes overselling', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { storefrontId, unitTypeIds } = await sell(at(0), [{ units: 6 }]);
    const [id = 0] = unitTypeIds;
    const holds = concurrently(8, (index) =>
      quoteAndHold(at(index), storefrontId, [lineOf(id, 10, 12)]).then(({ held }) => held),
    );
    const edits = concurrently(4, (index) =>
      updateUnitType(at(index, HOST), { id: `${id}`, units: 5 - index } as Parameters<
        typeof updateUnitType
      >[1]),
    );
    const [held, outcomes] = await Promise.all([holds, edits]);
    const [row] = await database.query<{ units: number; held: number; total: number }>(
      `SELECT u.units, max(n.held)::int AS held, max(n.total)::int AS total FROM catalog.unit_type u
       JOIN catalog.night n ON n.unit_type_id = u.id AND n.night > current_date + 1 WHERE u.id = $1 GROUP BY u.id`,
      [id],
    );
    expect(row?.held).toBe(held.filter(Boolean).length);
    expect(row?.held).toBeLessThanOrEqual(row?.units ?? 0);
    expect(row?.total).toBe(row?.units);
    for (const { unitType, userErrors } of outcomes) expect(unitType === null).toBe(userErrors.length > 0);
  }
});

test("nights put on sale during an edit get the edit's unit count", async () => {
  const { unitTypeIds } = await sell(at(0), [{ units: 6 }]);
  const [id = 0] = unitTypeIds;
  const [edge] = await database.query<{ night: string }>(
    'SELECT max(night)::text AS night FROM catalog.night WHERE unit_type_id = $1',
    [id],
  );
  const horizon = Temporal.PlainDate.from(edge?.night ?? '').add({ days: 3 });
  await database.query(
    `DO $$ BEGIN EXECUTE 'CREATE FUNCTION catalog.dawdle() RETURNS trigger LANGUAGE plpgsql AS
       ''BEGIN PERFORM pg_sleep(0.4); RETURN NULL; END''';
     EXECUTE 'CREATE TRIGGER dawdle AFTER UPDATE OF units ON catalog.unit_type FOR EACH ROW EXECUTE FUNCTION catalog.dawdle()';
     END $$`,
  );
  try {
    const edit = updateUnitType(at(0, HOST), { id: `${id}`, units: 4 } as Parameters<
      typeof updateUnitType
    >[1]);
    await sleep(150); // the edit has changed its row and is about to commit
    const [, { userErrors }] = await Promise.all([
      database.query('SELECT catalog.extend_nights(current_date, $1::date, $2::int[])', [
        horizon.toString(),
        [id],
      ]),
      edit,
    ]);
    expect(userErrors).toEqual([]);
  } finally {
    await database.query('DROP FUNCTION catalog.dawdle CASCADE');
  }
  const nights = await database.query<{ total: number; n: number }>(
    'SELECT total, count(*)::int AS n FROM catalog.night WHERE unit_type_id = $1 AND night > $2::date GROUP BY total',
    [id, edge?.night],
  );
  expect(nights).toEqual([{ total: 4, n: 3 }]);
});

test('a hold during an edit either succeeds at the earlier price or fails', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    // Agents may hold half of the units: more than the twelve holds below.
    const { storefrontId, unitTypeIds } = await sell(at(0), [{ units: 30, baseRate: 10_000 }]);
    const [id = 0] = unitTypeIds;
    const hold = async (index: number, from = 10) => {
      const { held, quote } = await quoteAndHold(at(index), storefrontId, [lineOf(id, from, from + 1)]);
      return { held, price: quote.lines[0]?.total };
    };
    const early = await hold(0, 20);
    const edit = updateUnitType(at(1, HOST), { id: `${id}`, baseRate: 90_000 } as Parameters<
      typeof updateUnitType
    >[1]);
    const beside = concurrently(7, (index) => hold(index));
    // Requests after the edit get its price, while others still hold.
    const after = await edit.then(() => concurrently(4, (index) => hold(index)));
    const raced = await beside;
    expect(early).toEqual({ held: true, price: 10_000 });
    // The other process may not have received the change: it shows the new price, and refuses the old one.
    expect(after.map(({ price }) => price)).toEqual(Array(4).fill(90_000));
    expect([after[1]?.held, after[3]?.held]).toEqual([true, true]);
    for (const { price } of raced) expect([10_000, 90_000]).toContain(price);
    const prices = await database.query<{ total: number }>(
      `SELECT (quote->'lines'->0->>'total')::int AS total FROM catalog.stay_holds WHERE storefront_id = $1 ORDER BY 1`,
      [storefrontId],
    );
    const taken = [early, ...raced, ...after].filter(({ held }) => held).map(({ price }) => price);
    expect(prices.map(({ total }) => total)).toEqual(taken.toSorted((a = 0, b = 0) => a - b));
  }
});

test('64 holds during edits never oversell or use an outdated price', async () => {
  const { storefrontId, propertyId, unitTypeIds } = await sell(at(0), [{ units: 40, baseRate: 10_000 }]);
  const [id = 0] = unitTypeIds;
  const edit = (index: number, change: object) =>
    updateUnitType(at(index, HOST), { id: `${id}`, ...change } as Parameters<typeof updateUnitType>[1]);
  /** Time at which each rate began to apply to later requests, and at which it ended. */
  const rates: { readonly rate: number; readonly from: number }[] = [{ rate: 10_000, from: 0 }];
  const sold = Promise.withResolvers<void>();
  const edits = async () => {
    for (const rate of [11_000, 12_000, 13_000]) {
      await Promise.all([
        edit(rate, { baseRate: rate, maxAdults: 2 }),
        edit(rate + 1, { units: 30 + rate / 1_000 }),
        addUnitType(at(rate, HOST), propertyId, rate),
      ]);
      rates.push({ rate, from: performance.now() });
    }
    await sold.promise;
    await archiveUnitType(at(1, HOST), `${id}`);
    rates.push({ rate: 0, from: performance.now() });
  };
  const holds = concurrently(64, async (index) => {
    for (;;) {
      const began = performance.now();
      const { held, quote } = await quoteAndHold(at(index), storefrontId, [lineOf(id, 10 + (index % 3), 13)]);
      const rate = Number(quote.lines[0]?.base ?? 0) / (3 - (index % 3));
      if (held) sold.resolve();
      const over = quote.problems.some(
        ({ code }) => code !== 'out_of_stock' || quote.problems[0]?.limit === 0,
      );
      if (held || over) return { began, held, rate };
    }
  });
  const [taken] = await Promise.all([holds, edits()]);
  const nights = await database.query<{ held: number; total: number; counted: number }>(
    `SELECT n.held, n.total, coalesce((SELECT sum(h.quantities[1])::int FROM catalog.stay_holds h
       WHERE h.unit_type_ids = ARRAY[n.unit_type_id] AND n.night >= h.check_in AND n.night < h.check_out), 0) AS counted
     FROM catalog.night n WHERE n.unit_type_id = $1 AND n.held > 0`,
    [id],
  );
  expect(nights.length).toBeGreaterThan(0);
  for (const { held, total, counted } of nights) {
    expect(held).toBe(counted);
    expect(held).toBeLessThanOrEqual(total);
  }
  for (const { began, held, rate } of taken.filter((hold) => hold.held)) {
    const ended = rates[rates.findIndex((known) => known.rate === rate) + 1];
    expect(held && rate > 0 && began < (ended?.from ?? Number.POSITIVE_INFINITY)).toBe(true);
  }
  const late = await quoteAndHold(at(0), storefrontId, [lineOf(id, 20, 21)]);
  expect(late.held).toBe(false);
});

test('64 holds during fee and tax changes use the amounts valid at that time', async () => {
  const { storefrontId, propertyId, unitTypeIds } = await sell(at(0), [{ units: 140, baseRate: 10_000 }]);
  const [id = 0] = unitTypeIds;
  const set = (index: number, amount: number) =>
    Promise.all([
      setFee(at(index, HOST), {
        propertyId: `${propertyId}`,
        name: 'Cleaning',
        externalId: 'cleaning',
        basis: 'per_stay',
        amount,
      } as Parameters<typeof setFee>[1]),
      setTax(at(index + 1, HOST), {
        propertyId: `${propertyId}`,
        name: 'City tax',
        externalId: 'city',
        amountPerNight: amount,
        collect: 'property',
        validFrom: dayFromNow(1),
      } as Parameters<typeof setTax>[1]),
    ]);
  /** Time at which each amount began to apply to later requests. */
  const amounts: { readonly amount: number; readonly from: number }[] = [{ amount: 0, from: 0 }];
  const changes = async () => {
    for (const amount of [100, 250, 470]) {
      await set(amount, amount);
      amounts.push({ amount, from: performance.now() });
    }
  };
  const holds = concurrently(64, async (index) => {
    for (let attempt = 0; ; attempt++) {
      const began = performance.now();
      const { held, quote } = await quoteAndHold(at(index + attempt), storefrontId, [lineOf(id, 10, 11)]);
      if (held) return { began, fee: Number(quote.total) - 10_000, tax: quote.dueAtProperty[0]?.amount ?? 0 };
    }
  });
  const [taken] = await Promise.all([holds, changes()]);
  const asked = (began: number) => amounts.findLast(({ from }) => from < began)?.amount ?? 0;
  for (const { began, fee, tax } of taken) {
    expect(fee).toBeGreaterThanOrEqual(asked(began));
    expect(tax).toBeGreaterThanOrEqual(asked(began));
    for (const charged of [fee, tax]) expect(amounts.map(({ amount }) => amount)).toContain(charged);
  }
  const late = await quoteAndHold(at(1), storefrontId, [lineOf(id, 20, 21)]);
  expect(late.quote).toMatchObject({ total: 10_470, dueAtProperty: [{ label: 'City tax', amount: 470 }] });
  const [nights] = await database.query<{ held: number }>(
    'SELECT max(held)::int AS held FROM catalog.night WHERE unit_type_id = $1',
    [id],
  );
  expect(nights?.held).toBe(64);
});

test("64 holds during policy edits use their quote's terms", async () => {
  const { storefrontId, unitTypeIds } = await sell(at(0), [{ units: 140 }]);
  const [id = 0] = unitTypeIds;
  const termsOf = (refundPercent: number) => ({
    tiers: [{ hoursBefore: 24, refundPercent: 100 }],
    afterLast: { refundPercent },
  });
  const { cancellationPolicy } = await createPolicy(at(0, HOST), {
    storefrontId: `${storefrontId}`,
    name: 'House',
    terms: termsOf(0),
  } as Parameters<typeof createPolicy>[1]);
  /** Time at which each percentage began to apply to later requests. */
  const offered: { readonly percent: number; readonly from: number }[] = [{ percent: 0, from: 0 }];
  const changes = async () => {
    for (const percent of [20, 40, 60]) {
      const change = { id: `${cancellationPolicy?.id}`, terms: termsOf(percent) };
      await updatePolicy(at(percent, HOST), change as Parameters<typeof updatePolicy>[1]);
      offered.push({ percent, from: performance.now() });
    }
  };
  const holds = concurrently(64, async (index) => {
    for (let attempt = 0; ; attempt++) {
      const began = performance.now();
      const { held, quote } = await quoteAndHold(at(index + attempt), storefrontId, [lineOf(id, 10, 11)]);
      const percent = quote.lines[0]?.cancellation?.afterLast.refundPercent ?? -1;
      if (held) return { began, percent };
    }
  });
  const [taken] = await Promise.all([holds, changes()]);
  for (const { began, percent } of taken) {
    const asked = offered.findLast(({ from }) => from < began)?.percent ?? 0;
    expect(percent).toBeGreaterThanOrEqual(asked);
  }
  const late = await quoteAndHold(at(1), storefrontId, [lineOf(id, 20, 21)]);
  expect(late.quote.lines[0]?.cancellation?.afterLast.refundPercent).toBe(60);
});

test('a currency change succeeds only before the first hold', async () => {
  for (let round = 0; round < ROUNDS * 2; round++) {
    const { storefrontId, propertyId, unitTypeIds } = await sell(at(0), [{ units: 5 }, { units: 5 }]);
    const hold = (index: number) =>
      quoteAndHold(at(index), storefrontId, [lineOf(unitTypeIds[index % 2] ?? 0, 10, 12)]);
    const change = (index: number) =>
      updateProperty(at(index, HOST), { id: `${propertyId}`, currency: 'CHF' } as Parameters<
        typeof updateProperty
      >[1]);
    const resize = (index: number) =>
      updateUnitType(at(index, HOST), { id: `${unitTypeIds[0]}`, units: 4 } as Parameters<
        typeof updateUnitType
      >[1]);
    await Promise.all([hold(0), change(1), resize(0), hold(1), change(0), hold(2)]);
    const mixed = await database.query(
      `SELECT h.quote->>'currency' AS held FROM catalog.stay_holds h, catalog.property p
       WHERE h.storefront_id = p.storefront_id AND p.id = $1 AND h.quote->>'currency' <> p.currency`,
      [propertyId],
    );
    expect(mixed).toEqual([]);
  }
});
