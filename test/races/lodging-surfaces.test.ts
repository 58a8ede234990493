import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { recordAcp } from '../judges/acp-answers.ts';
import { recordUcp, toolSchemas } from '../judges/ucp-answers.ts';
import { storefrontHttp } from '../support/agent.ts';
import { ask, hostOf } from '../support/developer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { PIN } from '../support/lodging.ts';
import {
  checkoutSurface,
  lodgingSurface,
  type Party,
  type Stay,
  type Surface,
} from '../support/lodging-surfaces.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { SEED, tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';

/**
 * Two copies of the demo world: guests use one through the normal checkout, the other through the UCP lodging
 * draft.
 */
let plain: TestPlatform;
let drafted: TestPlatform;

beforeAll(async () => {
  [plain, drafted] = await Promise.all([startPlatform(), startPlatform({ UCP_LODGING_DRAFT: PIN })]);
});
afterAll(() => Promise.all([plain.close(), drafted.close()]));

/** Removes differences between two worlds with the same events: random ids, ports and the time. */
const withoutChance = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replaceAll(/BK-[0-9A-Z]{8}/g, 'reference')
    .replaceAll(/"(kid|x|y)":"[^"]+"/g, '"$1":"key"')
    .replaceAll(/localhost:\d+/g, 'localhost:port')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'instant');

test.each([
  ['/.well-known/ucp', '/api/mcp'],
  ['/.well-known/ucp/2026-08-25', '/api/mcp/2026-08-25'],
])(
  'every response behind %s is the same with the draft switched off as with no draft at all',
  async (profile, endpoint) => {
    const schemas = { ...toolSchemas('any/'), profile: 'any', error: 'any' };
    const record = async (platform: TestPlatform) =>
      withoutChance(JSON.stringify(await recordUcp(platform, { profile, endpoint, schemas })));
    const list = async (platform: TestPlatform) => {
      const { status, body } = await listTools(platform, endpoint);
      return { status, body };
    };
    expect(await list(drafted)).toEqual(await list(plain));
    expect(await record(drafted)).toBe(await record(plain));
  },
);

test.each(['2026-04-17', '2026-01-30'])(
  'every response in ACP %s is the same with the draft switched off as with no draft at all',
  async (version) => {
    const record = async (platform: TestPlatform) =>
      withoutChance(JSON.stringify(await recordAcp(platform, version)));
    expect(await record(drafted)).toBe(await record(plain));
  },
);

test.each(['/.well-known/ucp', '/.well-known/ucp/2026-08-25', '/llms.txt', '/robots.txt'])(
  '%s is the same, including headers, with the draft switched off as with no draft at all',
  async (path) => {
    const read = async (platform: TestPlatform) => {
      const http = storefrontHttp(platform.address, 'lakeside.localhost');
      const { status, headers, json, text } = await http.get(path);
      await http.close();
      const { date: _date, ...kept } = headers;
      expect(status).toBe(200);
      return withoutChance(JSON.stringify({ headers: kept, body: json ?? text }));
    };
    expect(await read(drafted)).toBe(await read(plain));
  },
);

async function listTools(platform: TestPlatform, endpoint: string) {
  const answer = await fetch(`${platform.address}${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  return { status: answer.status, body: await answer.text() };
}

const UNIT_TYPES = ['1', '2', '3'];
const PROPERTY = '1';
/** Runs per test. */
const RUNS = 12;

type Step =
  | { readonly does: 'create' | 'update'; readonly stays: readonly Stay[]; readonly buyer: Party['buyer'] }
  | { readonly does: 'complete' | 'cancel' | 'pay' }
  | { readonly does: 'rate' | 'units'; readonly unitType: string; readonly to: number };

/** Rooms per session. */
const MOST_ROOMS = 3;

const unitType = fc.constantFrom(...UNIT_TYPES);
const stay = fc.record({
  unitType,
  adults: fc.constantFrom(1, 2, 2, 2, 4),
  children: fc.constantFrom(0, 0, 0, 1, 2),
});
/**
 * Mostly stays for the same dates, with lengths that may bring a discount; sometimes for other dates, which
 * sessions refuse.
 */
const stays = fc
  .record({
    some: fc.array(stay, { minLength: 1, maxLength: MOST_ROOMS }),
    from: fc.integer({ min: 0, max: 6 }),
    nights: fc.constantFrom(1, 2, 3, 7, 8),
    apart: fc.constantFrom(0, 0, 0, 0, 0, 0, 1),
  })
  .map(({ some, from, nights, apart }) =>
    some.map((each, index) => ({ ...each, from: from + index * apart, nights })),
  );
const buyer = fc.constantFrom('whole', 'whole', 'whole', 'whole', 'whole', 'unreachable', 'none');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('create'), stays, buyer }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('update'), stays, buyer }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('complete') }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('cancel', 'pay') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('rate'),
      unitType,
      to: fc.integer({ min: 1, max: 90_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('units'), unitType, to: fc.integer({ min: 0, max: 3 }) }),
  },
) as fc.Arbitrary<Step>;

/** Runs a step on one surface; returns the observation. */
async function take(step: Step, platform: TestPlatform, surface: Surface, first: number): Promise<unknown> {
  switch (step.does) {
    case 'create':
    case 'update':
      return surface[step.does]({ ...step, property: PROPERTY, first });
    case 'complete':
    case 'cancel':
      return surface[step.does]();
    case 'pay':
      return surface.pay(platform);
    case 'rate':
      return change(platform, 'ratesSet(input: $input)', 'RatesSetInput', step.unitType, first, {
        rate: step.to,
      });
    case 'units':
      return change(platform, 'inventorySet(input: $input)', 'InventorySetInput', step.unitType, first, {
        total: step.to,
      });
  }
}

async function change(
  platform: TestPlatform,
  mutation: string,
  type: string,
  unitTypeId: string,
  first: number,
  to: object,
) {
  const input = { unitTypeId, from: daysAhead(first), until: daysAhead(first + 20), ...to };
  const text = `mutation ($input: ${type}!) { ${mutation} { userErrors { code } } }`;
  return ask(platform, hostOf(1), text, { input });
}

/** Path of each room's rate plan id, for omission. */
const PLAN_IDS = Array.from({ length: MOST_ROOMS }, (_, room) => `#- '{${room},ratePlanId}'`).join(' ');

/** Every booking without its random parts. */
const bookingsOf = (platform: TestPlatform) =>
  platform.database.query(
    `SELECT status, check_in, check_out, currency, total, totals,
       lines::jsonb ${PLAN_IDS} AS lines, due_at_property, payment_mode, due_now, paid, adults,
       children, source_kind, guest_first_name, guest_last_name, guest_email, guest_phone, test
     FROM checkout.bookings ORDER BY id`,
  );

const SAVER = { title: 'Saver', adjust: { percentBp: -1500, amount: 130 }, minStay: 2, weekDiscountBp: 700 };
/** One for each unit type, all paid in full at booking, which a session with several rooms requires. */
const PLANS = [
  SAVER,
  { ...SAVER, title: 'Weekend', adjust: { percentBp: 900 }, minStay: 1, maxStay: 7 },
  { title: 'With breakfast', adjust: { amount: 2100 }, mealPlan: 'breakfast' },
];

/** Adds a rate plan for each unit type, the same in both worlds; in one world as the default. */
async function addPlans(platform: TestPlatform, isDefault: boolean): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>();
  for (const [index, unitTypeId] of UNIT_TYPES.entries()) {
    const plan = PLANS[index];
    const { ratePlanCreate } = await ask<{ ratePlanCreate: { ratePlan: { id: string } } }>(
      platform,
      hostOf(1),
      'mutation ($input: RatePlanCreateInput!) { ratePlanCreate(input: $input) { ratePlan { id } } }',
      { input: { unitTypeId, plan, isDefault } },
    );
    made.set(unitTypeId, ratePlanCreate.ratePlan.id);
  }
  return made;
}

/** One room of each unit type, with a child in each. */
const ROOMS = UNIT_TYPES.map((unitType) => ({ unitType, adults: 1, children: 1 }));

/**
 * Books each unit type once regardless of later random steps, and pays for the last; then books one room of
 * each together.
 */
const BOOKS_ALL: readonly Step[] = [
  ...UNIT_TYPES.flatMap((unitType): Step[] => [
    { does: 'create', stays: [{ unitType, adults: 2, children: 0, from: 0, nights: 2 }], buyer: 'whole' },
    { does: 'complete' },
  ]),
  { does: 'pay' },
  {
    does: 'create',
    stays: ROOMS.map((room) => ({ ...room, from: 4, nights: 2 })),
    buyer: 'whole',
  },
  { does: 'complete' },
];

/** Runs random guests on both surfaces, starting at a day; each sees and books the same on both. */
async function shopAtBoth(from: number, planOf?: (unitType: string) => string): Promise<void> {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps: readonly Step[]) => {
      const first = from + run++ * 25; // new nights for each run
      const surfaces = [checkoutSurface(plain), lodgingSurface(drafted, planOf)] as const;
      for (const each of steps) {
        const [expected, seen] = [
          await take(each, plain, surfaces[0], first),
          await take(each, drafted, surfaces[1], first),
        ];
        expect(seen, JSON.stringify(each)).toEqual(expected);
      }
      await Promise.all(surfaces.map((surface) => surface.close()));
      expect(await bookingsOf(drafted)).toEqual(await bookingsOf(plain));
    }),
    { numRuns: 1 + tries(RUNS), seed: SEED, endOnFailure: true, examples: [[BOOKS_ALL]] },
  );
}

describe('the same guest gets the same prices and bookings through both surfaces', () => {
  beforeAll(async () => {
    await drafted.database.query('UPDATE catalog.storefront SET lodging_draft = true');
    await ask(
      drafted,
      hostOf(1),
      'mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }',
      { input: { id: '1', lodgingDraft: true } },
    );
  });
  afterEach(async () => {
    const booked = await bookingsOf(plain);
    expect(booked.length).toBeGreaterThan(2);
    expect(booked).toContainEqual(expect.objectContaining({ adults: MOST_ROOMS, children: MOST_ROOMS }));
    expect(await brokenInvariants(drafted.database)).toEqual({});
  });

  test(
    'the same guest gets equal prices and bookings on both surfaces with default rate plans',
    () => shopAtBoth(60),
    120_000,
  );

  test('the same guest gets equal prices and bookings even if only one surface names the rate plans', async () => {
    const [plans] = await Promise.all([addPlans(drafted, false), addPlans(plain, true)]);
    await shopAtBoth(370, (unitType) => plans.get(unitType) ?? expect.unreachable());
  }, 120_000);
});
