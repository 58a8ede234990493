import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepHolds } from '#subgraphs/checkout/bookings/commands/sweep-holds.ts';
import { purgeGuests } from '#subgraphs/checkout/contacts/commands/purge-guests.ts';
import { connectAgent, type McpAgent, storefrontHttp } from '../support/agent.ts';
import { ask, contextOf, hostOf } from '../support/developer.ts';
import {
  expectDraft,
  LODGING,
  type LodgingAgent,
  type LodgingSession,
  lodgingAgent,
  PIN,
  PROFILE,
  totalOf,
} from '../support/lodging.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

let platform: TestPlatform;
let agent: LodgingAgent;
let mcp: McpAgent;

const CABIN = { unitType: '7', property: '3', plan: '7' };
const BOATHOUSE = { unitType: '3', property: '1', plan: '3' };
const HOST = hostOf(1);
const ADA = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

beforeAll(async () => {
  platform = await startPlatform({ UCP_LODGING_DRAFT: PIN });
  await platform.database.query(
    "UPDATE catalog.storefront SET lodging_draft = true WHERE domain IN ('lakeside.localhost', 'alpine.localhost')",
  );
  agent = lodgingAgent(platform.address, 'lakeside.localhost');
  mcp = await connectAgent(platform.port, 'lakeside.localhost');
});
afterAll(async () => {
  await mcp.close();
  await agent.http.close();
  await platform.close();
});

const dates = (from: number, nights = 3) => ({
  start_date: daysAhead(from),
  end_date: daysAhead(from + nights),
});
const itemId = (from: number, { unitType } = CABIN, party = '2:0', nights = 3) =>
  `stay:${unitType}:${daysAhead(from)}:${daysAhead(from + nights)}:${party}`;
/** A search's stay for two adults and three nights. */
const stay = (from: number, place = CABIN) => ({ id: itemId(from, place), stay_dates: dates(from) });
const booking = (from: number, more: object = { booker: ADA }, place = CABIN) => ({
  property: { id: place.property },
  stays: [stay(from, place)],
  ...more,
});
const mutate = (text: string, variables: object) => ask(platform, HOST, text, { input: variables });
/** Adds a rate plan to the cabin. */
async function newPlan(plan: object): Promise<string> {
  const { ratePlanCreate } = await ask<{
    ratePlanCreate: { ratePlan: { id: string } | null; userErrors: object[] };
  }>(
    platform,
    HOST,
    `mutation ($input: RatePlanCreateInput!) { ratePlanCreate(input: $input) {
      ratePlan { id } userErrors { field message } } }`,
    { input: { unitTypeId: CABIN.unitType, plan: { title: 'Saver', active: true, ...plan } } },
  );
  expect(ratePlanCreate.userErrors).toEqual([]);
  return ratePlanCreate.ratePlan?.id ?? expect.unreachable();
}
const underPlan = (id: string, from: number) => ({
  ...booking(from),
  stays: [{ ...stay(from), rate_plan: { id } }],
});
const subtotalOf = ({ totals }: Pick<LodgingSession, 'totals'>): number =>
  totals.find(({ type }) => type === 'subtotal')?.amount ?? expect.unreachable();
const codes = ({ messages }: LodgingSession) => messages.map(({ code }) => code);
const bookingOf = async (id: string) => {
  const [found] = await platform.database.query<{ id: number; status: string; reference: string }>(
    'SELECT id::float8, status, reference FROM checkout.bookings WHERE checkout_id = $1',
    [id],
  );
  return found;
};

describe('a booking session, step by step', () => {
  test('a session is incomplete without a booker', async () => {
    const created = await agent.create(booking(30, {}));
    expect(created).toMatchObject({
      ucp: { version: '2026-08-25', status: 'success' },
      status: 'incomplete',
      property: { id: CABIN.property, name: 'Forest Cabins' },
      stays: [
        {
          id: `${itemId(30)}~${CABIN.plan}`,
          stay_dates: dates(30),
          accommodation_type: { id: CABIN.unitType, capacity: { total: 4 } },
          rate_plan: { id: CABIN.plan, title: 'Standard' },
          occupancy: { adults: 2, children: 0, total: 2 },
        },
      ],
      messages: [{ type: 'error', code: 'missing', severity: 'recoverable', path: '$.booker' }],
      policies: [{ refundability: 'refundable' }],
    });
    const ready = await agent.update(created.id, booking(30));
    expect(ready).toMatchObject({ id: created.id, status: 'ready_for_complete', booker: ADA, messages: [] });
    expect(await agent.get(created.id)).toEqual(ready);
  });

  test('a session is completed once the guest has paid for the hold', async () => {
    const { id, totals } = await agent.create(booking(34));
    const held = await agent.complete(id);
    expect(held).toMatchObject({
      status: 'requires_escalation',
      messages: [{ type: 'error', code: 'payment_required', severity: 'requires_buyer_review' }],
      continue_url: expect.stringMatching(/^http:\/\/lakeside\.localhost\/bookings\//),
    });
    const placed = await bookingOf(id);
    expect(placed?.status).toBe('held');
    await ask(platform, HOST, 'mutation ($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }', {
      id: String(placed?.id),
    });
    const paid = await agent.get(id);
    expect(paid).toMatchObject({
      status: 'completed',
      totals,
      confirmation: {
        id: placed?.reference,
        pincode: expect.stringMatching(/^\d{6}$/),
        permalink_url: held.continue_url,
      },
    });
    const page = await agent.http.get(new URL(held.continue_url ?? '').pathname);
    expect(page.text).toContain(paid.confirmation?.pincode);
  });

  test('completing a session confirms it if the stay is paid at the property', async () => {
    await mutate(
      'mutation ($input: RatePlanUpdateInput!) { ratePlanUpdate(input: $input) { userErrors { code } } }',
      {
        id: BOATHOUSE.plan,
        plan: { title: 'Pay here', payment: { mode: 'at_property' } },
      },
    );
    const { id, payment, totals } = await agent.create(booking(40, { booker: ADA }, BOATHOUSE));
    expect(payment.terms[0]?.schedules).toMatchObject([{ type: 'at_property', amount: totalOf(totals) }]);
    const key = crypto.randomUUID();
    const done = await agent.complete(id, key);
    const placed = await bookingOf(id);
    expect(done).toMatchObject({ status: 'completed', confirmation: { id: placed?.reference } });
    expect(placed?.status).toBe('confirmed');
    expect(await agent.complete(id, key)).toEqual(done);
    const [night] = await platform.database.query(
      'SELECT held, confirmed FROM catalog.night WHERE unit_type_id = $1 AND night = $2',
      [BOATHOUSE.unitType, daysAhead(40)],
    );
    expect(night).toEqual({ held: 0, confirmed: 1 });
    await eventually(
      () =>
        platform.database.query<{ template: string }>(
          'SELECT template FROM apps.mails WHERE booking_id = $1',
          [placed?.id],
        ),
      (mails) => mails.some(({ template }) => template === 'guest-confirmed'),
    );
  });

  test('a session is canceled once its hold has ended', async () => {
    const { id } = await agent.create(booking(44));
    await agent.complete(id);
    await platform.database.query(
      "UPDATE checkout.bookings SET hold_expires_at = now() - interval '1 minute' WHERE checkout_id = $1",
      [id],
    );
    await sweepHolds(contextOf(platform));
    const ended = await agent.get(id);
    expect(ended).toMatchObject({ status: 'canceled', messages: [{ type: 'info', code: 'hold_released' }] });
  });

  test('a placed session can be neither changed nor canceled', async () => {
    const { id } = await agent.create(booking(47));
    await agent.complete(id);
    const changed = await agent.update(id, booking(48));
    expect(changed.stays[0]?.stay_dates).toEqual(dates(47));
    expect(codes(changed)).toContain('invalid');
    expect(codes(await agent.cancel(id))).toContain('not_cancelable');
    expect((await bookingOf(id))?.status).toBe('held');
  });

  test('completing a canceled session leaves it canceled and books nothing', async () => {
    const { id } = await agent.create(booking(50));
    expect((await agent.cancel(id)).status).toBe('canceled');
    expect((await agent.complete(id)).status).toBe('canceled');
    expect(await bookingOf(id)).toBeUndefined();
  });
});

describe('stays', () => {
  test('a stay can be identified by its unit type and rate plan ids instead of its own id', async () => {
    const named = await agent.create({
      ...booking(52),
      stays: [
        {
          accommodation_type: { id: CABIN.unitType },
          rate_plan: { id: CABIN.plan },
          stay_dates: dates(52),
          occupancy: { adults: 2, total: 2 },
        },
      ],
    });
    const { stays, totals } = await agent.create(booking(52));
    expect(named).toMatchObject({ status: 'ready_for_complete', stays, totals });
    expect(
      (await agent.create({ ...booking(52), stays: [{ ...stay(52), id: stays[0]?.id }] })).stays,
    ).toEqual(stays);
  });

  test('explicit dates and guests override the item id', async () => {
    const asked = { ...stay(55), stay_dates: dates(56, 2), occupancy: { adults: 1, total: 1 } };
    const { stays } = await agent.create({ ...booking(55), stays: [asked] });
    expect(stays).toMatchObject([
      {
        id: `${itemId(56, CABIN, '1:0', 2)}~${CABIN.plan}`,
        stay_dates: dates(56, 2),
        occupancy: { total: 1 },
      },
    ]);
  });

  test('any active rate plan of the unit type can be booked', async () => {
    const flexible = await newPlan({ adjust: { percentBp: -1000 }, description: 'A tenth less.' });
    const usual = await agent.create(booking(70));
    const named = await agent.create(underPlan(flexible, 70));
    expect(named).toMatchObject({
      status: 'ready_for_complete',
      stays: [{ id: `${itemId(70)}~${flexible}`, rate_plan: { id: flexible, title: 'Saver' } }],
    });
    expect(named.stays[0]?.rate_plan.description).toMatch(/^A tenth less\./);
    expect(subtotalOf(named)).toBe(subtotalOf(usual) * 0.9);
  });

  test('a checkout can book one stay under each of two rate plans', async () => {
    const saver = await newPlan({ adjust: { percentBp: -2000 } });
    const both = { ...booking(74), stays: [stay(74), underPlan(saver, 74).stays[0]] };
    const { id, totals, stays } = await agent.create(both);
    const [usual = 0, saved] = stays.map(subtotalOf);
    expect(saved).toBe(usual * 0.8);
    expect(await agent.complete(id)).toMatchObject({ status: 'requires_escalation', totals });
  });

  test('a booking moved by the host keeps its rate plan even if it has been retired', async () => {
    const saver = await newPlan({ adjust: { percentBp: -1000 } });
    const { id } = await agent.create(underPlan(saver, 80));
    await agent.complete(id);
    const archive = 'mutation ($id: ID!) { ratePlanArchive(id: $id) { userErrors { code } } }';
    expect(await ask(platform, HOST, archive, { id: saver })).toEqual({
      ratePlanArchive: { userErrors: [] },
    });
    const placed = await bookingOf(id);
    const moved = await ask<{
      bookingUpdate: { userErrors: object[]; booking: { lines: { subtotal: number }[] } };
    }>(
      platform,
      HOST,
      `mutation ($input: BookingUpdateInput!) { bookingUpdate(input: $input) {
        userErrors { code message } booking { lines { subtotal } } } }`,
      { input: { id: String(placed?.id), checkIn: daysAhead(84), checkOut: daysAhead(87) } },
    );
    expect(moved.bookingUpdate.userErrors).toEqual([]);
    const usual = await agent.create(booking(84));
    expect(moved.bookingUpdate.booking.lines[0]?.subtotal).toBe(subtotalOf(usual) * 0.9);
  });

  test("a rate plan's restrictions apply to its stays", async () => {
    const weekly = await newPlan({ minStay: 7 });
    const { messages } = await agent.create(underPlan(weekly, 88));
    expect(messages).toMatchObject([{ code: 'min_stay', path: '$.stays[0]' }]);
  });

  test("an inactive rate plan can't be booked", async () => {
    const asleep = await newPlan({ active: false });
    expect(codes(await agent.create(underPlan(asleep, 91)))).toEqual(['item_unavailable']);
  });

  test("another unit type's rate plan can't be booked", async () => {
    const { messages } = await agent.create(underPlan(BOATHOUSE.plan, 58));
    expect(messages).toMatchObject([{ code: 'item_unavailable', path: '$.stays[0]' }]);
  });

  test("a stay can't be booked with a rate plan other than the one in its id", async () => {
    const { status, messages } = await agent.create({
      ...booking(58),
      stays: [{ ...stay(58), rate_plan: { id: '999' } }],
    });
    expect(status).toBe('incomplete');
    expect(messages).toMatchObject([{ code: 'item_unavailable', path: '$.stays[0]' }]);
  });

  test('a stay at a property other than the one in its id is refused', async () => {
    const { messages } = await agent.create({ ...booking(58), property: { id: '1' } });
    expect(messages).toMatchObject([{ code: 'invalid', severity: 'recoverable', path: '$.stays[0]' }]);
  });

  test("a sold-out stay is reported with the draft's error code", async () => {
    const first = await agent.create(booking(60, { booker: ADA }, BOATHOUSE));
    await agent.complete(first.id);
    const { status, messages } = await agent.create(booking(60, { booker: ADA }, BOATHOUSE));
    expect(status).toBe('incomplete');
    expect(messages[0]).toMatchObject({
      code: 'inventory_exhausted',
      severity: 'recoverable',
      path: '$.stays[0]',
      content: expect.stringContaining('nearest bookable dates'),
    });
  });

  test("a session whose stay can't be sold explains why", async () => {
    const unsold = { ...stay(60), id: `stay:99999:${daysAhead(60)}:${daysAhead(63)}:2:0` };
    for (const asked of [unsold, { ...stay(60), id: 'room', occupancy: { total: 2 } }]) {
      const session = await agent.create({ ...booking(60), stays: [asked] });
      expect(codes(session)).toEqual(['item_unavailable']);
      expect(session.stays[0]?.stay_dates).toEqual(dates(60));
    }
  });
});

describe('guests', () => {
  const guests = [
    { id: 'gst_01', ...ADA, age: 36 },
    { id: 'gst_02', first_name: 'Mary', last_name: 'Somerville' },
  ];
  const assigned = [
    { guest_id: 'gst_01', role: 'primary' },
    { guest_id: 'gst_02', role: 'accompanying' },
  ];
  const withGuests = (from: number, assignments: readonly object[], more: object = {}) => ({
    ...booking(from, more),
    stays: [{ ...stay(from), guest_assignments: assignments }],
    guests,
  });

  test('guests keep the ids given by the agent', async () => {
    const session = await agent.create(withGuests(64, assigned, { travel_purpose: 'leisure' }));
    expect(session).toMatchObject({
      status: 'ready_for_complete',
      guests,
      stays: [{ guest_assignments: assigned }],
      travel_purpose: 'leisure',
    });
    expect(session).not.toHaveProperty('booker');
    await agent.complete(session.id);
    const [placed] = await platform.database.query(
      'SELECT guest_first_name, guest_email FROM checkout.bookings WHERE checkout_id = $1',
      [session.id],
    );
    expect(placed).toEqual({ guest_first_name: 'Ada', guest_email: 'ada@example.com' });
  });

  test("a message names assigned guests that don't exist", async () => {
    const { status, messages } = await agent.create(
      withGuests(64, [{ guest_id: 'gst_09' }], { booker: ADA }),
    );
    expect(status).toBe('incomplete');
    expect(messages).toMatchObject([{ code: 'invalid', path: '$.stays[0].guest_assignments[0].guest_id' }]);
  });

  test('an update that omits guests removes them', async () => {
    const { id } = await agent.create(withGuests(64, assigned));
    const without = await agent.update(id, booking(64, {}));
    expect(without).not.toHaveProperty('guests');
    expect(without.status).toBe('incomplete');
  });

  test('redacting the booker erases guests and stored replays', async () => {
    const whole = withGuests(64, assigned, { booker: { ...ADA, email: 'redacted@example.com' } });
    const { id } = await agent.create(whole, crypto.randomUUID());
    await agent.complete(id);
    const kept = async () => {
      const [found] = await platform.database.query<{ rows: number }>(
        `SELECT (SELECT count(*) FROM checkout.sessions WHERE id = $1 AND concat(buyer, guests) ~ 'Somerville|redacted@')::int
           + (SELECT count(*) FROM checkout.idempotency WHERE answer::text ~ 'redacted@')::int AS rows`,
        [id],
      );
      return found?.rows;
    };
    expect(await kept()).toBe(3);
    const [{ contact_id: contact } = { contact_id: 0 }] = await platform.database.query<{
      contact_id: number;
    }>('SELECT contact_id::float8 FROM checkout.bookings WHERE checkout_id = $1', [id]);
    await ask(platform, HOST, 'mutation ($id: ID!) { contactRedact(id: $id) { userErrors { code } } }', {
      id: String(contact),
    });
    expect(await kept()).toBe(0);
    expect(await agent.get(id)).not.toHaveProperty('guests');
  });

  test('guests are deleted 30 days after check-out', async () => {
    const { id } = await agent.create(withGuests(64, assigned, { travel_purpose: 'leisure' }));
    const kept = async (days: number) => {
      const now = () => new Date(Date.now() + days * 24 * 60 * 60_000);
      await purgeGuests({ ...contextOf(platform), clock: { now } });
      return agent.get(id);
    };
    expect(await kept(67 + 30)).toHaveProperty('guests');
    const without = await kept(67 + 32);
    expect(without).not.toHaveProperty('guests');
    expect(without).not.toHaveProperty('travel_purpose');
    expect(without.stays[0]).not.toHaveProperty('guest_assignments');
  });

  test("guests are accepted within each age's limits", async () => {
    const limits =
      'mutation ($input: UnitTypeUpdateInput!) { unitTypeUpdate(input: $input) { userErrors { code } } }';
    await mutate(limits, {
      id: '2',
      childAgeBands: [
        { from: 0, to: 5, limit: 1 },
        { from: 6, to: 12, limit: 2 },
      ],
    });
    const family = (ages: readonly number[]) => ({
      property: { id: '1' },
      booker: ADA,
      stays: [
        {
          accommodation_type: { id: '2' },
          rate_plan: { id: '2' },
          stay_dates: dates(64),
          occupancy: { adults: 1, children: ages.length, child_ages: ages, total: 1 + ages.length },
        },
      ],
    });
    expect((await agent.create(family([4, 8]))).status).toBe('ready_for_complete');
    const twoSmall = await agent.create(family([2, 4]));
    expect(twoSmall.messages).toMatchObject([
      {
        code: 'occupancy_exceeded_capacity',
        content: expect.stringContaining('at most 1 child aged 0 to 5'),
      },
    ]);
    const tooOld = await agent.create(family([15]));
    expect(tooOld.messages).toMatchObject([
      { code: 'occupancy_exceeded_capacity', content: expect.stringContaining('counts as an adult') },
    ]);
    await mutate(limits, { id: '2', childAgeBands: [] });
  });
});

describe('what a stay costs', () => {
  test('the total includes payments at the property as a schedule and a disclosure', async () => {
    const plain = await agent.create(booking(70));
    await mutate('mutation ($input: FeeSetInput!) { feeSet(input: $input) { userErrors { code } } }', {
      propertyId: CABIN.property,
      name: 'Resort fee',
      basis: 'per_stay',
      amount: 2500,
      collect: 'property',
    });
    const { id, totals, payment, messages } = await agent.create(booking(70));
    expect(totalOf(totals)).toBe(totalOf(plain.totals) + 2500);
    expect(payment.terms[0]?.schedules).toMatchObject([
      { type: 'immediate', amount: totalOf(plain.totals) },
      { type: 'at_property', amount: 2500 },
    ]);
    expect(messages).toMatchObject([
      {
        type: 'warning',
        code: 'due_at_property',
        presentation: 'disclosure',
        path: '$.payment.terms[0].schedules[1]',
      },
    ]);
    await agent.cancel(id);
  });

  test('a nonrefundable stay is disclosed as such', async () => {
    const { stays, policies, messages } = await agent.create(booking(0));
    expect(stays[0]?.stay_dates).toEqual(dates(0));
    expect(policies).toMatchObject([{ refundability: 'non_refundable' }]);
    expect(messages).toContainEqual({
      type: 'warning',
      code: 'dev.ucp.lodging.policy.cancellation',
      presentation: 'disclosure',
      content: expect.stringContaining('you pay the full price'),
      path: '$.stays[0]',
    });
  });

  test('a changed price is disclosed again before booking', async () => {
    const shown = await agent.create(booking(74));
    await mutate('mutation ($input: RatesSetInput!) { ratesSet(input: $input) { userErrors { code } } }', {
      unitTypeId: CABIN.unitType,
      from: daysAhead(74),
      until: daysAhead(77),
      rate: 33300,
    });
    const moved = await agent.complete(shown.id);
    expect(moved.status).toBe('ready_for_complete');
    expect(moved.messages).toContainEqual(
      expect.objectContaining({ code: 'totals_changed', presentation: 'disclosure', path: '$.totals' }),
    );
    expect(totalOf(moved.totals)).not.toBe(totalOf(shown.totals));
    expect(await bookingOf(shown.id)).toBeUndefined();
    const held = await agent.complete(shown.id);
    expect(held).toMatchObject({ status: 'requires_escalation', totals: moved.totals });
  });
});

describe('a request that is repeated', () => {
  test('a repeated request under the same key returns the same response', async () => {
    const key = crypto.randomUUID();
    const first = await agent.create(booking(80), key);
    expect(await agent.create(booking(80), key)).toEqual(first);
    const again = await agent.send('POST', LODGING, booking(81), { 'idempotency-key': key });
    expect(again.status).toBe(409);
    expect(again.json.messages).toMatchObject([{ code: 'idempotency_conflict' }]);
  });

  test('repeated completions under any key create one booking', async () => {
    const { id } = await agent.create(booking(83));
    const keys = Array.from({ length: 6 }, (_, n) => (n < 3 ? PROFILE_KEY : crypto.randomUUID()));
    const answers = await Promise.all(keys.map((key) => agent.complete(id, key)));
    const urls = new Set(
      answers.flatMap(({ continue_url, status }) => (status === 'requires_escalation' ? [continue_url] : [])),
    );
    expect(urls.size).toBe(1);
    const bookings = await platform.database.query('SELECT 1 FROM checkout.bookings WHERE checkout_id = $1', [
      id,
    ]);
    expect(bookings).toHaveLength(1);
  });

  test.each([
    ['complete', undefined, 'missing'],
    ['complete', 'not-a-uuid', 'invalid'],
    ['cancel', undefined, 'missing'],
  ])('%s with the key %s is refused as %s', async (operation, key, code) => {
    const { id } = await agent.create(booking(86));
    const { status, json } = await agent.send(
      'POST',
      `${id}/${operation}`,
      {},
      key === undefined ? {} : { 'idempotency-key': key },
    );
    expect(status).toBe(400);
    expect(json.messages).toMatchObject([{ code, content: expect.stringContaining('Idempotency-Key') }]);
    expect((await agent.get(id)).status).toBe('ready_for_complete');
  });
});
const PROFILE_KEY = '550e8400-e29b-41d4-a716-446655440000';

describe('a bad request', () => {
  const many = (count: number, entry: object) => Array.from({ length: count }, () => entry);
  test.each([
    ['an empty body', {}, '$.property', 'missing'],
    ['no stays', { property: { id: '3' }, stays: [] }, '$.stays', 'invalid'],
    ['21 stays', { property: { id: '3' }, stays: many(21, stay(90)) }, '$.stays', 'invalid'],
    ['101 guests', booking(90, { guests: many(101, { id: 'g' }) }), '$.guests', 'invalid'],
    [
      'a stay without dates',
      { property: { id: '3' }, stays: [{ id: 'x' }] },
      '$.stays[0].stay_dates',
      'missing',
    ],
    [
      'dates that end before they begin',
      {
        property: { id: '3' },
        stays: [{ ...stay(90), stay_dates: { start_date: daysAhead(9), end_date: daysAhead(8) } }],
      },
      '$.stays[0].stay_dates',
      'invalid',
    ],
    [
      'a total that is no sum',
      { property: { id: '3' }, stays: [{ ...stay(90), occupancy: { adults: 2, children: 1, total: 2 } }] },
      '$.stays[0].occupancy.total',
      'invalid',
    ],
    [
      'fewer ages than children',
      {
        property: { id: '3' },
        stays: [{ ...stay(90), occupancy: { adults: 1, children: 2, child_ages: [3], total: 3 } }],
      },
      '$.stays[0].occupancy.child_ages',
      'invalid',
    ],
    [
      'a stay that names no plan',
      {
        property: { id: '3' },
        stays: [{ accommodation_type: { id: '7' }, stay_dates: dates(90), occupancy: { total: 1 } }],
      },
      '$.stays[0].rate_plan',
      'missing',
    ],
    [
      'ids that differ',
      { property: { id: '3' }, stays: [{ ...stay(90), accommodation_type: { id: '3' } }] },
      '$.stays[0].accommodation_type.id',
      'invalid',
    ],
    ['a guest with NUL', booking(90, { booker: { first_name: '\0' } }), '$.booker.first_name', 'invalid'],
  ] as const)('%s: %j is refused at %s as %s', async (_name, body, path, code) => {
    const { status, json } = await agent.send('POST', LODGING, body);
    expect(status).toBe(400);
    expect(json.messages[0]).toMatchObject({ type: 'error', code, path });
    expect(json.messages[0].content).toContain(path);
  });

  test('the response to a bad request lists unknown fields with the nearest known ones', async () => {
    const { messages } = await agent.create({
      ...booking(92),
      bokker: ADA,
      signals: { 'dev.ucp.ip': '::1' },
    });
    expect(messages.filter(({ code }) => code === 'ignored_argument')).toMatchObject([
      { type: 'info', path: '$.bokker', content: expect.stringContaining('booker') },
    ]);
  });

  test.each([
    ['text that is not JSON', '{', {}, 400, 'invalid'],
    ['another type', 'a', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['more than 64 KiB', JSON.stringify({ a: 'x'.repeat(70_000) }), {}, 413, 'body_too_large'],
  ] as const)("%s is refused in the draft's error format", async (_name, body, headers, status, code) => {
    const answer = await agent.send('POST', LODGING, body, headers);
    expect(answer.status).toBe(status);
    expect(answer.json.messages).toMatchObject([{ code }]);
  });

  test('every operation on an unknown session returns 404', async () => {
    for (const id of ['unknown', crypto.randomUUID()]) {
      const key = { 'idempotency-key': crypto.randomUUID() };
      for (const [method, path, body] of [
        ['GET', id, undefined],
        ['PUT', id, booking(92)],
        ['POST', `${id}/complete`, {}],
        ['POST', `${id}/cancel`, {}],
      ] as const) {
        const { status, json } = await agent.send(method, path, body, key);
        expect(status).toBe(404);
        expect(json.messages).toMatchObject([{ code: 'not_found' }]);
      }
    }
  });

  test('an agent that names no profile receives a warning', async () => {
    const { json } = await agent.send('POST', LODGING, booking(92), { 'ucp-agent': 'none' });
    expect(codes(json)).toContain('missing_ucp_agent');
  });
});

describe('over MCP', () => {
  const call = async (tool: string, args: object) => {
    const content = (await mcp.call(tool, args)) as unknown as LodgingSession;
    expectDraft(content);
    return content;
  };
  const key = () => ({ meta: { 'idempotency-key': crypto.randomUUID() } });

  test('MCP creates, replaces, completes and reads a session', async () => {
    const { id } = await call('create_booking_session', { booking: booking(100, {}) });
    expect(await call('update_booking_session', { id, booking: booking(100) })).toMatchObject({
      status: 'ready_for_complete',
    });
    const held = await call('complete_booking_session', { ...key(), id, booking: { payment: {} } });
    expect(held).toMatchObject({ status: 'requires_escalation' });
    expect(await call('get_booking_session', { id })).toEqual(held);
    expect(await agent.get(id)).toMatchObject({ id, status: held.status, totals: held.totals });
  });

  test("one surface can't find a session created on the other", async () => {
    const { id } = await call('create_booking_session', { booking: booking(104) });
    expect(await mcp.refused('get_checkout', { id })).toMatchObject([{ code: 'not_found' }]);
    const checkout = await mcp.call('create_checkout', { line_items: [{ id: itemId(104) }] });
    const refused = await mcp.refused('get_booking_session', { id: checkout.id });
    expect(refused).toMatchObject([{ code: 'not_found' }]);
    expect((await call('cancel_booking_session', { ...key(), id })).status).toBe('canceled');
  });

  test('MCP refuses a missing or malformed idempotency key', async () => {
    const { id } = await call('create_booking_session', { booking: booking(104) });
    for (const meta of [{}, { 'idempotency-key': 'once' }]) {
      const [message] = await mcp.refused('complete_booking_session', { id, meta });
      expect(message?.path).toContain('idempotency-key');
    }
  });

  test("refusals include the draft's version", async () => {
    const result = await mcp.client.callTool({ name: 'create_booking_session', arguments: {} });
    expect(result.isError).toBe(true);
    expectDraft(result.structuredContent);
    expect(result.structuredContent).toMatchObject({ ucp: { version: '2026-08-25', status: 'error' } });
  });
});

describe('a host who answers by hand', () => {
  test('a host who reviews requests receives the request on the storefront instead of a hold', async () => {
    const alpine = lodgingAgent(platform.address, 'alpine.localhost');
    const { json } = await alpine.http.rpc('tools/call', {
      name: 'search_catalog',
      arguments: { catalog: { check_in: daysAhead(30), check_out: daysAhead(33), adults: 2 } },
    });
    const [product] = json.result.structuredContent.products;
    const asked = {
      property: { id: product.metadata.lodging.property.id },
      stays: [{ id: product.id, stay_dates: dates(30) }],
      booker: ADA,
    };
    const session = await alpine.create(asked);
    expect(session).toMatchObject({
      status: 'requires_escalation',
      messages: [{ code: 'request_to_book', severity: 'requires_buyer_review' }],
      continue_url: expect.stringMatching(/\/stays\/\d+\/request\?check_in=/),
    });
    expect(await alpine.complete(session.id)).toEqual(session);
    expect(await bookingOf(session.id)).toBeUndefined();
    await alpine.http.close();
  });
});

describe('the switches', () => {
  test('the draft is declared only in a separate, unlisted profile', async () => {
    const leaf = await agent.http.get('/.well-known/ucp/draft-lodging');
    expect(leaf.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(leaf.json.ucp.services['dev.ucp.lodging']).toMatchObject([
      { transport: 'mcp', endpoint: 'http://lakeside.localhost/api/mcp' },
      { transport: 'rest', endpoint: 'http://lakeside.localhost/api/ucp/lodging' },
    ]);
    expect(Object.keys(leaf.json.ucp.capabilities)).toContain('dev.ucp.lodging.booking');
    for (const path of ['/.well-known/ucp', '/.well-known/ucp/2026-08-25', '/llms.txt', '/robots.txt']) {
      expect((await agent.http.get(path)).text).not.toMatch(/lodging\.booking|draft-lodging/);
    }
  });

  test('a storefront with the draft turned off has neither its routes nor its tools', async () => {
    const harbour = storefrontHttp(platform.address, 'harbour.localhost');
    for (const path of ['/.well-known/ucp/draft-lodging', `${LODGING}/1`]) {
      const { status, json } = await harbour.get(path);
      expect({ status, code: json.messages[0].code }).toEqual({ status: 404, code: 'lodging_draft_off' });
    }
    const { json } = await harbour.rpc('tools/list');
    const names = json.result.tools.map(({ name }: { readonly name: string }) => name);
    expect(names).not.toContain('create_booking_session');
    const call = await harbour.rpc('tools/call', { name: 'create_booking_session', arguments: {} });
    expect(call.json.error).toMatchObject({ code: -32602 });
    await harbour.close();
  });

  test('the host turns the draft on and off', async () => {
    const [{ id } = { id: 0 }] = await platform.database.query<{ id: number }>(
      "SELECT id FROM catalog.storefront WHERE domain = 'lakeside.localhost'",
    );
    const set = async (lodgingDraft: boolean) => {
      await mutate(
        'mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }',
        { id: String(id), lodgingDraft },
      );
      return (await agent.send('GET', 'unknown')).json.messages[0].code;
    };
    expect(await set(false)).toBe('lodging_draft_off');
    expect(await set(true)).toBe('not_found');
  });
});

test("a session records the draft's surface and its agent's profile", async () => {
  const { id } = await agent.create(booking(110));
  const [session] = await platform.database.query(
    'SELECT surface, agent_profile FROM checkout.sessions WHERE id = $1',
    [id],
  );
  expect(session).toEqual({ surface: 'ucp_lodging', agent_profile: PROFILE });
});
