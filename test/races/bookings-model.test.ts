import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckoutLineInput } from '#subgraphs/checkout/generated.ts';
import { HOST } from '../support/catalog.ts';
import type { Agent, AgentAnswer, CheckoutProcess } from '../support/checkout.ts';
import { type Market, openMarket, type Stall } from '../support/market.ts';
import {
  ANSWERS,
  answerRequest,
  changeByPhone,
  enterByPhone,
  placeRequest,
} from '../support/market-actors.ts';

/**
 * Bookings are never wrong: random interleavings of agents, guests who book or request, hosts on the phone,
 * feeds and jobs over two processes; the tables' invariants are checked after each run. A failing run prints
 * its seed and path; `CHECKOUT_MODEL_SEED` replays it.
 */
const RUNS = Number(process.env.CHECKOUT_MODEL_RUNS ?? 12);
const SEED = process.env.CHECKOUT_MODEL_SEED;

const pick = fc.nat({ max: 5 });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('create'),
      unitType: pick,
      quantity: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('update'),
      session: pick,
      unitType: pick,
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('complete'), session: pick, key: fc.nat({ max: 2 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('book'),
      unitType: pick,
      quantity: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel'), session: pick }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('expire'), session: pick }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('overdue'), session: pick }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('pay'), session: pick }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('sweep', 'recover') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('request', 'enter'),
      unitType: pick,
      quantity: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('answer'),
      request: pick,
      how: fc.constantFrom(...ANSWERS, 'expire'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('move'),
      entered: pick,
      unitType: pick,
      quantity: fc.integer({ min: 0, max: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('rate'),
      unitType: pick,
      rate: fc.integer({ min: 1, max: 99_999 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('feed'),
      unitType: pick,
      nights: fc.uniqueArray(fc.nat({ max: 2 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('total'),
      unitType: pick,
      total: fc.integer({ min: 0, max: 6 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const ROOMY = { unitType: 2, quantity: 1 } as const;

/**
 * Ensures that every type of buyer has a booking regardless of the random runs: an agent, a guest, a host on
 * the phone, a requester.
 */
const EVERYONE: Step[][] = [
  [
    { does: 'create', ...ROOMY },
    { does: 'complete', session: 0, key: 0 },
  ],
  [{ does: 'book', ...ROOMY }],
  [{ does: 'enter', ...ROOMY }],
  [
    { does: 'request', ...ROOMY },
    { does: 'answer', request: 0, how: 'accept' },
  ],
];

/** A run's own records: its sessions, and every total that each session ever showed. */
interface Run {
  readonly market: Market;
  readonly stall: Stall;
  readonly ids: string[];
  readonly requests: string[];
  readonly entered: string[];
  readonly shown: Map<string, Set<number>>;
}

test('random interleavings over two processes never oversell', async () => {
  const market = await openMarket(2);
  const actors = fc.array(fc.array(step, { minLength: 4, maxLength: 14 }), { minLength: 4, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('ask' as const, 'hold' as const), actors, async (mode, scripts) => {
      const stall = await market.open([
        { units: 1 },
        { units: 3, baseRate: 7_777 },
        { units: 6, baseRate: 333 },
      ]);
      await stall.takeRequests(mode);
      const run: Run = { market, stall, ids: [], requests: [], entered: [], shown: new Map() };
      await Promise.all(
        scripts.map(async (steps, actor) => {
          const process = market.processes[actor % market.processes.length] as CheckoutProcess;
          for (const [at, one] of steps.entries()) await perform(run, process, one, `${actor}-${at}`);
        }),
      );
      await settle(market);
      await expectInvariants(run);
      await expectNothingHeldPastItsTime(run);
    }),
    { numRuns: RUNS, examples: [['ask', EVERYONE]], ...(SEED ? { seed: Number(SEED) } : {}) },
  );
  const kinds = await market.query<{ kind: string }>(
    'SELECT DISTINCT source_kind AS kind FROM checkout.bookings ORDER BY 1',
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['agent', 'direct', 'host', 'request']);
}, 300_000);

async function perform(run: Run, process: CheckoutProcess, one: Step, unique: string): Promise<void> {
  const { stall, ids } = run;
  const agent = process.agent({ storefrontId: stall.storefrontId });
  const id = 'session' in one ? ids[one.session % Math.max(ids.length, 1)] : undefined;
  if ('session' in one && id === undefined) return;
  const line = (wish: { unitType: number; quantity: number }) => [stall.line(wish.unitType, wish.quantity)];
  switch (one.does) {
    case 'create': {
      const buyer = { firstName: 'Ada', lastName: 'Lovelace', email: `ada-${unique}@example.com` };
      const answer = await agent.create({ lines: line(one), buyer });
      note(run, answer);
      ids.push(answer.session?.id ?? '');
      return;
    }
    case 'book': {
      // A guest on the storefront's own pages, who sends the form twice concurrently.
      const guest = process.agent({ storefrontId: stall.storefrontId, surface: 'direct' });
      const form = () => sendForm(run, guest, line(one), unique);
      const sent = await Promise.all([form(), form()]);
      const orders = sent.flatMap(({ session }) => session?.order?.reference ?? []);
      expect(new Set(orders).size).toBeLessThanOrEqual(1);
      ids.push(sent.find(({ session }) => session)?.session?.id ?? '');
      return;
    }
    case 'update':
      return note(run, await agent.update(id ?? '', { lines: line(one) }));
    case 'complete':
      return note(run, await agent.complete(id ?? '', `key ${one.key}`));
    case 'cancel':
      return note(run, await agent.cancel(id ?? '', unique));
    case 'expire':
      return late(run, "checkout.sessions SET expires_at = now() - interval '1 second' WHERE id", id);
    case 'overdue':
      return late(
        run,
        "checkout.bookings SET hold_expires_at = now() - interval '1 second' WHERE checkout_id",
        id,
      );
    case 'pay': {
      const [booking] = await run.market.query<{ id: number }>(
        'SELECT id::float8 FROM checkout.bookings WHERE checkout_id = $1',
        [id],
      );
      if (booking) await process.run(MARK_PAID, { id: String(booking.id) }, HOST);
      return;
    }
    case 'request': {
      const placed = await placeRequest(process, stall, one, unique);
      if (placed !== null) run.requests.push(placed);
      return;
    }
    case 'answer': {
      const request = run.requests[one.request % Math.max(run.requests.length, 1)];
      if (request === undefined) return;
      if (one.how === 'expire')
        return late(
          run,
          "checkout.booking_requests SET respond_by = now() - interval '1 second' WHERE id",
          request,
        );
      await answerRequest(process, stall, request, one.how);
      return;
    }
    case 'enter': {
      const booking = await enterByPhone(process, stall, one);
      if (booking !== null) run.entered.push(booking);
      return;
    }
    case 'move': {
      const booking = run.entered[one.entered % Math.max(run.entered.length, 1)];
      if (booking !== undefined)
        await changeByPhone(process, stall, booking, one.quantity === 0 ? null : one);
      return;
    }
    case 'sweep':
      await process.job('sweep-requests');
      return process.job('sweep-holds');
    case 'recover':
      await process.job('recover-changes');
      return process.job('recover-completions');
    case 'rate':
      return stall.setRate(one.unitType, one.rate);
    case 'feed':
      return stall.setFeed(one.unitType, one.nights);
    case 'total':
      return stall.setTotal(one.unitType, one.total);
  }
}

/** Mirrors the guest form: a session and its completion, both under the form's id. */
async function sendForm(run: Run, guest: Agent, lines: readonly CheckoutLineInput[], unique: string) {
  const key = `form ${unique}`;
  const buyer = { firstName: 'Zoë', lastName: 'Direct', email: `zoe-${unique}@example.com` };
  const created = await guest.create({ lines, buyer, key });
  note(run, created);
  if (created.session?.status !== 'ready_for_complete') return created;
  const completed = await guest.complete(created.session.id, key);
  note(run, completed);
  return completed;
}

const MARK_PAID = 'mutation M($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }';

/** Records a response's total, and checks that its entries sum to it. */
function note({ shown }: Run, { session }: AgentAnswer): void {
  if (!session) return;
  const amounts = session.totals.map(({ amount }) => Number(amount));
  const total = amounts.pop() ?? 0;
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(total);
  if (session.status === 'completed') return;
  shown.set(session.id, (shown.get(session.id) ?? new Set()).add(total));
}

async function late({ market }: Run, update: string, id: string | undefined): Promise<void> {
  await market.query(`UPDATE ${update} = $1`, [id]);
}

/** Waits until everything in progress has ended. */
async function settle({ processes }: Market): Promise<void> {
  for (const process of processes) {
    await process.job('recover-completions');
    await process.job('recover-changes');
    await process.job('expire-sessions');
    await process.job('sweep-requests');
    await process.job('sweep-holds');
  }
}

async function expectInvariants({ market, stall, shown }: Run): Promise<void> {
  const { storefrontId } = stall;
  const sessions = await market.query<{
    id: string;
    status: string;
    quoted: number;
    booked: number;
    total: string | null;
  }>(
    `SELECT s.id, s.status, (s.quote->>'total')::bigint AS quoted, count(b.id)::integer AS booked, max(b.total) AS total
     FROM checkout.sessions s LEFT JOIN checkout.bookings b ON b.checkout_id = s.id
     WHERE s.storefront_id = $1 GROUP BY s.id`,
    [storefrontId],
  );
  for (const { id, status, quoted, booked, total } of sessions) {
    expect(status).not.toBe('complete_in_progress');
    expect(booked).toBe(status === 'completed' ? 1 : 0);
    if (total === null) continue;
    expect(Number(total)).toBe(Number(quoted));
    expect([...(shown.get(id) ?? [])]).toContain(Number(total));
  }
  const wrongRequests = await market.query(
    `SELECT r.id, r.status, count(b.id) AS booked FROM checkout.booking_requests r
     LEFT JOIN checkout.bookings b ON b.source_kind = 'request' AND b.source_external_id = r.reference
     WHERE r.storefront_id = $1 GROUP BY r.number
     HAVING count(b.id) <> CASE WHEN r.status IN ('accepted', 'booked', 'lapsed') THEN 1 ELSE 0 END`,
    [storefrontId],
  );
  expect(wrongRequests).toEqual([]);
  const wrongNights = await market.query(
    `SELECT n.* FROM ${NIGHTS_WITH_BOOKINGS} WHERE n.held + n.confirmed > n.total
       OR n.held <> taken.held OR n.confirmed <> taken.confirmed + (
         SELECT coalesce(sum(k.taken), 0) FROM catalog.ical_night k WHERE k.unit_type_id = n.unit_type_id AND k.night = n.night)`,
    [storefrontId],
  );
  expect(wrongNights).toEqual([]);
}

/** A storefront's nights, compared with its bookings. */
const NIGHTS_WITH_BOOKINGS = `catalog.night n JOIN catalog.unit_type u ON u.id = n.unit_type_id
  JOIN catalog.property p ON p.id = u.property_id AND p.storefront_id = $1,
  LATERAL (
    SELECT coalesce(sum(units) FILTER (WHERE b.status = 'held'), 0) AS held,
           coalesce(sum(units) FILTER (WHERE b.status = 'confirmed'), 0) AS confirmed
    FROM (
      SELECT b.status, (line->>'quantity')::integer AS units FROM checkout.bookings b, json_array_elements(b.lines) line
      WHERE b.storefront_id = $1 AND (line->>'unitTypeId')::integer = n.unit_type_id
        AND n.night >= b.check_in AND n.night < b.check_out
      UNION ALL
      SELECT 'held', r.units FROM checkout.booking_requests r
      WHERE r.storefront_id = $1 AND r.status = 'pending' AND r.hold_id IS NOT NULL AND r.unit_type_id = n.unit_type_id
        AND n.night >= r.check_in AND n.night < r.check_out
    ) b
  ) taken`;

async function expectNothingHeldPastItsTime({ market, stall }: Run): Promise<void> {
  const past =
    "UPDATE checkout.bookings SET hold_expires_at = now() - interval '1 second' WHERE storefront_id = $1";
  await market.query(past, [stall.storefrontId]);
  const unanswered =
    "UPDATE checkout.booking_requests SET respond_by = now() - interval '1 second' WHERE storefront_id = $1 AND status = 'pending'";
  await market.query(unanswered, [stall.storefrontId]);
  await settle(market);
  const held = await market.query(
    `SELECT n.night, n.held FROM ${NIGHTS_WITH_BOOKINGS} WHERE n.held > 0 OR taken.held > 0`,
    [stall.storefrontId],
  );
  expect(held).toEqual([]);
}
