import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import type { Viewer } from '#kit/viewer.ts';
import { emptyCalendar, epochDayOf } from '#subgraphs/catalog/domain/calendar.ts';
import { updateUnitType } from '#subgraphs/catalog/properties/commands/update-unit-type.ts';
import { archivePolicy } from '#subgraphs/catalog/rates/commands/archive-policy.ts';
import { archiveRatePlan } from '#subgraphs/catalog/rates/commands/archive-rate-plan.ts';
import { createPolicy } from '#subgraphs/catalog/rates/commands/create-policy.ts';
import { createRatePlan } from '#subgraphs/catalog/rates/commands/create-rate-plan.ts';
import { setNights } from '#subgraphs/catalog/rates/commands/set-nights.ts';
import { updateRatePlan } from '#subgraphs/catalog/rates/commands/update-rate-plan.ts';
import { setPlannedNight } from '#subgraphs/catalog/rates/domain/rate-plan.ts';
import { listPlans } from '#subgraphs/catalog/rates/queries/rate-plans.ts';
import { holdStay } from '#subgraphs/catalog/stays/commands/hold-stay.ts';
import { quoteStays } from '#subgraphs/catalog/stays/domain/quote.ts';
import { stayLookup } from '#subgraphs/catalog/stays/queries/lookup.ts';
import { previewPlan, quoteUnderPlan } from '#subgraphs/catalog/stays/queries/price-plan.ts';
import { stayQuote } from '#subgraphs/catalog/stays/queries/quote.ts';
import { staySearch } from '#subgraphs/catalog/stays/queries/search.ts';
import { sellableOf, shelfOf } from '../domain/catalog-shelf.ts';
import {
  agentOf,
  dayFromNow,
  HOST,
  lineOf,
  openCatalog,
  sell,
  type TestCatalog,
} from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

// docs/interface/catalog.md#rate-plans: search, look-up, quotes and holds use the default plan.

let database: TestDatabase;
let here: TestCatalog;
let world: Awaited<ReturnType<typeof sell>>;
let unitTypeId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  here = await openCatalog(database.url);
});
beforeEach(async () => {
  world = await sell(here.as(), [{ units: 3, maxGuests: 4, weekDiscount: 1_000 }]);
  unitTypeId = world.unitTypeIds[0] ?? 0;
  // Agents may hold every unit here: races/agent-holds covers the limit on unpaid holds.
  await database.query('UPDATE catalog.storefront SET max_held_share_percent = 100 WHERE id = $1', [
    world.storefrontId,
  ]);
});
afterAll(async () => {
  await here.close();
  await database.drop();
});

const STRANGER = { ...HOST, teamId: 987_654 } as Viewer;
const LATE = Temporal.Now.instant().epochMilliseconds + 7_200_000;

/** The schema checks the inputs' types; these are as a client writes them. */
const create = (plan: object = {}, rest: object = {}, viewer = HOST) =>
  createRatePlan(here.as(viewer), {
    unitTypeId: `${unitTypeId}`,
    plan: { title: 'Flexible', ...plan },
    ...rest,
  } as Parameters<typeof createRatePlan>[1]);
const update = (id: unknown, plan: object | null, rest: object = {}, viewer = HOST) =>
  updateRatePlan(here.as(viewer), {
    id: `${id}`,
    plan: plan && { title: 'Flexible', ...plan },
    ...rest,
  } as Parameters<typeof updateRatePlan>[1]);
const archive = (id: unknown, viewer = HOST) => archiveRatePlan(here.as(viewer), `${id}`);
const plans = async () => (await listPlans(here.as(HOST), `${unitTypeId}`)) ?? [];
const standard = async () => (await plans()).find(({ isDefault }) => isDefault);
/** Updates the terms of the plan on sale. */
const sellWith = async (plan: object) => update((await standard())?.id, plan);

const line = (from = 5, to = 7, units = 1, adults = 2) => lineOf(unitTypeId, from, to, units, adults);
const quote = (...stay: Parameters<typeof line>) => stayQuote(here.as(), world.storefrontId, [line(...stay)]);
const agent = () => here.as(agentOf(world.storefrontId));
const search = async (from: number, to: number) => {
  const asked = { checkIn: dayFromNow(from), checkOut: dayFromNow(to), adults: 2, children: 0, units: 1 };
  return staySearch(agent(), { ...asked, limit: 20 });
};
const lookUp = async (from: number, to: number) => {
  const [found] = await stayLookup(agent(), { ids: [line(from, to).itemId] });
  return found;
};
const hold = (from: number, to: number, rest: object = {}) =>
  holdStay(here.as(), {
    holdId: newUuid(),
    storefrontId: world.storefrontId,
    lines: [line(from, to)],
    guestEmail: `${newUuid()}@guest.test`,
    until: new Date(LATE),
    ...rest,
  });
const stay = (from: number, to: number, units = 1) => ({
  checkIn: dayFromNow(from),
  checkOut: dayFromNow(to),
  adults: 2,
  children: 0,
  units,
});
const codes = ({
  userErrors,
}: {
  readonly userErrors: readonly { field?: readonly string[] | null; code: string }[];
}) => userErrors.map(({ field, code }) => [field?.at(-1), code]);

describe('A rate plan', () => {
  test('a new unit type is sold under a default rate plan without terms of its own', async () => {
    expect(await plans()).toMatchObject([
      { title: 'Standard', isDefault: true, active: true, weekDiscount: 1_000, paymentMode: 'now' },
    ]);
  });

  test('adding a rate plan again under the same external id returns the existing one', async () => {
    const terms = {
      description: 'With breakfast.',
      mealPlan: 'breakfast',
      adjust: { percentBp: -500, amount: 250 },
      monthDiscountBp: 2_000,
      minStay: 2,
      maxStay: 9,
      bookingWindow: { minDays: 1, maxDays: 90 },
      active: false,
    };
    const first = await create(terms, { externalId: 'flex' });
    expect(first).toMatchObject({
      ratePlan: {
        title: 'Flexible',
        description: 'With breakfast.',
        mealPlan: 'breakfast',
        adjustBp: -500,
        adjustAmount: 250,
        weekDiscount: null,
        monthDiscount: 2_000,
        minStay: 2,
        maxStay: 9,
        minAdvance: 1,
        maxAdvance: 90,
        active: false,
        isDefault: false,
        externalId: 'flex',
      },
      userErrors: [],
    });
    const again = await create({ title: 'Another' }, { externalId: 'flex' });
    expect(again.ratePlan).toMatchObject({ id: first.ratePlan?.id, title: 'Flexible' });
    expect(await plans()).toHaveLength(2);
  });

  test('a rate plan exposes its terms as separate fields too', async () => {
    const terms = { description: 'Breakfast.', mealPlan: 'breakfast', payment: { mode: 'at_property' } };
    const { ratePlan: apart } = await create({}, { plan: null, title: 'Flexible', ...terms });
    const { ratePlan: whole } = await create(terms);
    expect({ ...apart, id: null }).toEqual({ ...whole, id: null });
    expect(codes(await create({}, { title: 'Twice' }))).toEqual([['plan', 'INVALID']]);
    const nameless = await create({}, { plan: null });
    expect(nameless.userErrors).toMatchObject([{ field: ['input', 'title'], code: 'INVALID' }]);
  });

  test("changing some of a rate plan's fields keeps the others", async () => {
    const { ratePlan: before } = await create({ mealPlan: 'breakfast', minStay: 2 });
    const payment = { mode: 'deposit', depositPercent: 30, balanceDaysBefore: 14 };
    const { ratePlan: after } = await update(before?.id, null, { payment });
    const paid = { paymentMode: 'deposit', depositPercent: 30, balanceDaysBefore: 14 };
    expect(after).toEqual({ ...before, ...paid });
    const renamed = await update(before?.id, null, { title: 'Semi', active: false });
    expect(renamed.ratePlan).toEqual({ ...before, ...paid, title: 'Semi', active: false });
  });

  test("a rate plan other than the default doesn't change prices", async () => {
    const before = await quote();
    await create({ adjust: { amount: 5_000 }, minStay: 30, bookingWindow: { minDays: 300 } });
    expect(await quote()).toEqual(before);
  });

  test('a new default rate plan sets the prices in search, look-up, quotes and holds', async () => {
    const { ratePlan } = await create({ adjust: { percentBp: 1_000, amount: -1 } });
    await update(ratePlan?.id, null, { isDefault: true });
    expect(await plans()).toMatchObject([{ title: 'Flexible', isDefault: true }, { isDefault: false }]);
    const price = 2 * 10_999;
    expect(await quote()).toMatchObject({ total: price, problems: [] });
    expect((await search(5, 7)).offers).toMatchObject([{ price, available: true }]);
    expect(await lookUp(5, 7)).toMatchObject({ offer: { price, total: price, available: true } });
    expect(await hold(5, 7)).toMatchObject({ held: true, quote: { total: price } });
  });

  test('a hold during a rate plan change gets either the old or the new price', async () => {
    const shown = await quote();
    const agentHold = { agent: { address: null, profile: null }, fingerprint: shown.fingerprint };
    const held = await Promise.all([
      hold(5, 7, agentHold),
      sellWith({ adjust: { percentBp: 5_000 } }),
      hold(5, 7, agentHold),
    ]);
    for (const answer of held) {
      if (!('held' in answer)) continue;
      expect([answer.held, answer.quote.total]).toBeOneOf([
        [true, shown.total],
        [false, 30_000],
      ]);
    }
    expect((await quote()).total).toBe(30_000);
  });

  test('replacing a rate plan clears the omitted fields', async () => {
    await sellWith({ minStay: 3, mealPlan: 'half_board' });
    await sellWith({ mealPlan: 'half_board' });
    expect(await standard()).toMatchObject({ minStay: null, mealPlan: 'half_board', weekDiscount: null });
  });

  test("saving a rate plan's current terms publishes no event", async () => {
    const version = async () =>
      (await database.query('SELECT revision FROM catalog.unit_type WHERE id = $1', [unitTypeId]))[0];
    await sellWith({ mealPlan: 'half_board' });
    const before = await version();
    await sellWith({ mealPlan: 'half_board' });
    expect(await version()).toEqual(before);
  });

  test("a rate plan can be archived unless it's the default", async () => {
    const { ratePlan } = await create();
    expect(codes(await archive((await standard())?.id))).toEqual([['id', 'IN_USE']]);
    expect(await archive(ratePlan?.id)).toMatchObject({ ratePlan: { title: 'Flexible' }, userErrors: [] });
    expect(await plans()).toHaveLength(1);
    expect(codes(await update(ratePlan?.id, null, { isDefault: true }))).toEqual([['id', 'ARCHIVED']]);
  });

  test('the default rate plan is always on sale', async () => {
    expect(codes(await sellWith({ active: false }))).toEqual([['active', 'INVALID']]);
    expect(codes(await create({ active: false }, { isDefault: true }))).toEqual([['active', 'INVALID']]);
  });

  test.each<[object, string]>([
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(121) }, 'title'],
    [{ description: 'x'.repeat(1_001) }, 'description'],
    [{ payment: { mode: 'deposit' } }, 'depositPercent'],
    [{ payment: { mode: 'deposit', depositPercent: 0 } }, 'depositPercent'],
    [{ payment: { mode: 'deposit', depositPercent: 100 } }, 'depositPercent'],
    [{ payment: { mode: 'deposit', depositPercent: 30, balanceDaysBefore: 366 } }, 'balanceDaysBefore'],
    [{ payment: { mode: 'now', depositPercent: 30 } }, 'depositPercent'],
    [{ payment: { mode: 'at_property', balanceDaysBefore: 3 } }, 'balanceDaysBefore'],
    [{ adjust: { percentBp: -10_001 } }, 'percentBp'],
    [{ adjust: { amount: 1_000_000_001 } }, 'amount'],
    [{ weekDiscountBp: 10_001 }, 'weekDiscountBp'],
    [{ monthDiscountBp: -1 }, 'monthDiscountBp'],
    [{ minStay: 0 }, 'minStay'],
    [{ minStay: 5, maxStay: 4 }, 'maxStay'],
    [{ maxStay: 366 }, 'maxStay'],
    [{ bookingWindow: { minDays: -1 } }, 'minDays'],
    [{ bookingWindow: { minDays: 9, maxDays: 8 } }, 'maxDays'],
  ])('a rate plan with %j is refused at %s', async (plan, field) => {
    expect(codes(await create(plan))).toEqual([[field, 'INVALID']]);
  });

  test('a rate plan for another team and a twenty-first rate plan are refused', async () => {
    const { ratePlan } = await create();
    expect(codes(await create({}, {}, STRANGER))).toEqual([['unitTypeId', 'NOT_FOUND']]);
    expect(codes(await update(ratePlan?.id, {}, {}, STRANGER))).toEqual([['id', 'NOT_FOUND']]);
    expect(codes(await archive(ratePlan?.id, STRANGER))).toEqual([['id', 'NOT_FOUND']]);
    expect(await listPlans(here.as(STRANGER), `${unitTypeId}`)).toBeNull();
    for (let more = 2; more < 20; more++) await create({ title: `Plan ${more}` });
    expect(codes(await create())).toEqual([['unitTypeId', 'LIMIT_REACHED']]);
  });
});

describe('The payment of a rate plan', () => {
  test("quotes and descriptions include the rate plan's payment terms", async () => {
    await sellWith({ payment: { mode: 'deposit', depositPercent: 30, balanceDaysBefore: 3 } });
    const { payment, total } = await quote(5, 7);
    expect(payment).toEqual({
      mode: 'deposit',
      dueNow: Math.ceil(Number(total) * 0.3),
      balanceDueOn: dayFromNow(2).toString(),
    });
    expect((await quote(3, 5)).payment).toEqual({ mode: 'now', dueNow: total, balanceDueOn: null });
    const terms = { mode: 'deposit', depositPercent: 30, balanceDaysBefore: 3 };
    expect((await lookUp(5, 7))?.offer?.content.payment).toEqual(terms);
    await sellWith({ payment: { mode: 'at_property' } });
    expect((await quote(5, 7)).payment).toEqual({
      mode: 'at_property',
      dueNow: 0,
      balanceDueOn: dayFromNow(5).toString(),
    });
  });

  test("a stay shown with outdated payment terms can't be booked", async () => {
    const { fingerprint } = await quote(5, 7);
    await sellWith({ payment: { mode: 'at_property' } });
    expect(await hold(5, 7, { fingerprint })).toMatchObject({ held: false, quote: { problems: [] } });
    await sellWith({});
    expect(await hold(5, 7, { fingerprint })).toMatchObject({ held: true });
  });

  test('a change to payment terms can be previewed before saving', async () => {
    const payment = { mode: 'deposit', depositPercent: 50, balanceDaysBefore: 2 } as const;
    const input = { unitTypeId: `${unitTypeId}`, plan: { title: 'Deposit', payment }, stay: stay(5, 7) };
    const { quote: shown } = (await previewPlan(
      here.as(HOST),
      input as Parameters<typeof previewPlan>[1],
    )) ?? { quote: null };
    expect(shown).toMatchObject({
      dueNow: Math.ceil(Number(shown?.total) / 2),
      balanceDueOn: dayFromNow(3).toString(),
    });
  });
});

describe('A cancellation policy of a rate plan', () => {
  const FREE = { tiers: [], afterLast: { refundPercent: 100 } };
  const HALF = { tiers: [], afterLast: { refundPercent: 50 } };
  const policy = async (name: string, terms: object, storefrontId = world.storefrontId) => {
    const input = { storefrontId: `${storefrontId}`, name, terms };
    const made = await createPolicy(here.as(HOST), input as Parameters<typeof createPolicy>[1]);
    return `${made.cancellationPolicy?.id}`;
  };

  test("a rate plan's cancellation policy overrides the storefront's", async () => {
    await policy('Free', FREE);
    expect((await quote()).lines).toMatchObject([{ cancellation: { afterLast: { refundPercent: 100 } } }]);
    await sellWith({ cancellationPolicyId: await policy('Half', HALF) });
    expect((await quote()).lines).toMatchObject([{ cancellation: { afterLast: { refundPercent: 50 } } }]);
    await sellWith({});
    expect((await quote()).lines).toMatchObject([{ cancellation: { afterLast: { refundPercent: 100 } } }]);
  });

  test("a rate plan's cancellation policy can't be archived", async () => {
    await policy('Free', FREE);
    const half = await policy('Half', HALF);
    const { ratePlan } = await create({ cancellationPolicyId: half });
    expect(codes(await archivePolicy(here.as(HOST), half))).toEqual([['id', 'IN_USE']]);
    await archive(ratePlan?.id);
    expect(codes(await archivePolicy(here.as(HOST), half))).toEqual([]);
  });

  test("another storefront's cancellation policy is refused", async () => {
    const elsewhere = await policy('Elsewhere', FREE, (await sell(here.as(), [{}])).storefrontId);
    const refused = await create({ cancellationPolicyId: elsewhere });
    expect(codes(refused)).toEqual([['cancellationPolicyId', 'NOT_FOUND']]);
  });
});

describe('The default plan', () => {
  test('the default plan accepts stays only within its booking window', async () => {
    await sellWith({ bookingWindow: { minDays: 3, maxDays: 10 } });
    for (const [from, code] of [
      [2, 'min_advance'],
      [12, 'max_advance'],
    ] as const) {
      expect((await search(from, from + 1)).reasons).toMatchObject([{ code }]);
      expect(await lookUp(from, from + 1)).toMatchObject({
        offer: { available: false },
        reasons: [{ code }],
      });
      const refused = await hold(from, from + 1);
      expect(refused).toMatchObject({ held: false, quote: { problems: [{ code, nearest: [{}, {}] }] } });
      expect(await hold(from, from + 1, { bookedBefore: true })).toMatchObject({ held: true });
      expect(await hold(from, from + 1, { unrestricted: true })).toMatchObject({ held: true });
    }
    expect((await search(3, 4)).offers).toHaveLength(1);
    expect(await hold(10, 11)).toMatchObject({ held: true });
  });

  test("the default plan and the check-in night both limit a stay's length", async () => {
    await sellWith({ minStay: 2, maxStay: 6 });
    const nights = (from: number, change: object) =>
      setNights(here.as(HOST), {
        unitTypeId: `${unitTypeId}`,
        from: dayFromNow(from),
        until: dayFromNow(from),
        ...change,
      } as Parameters<typeof setNights>[1]);
    await nights(5, { minStay: 3, maxStay: 9 });
    await nights(6, { minStay: 1, maxStay: 4 });
    const problems = async (from: number, length: number) =>
      (await quote(from, from + length)).problems.map(({ code, limit }) => [code, limit]);
    expect(await problems(5, 2)).toEqual([['min_stay', 3]]);
    expect(await problems(5, 7)).toEqual([['max_stay', 6]]);
    expect(await problems(6, 1)).toEqual([['min_stay', 2]]);
    expect(await problems(6, 5)).toEqual([['max_stay', 4]]);
    expect(await problems(7, 6)).toEqual([]);
  });

  const adjust = fc.record({
    percentBp: fc.integer({ min: -10_000, max: 20_000 }),
    amount: fc.integer({ min: -20_000, max: 20_000 }),
  });
  const anyPlan = fc.record({
    adjust,
    weekDiscountBp: fc.option(fc.nat(5_000)),
    monthDiscountBp: fc.option(fc.nat(5_000)),
    minStay: fc.option(fc.integer({ min: 1, max: 5 })),
    maxStay: fc.option(fc.integer({ min: 5, max: 40 })),
    window: fc.record({
      minDays: fc.option(fc.nat(6)),
      maxDays: fc.option(fc.integer({ min: 6, max: 20 })),
    }),
  });

  test('the price and problems of any stay match the rules, with or without a stored plan', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPlan,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 35 }),
        fc.integer({ min: 1, max: 3 }),
        async ({ window, ...terms }, from, length, units) => {
          const plan = { ...terms, bookingWindow: window };
          const asked = stay(from, from + length, units);
          const input = { unitTypeId: `${unitTypeId}`, plan: { title: 'Any', ...plan }, stay: asked };
          const preview = await previewPlan(here.as(HOST), input as Parameters<typeof previewPlan>[1]);
          expect(codes(await sellWith(plan))).toEqual([]);

          const stored = await quote(from, from + length, units);
          const expected = byTheRules(plan, from, length, units);
          expect(stored.total).toBe(expected.total);
          expect(stored.lines[0]?.nightly).toEqual(expected.nightly);
          expect(stored.problems.map(({ code, limit }) => [code, limit])).toEqual(expected.problems);
          expect(preview?.quote).toMatchObject({ total: stored.total, nightly: expected.nightly });
          expect(preview?.quote?.reasons).toHaveLength(expected.problems.length);
          const ready = await standard();
          const again = ready && (await quoteUnderPlan(here.as(HOST), ready, asked));
          expect(again).toEqual(preview?.quote);
          const found = await stayLookup(agent(), { ids: [line(from, from + length).itemId], units });
          expect(found[0]?.offer).toMatchObject({
            price: stored.total,
            available: expected.problems.length === 0,
          });
        },
      ),
      { numRuns: 25 },
    );
  });

  /** Computes the price and problems by the pure rules over nights at 100.00. */
  function byTheRules(
    { adjust, weekDiscountBp, monthDiscountBp, minStay, maxStay, bookingWindow }: PlanTerms,
    from: number,
    length: number,
    units: number,
  ) {
    const today = epochDayOf(dayFromNow(0));
    const calendar = emptyCalendar(today, 100);
    calendar.total.fill(3);
    const terms = { adjustBp: adjust.percentBp, adjustAmount: adjust.amount, minStay, maxStay };
    for (let slot = 0; slot < 100; slot++)
      setPlannedNight(calendar, slot, { rate: 10_000, minStay: 0, maxStay: 0 }, terms);
    const window = { minAdvance: bookingWindow.minDays, maxAdvance: bookingWindow.maxDays };
    const unitType = {
      id: unitTypeId,
      maxGuests: 4,
      weekDiscount: weekDiscountBp,
      monthDiscount: monthDiscountBp,
      window,
    };
    const shelf = { ...shelfOf([sellableOf({ unitType, calendar })]), todayIn: () => today };
    const { total, problems, lines } = quoteStays([line(from, from + length, units)], shelf);
    return {
      total,
      problems: problems.map(({ code, limit }) => [code, limit]),
      nightly: lines[0]?.nightly ?? [],
    };
  }

  interface PlanTerms {
    readonly adjust: { readonly percentBp: number; readonly amount: number };
    readonly weekDiscountBp: number | null;
    readonly monthDiscountBp: number | null;
    readonly minStay: number | null;
    readonly maxStay: number | null;
    readonly bookingWindow: { readonly minDays: number | null; readonly maxDays: number | null };
  }
});

describe('Age bands of children', () => {
  const bands = (...childAgeBands: readonly object[]) =>
    updateUnitType(here.as(HOST), {
      id: `${unitTypeId}`,
      childAgeBands,
    } as Parameters<typeof updateUnitType>[1]);
  const withChildren = (children: number) =>
    stayQuote(here.as(), world.storefrontId, [
      { itemId: `stay:${unitTypeId}:${dayFromNow(5)}:${dayFromNow(6)}:1:${children}`, quantity: 1 },
    ]);

  test('age bands without gaps limit the number of children in a unit', async () => {
    await bands({ from: 3, to: 17, limit: 1 }, { from: 0, to: 2, limit: 1 });
    expect((await withChildren(2)).problems).toEqual([]);
    expect((await withChildren(3)).problems).toMatchObject([{ code: 'capacity_exceeded', limit: 3 }]);
    const [found] = await stayLookup(agent(), { ids: [`unit_type:${unitTypeId}`] });
    expect(found?.offer?.content).toMatchObject({
      maxChildren: null,
      childAgeBands: [{ from: 0, to: 2, limit: 1 }, { from: 3 }],
    });
  });

  test("age bands with gaps don't limit anything, because bookings don't contain ages", async () => {
    await bands({ from: 0, to: 16, limit: 0 });
    expect((await withChildren(3)).problems).toEqual([]);
    await bands();
    expect((await withChildren(3)).problems).toEqual([]);
  });

  test.each<[string, readonly object[]]>([
    [
      'overlap',
      [
        { from: 0, to: 5, limit: 1 },
        { from: 5, to: 9, limit: 1 },
      ],
    ],
    ['go beyond 17', [{ from: 0, to: 18, limit: 1 }]],
    ['end before they begin', [{ from: 5, to: 4, limit: 1 }]],
    ['begin before birth', [{ from: -1, to: 4, limit: 1 }]],
    ['have a negative limit', [{ from: 0, to: 4, limit: -1 }]],
    ['are more than the ages', Array.from({ length: 19 }, () => ({ from: 0, to: 0, limit: 1 }))],
  ])('age bands that %s are refused', async (_what, given) => {
    expect(codes(await bands(...given))).toEqual([['childAgeBands', 'INVALID']]);
  });
});
