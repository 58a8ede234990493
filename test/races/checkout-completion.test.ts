import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ADA, type Agent, type CheckoutWorld, openCheckout } from '../support/checkout.ts';
import { openMarket } from '../support/market.ts';
import { patience, tries } from '../support/seeded.ts';

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Expects one booking for each completed session, one hold for each booking, and no other holds. */
async function expectConsistent(world: CheckoutWorld): Promise<void> {
  const sessions = await world.database.query<{ status: string; booked: number }>(
    `SELECT s.status, count(b.id)::integer AS booked FROM checkout.sessions s
     LEFT JOIN checkout.bookings b ON b.checkout_id = s.id GROUP BY s.id`,
  );
  for (const { status, booked } of sessions) expect(booked).toBe(status === 'completed' ? 1 : 0);
  const held = await world.database.query<{ hold_id: string }>(
    `SELECT hold_id FROM checkout.bookings WHERE status IN ('held', 'confirmed')`,
  );
  expect([...world.catalog.holds.keys()].sort()).toEqual(held.map(({ hold_id }) => hold_id).sort());
}

/** Completes like an agent: retries if the response after 3 s reports a completion in progress. */
async function complete(agent: Agent | undefined, id: string, key: string) {
  for (;;) {
    const answer = await agent?.complete(id, key);
    if (answer?.session?.status !== 'complete_in_progress') return answer;
  }
}

/** A gate that stops runners until the test opens it; `reached` resolves once this many have arrived. */
function gate(runners = 1) {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  let standing = 0;
  const stop = () => {
    standing += 1;
    if (standing === runners) reached.resolve();
    return opened.promise;
  };
  return { stop, reached: reached.promise, open: opened.resolve };
}

/** Ages attempts in progress, as if they had begun a minute ago. */
const makeOld = (world: CheckoutWorld) =>
  world.database.query(
    `UPDATE checkout.sessions SET completing_since = completing_since - interval '1 minute',
       recovering_since = recovering_since - interval '1 minute'`,
  );

describe('many completes of one session', () => {
  test.each([1, 2, 3])(
    'many concurrent completions under %i keys over two processes create one booking and return one order',
    async (keys) => {
      const world = await openCheckout();
      const surfaces = [world.agent(), (await world.another()).agent()];
      const sessions = await times(10, () => world.agent().ready());
      const answers = await times(200, (n) => {
        const id = sessions[n % 10]?.id ?? '';
        return complete(surfaces[n % 2], id, `key ${Math.floor(n / 10) % keys}`);
      });
      for (const [n, answer] of answers.entries()) {
        expect(answer?.session?.status).toBe('completed');
        expect(answer?.session?.order).toEqual(answers[n % 10]?.session?.order);
      }
      await expectConsistent(world);
    },
  );

  test('only one session gets the last unit and the others get `out_of_stock`', async () => {
    const world = await openCheckout();
    const surfaces = [world.agent(), (await world.another()).agent()];
    world.catalog.stock = 1;
    const sessions = await times(32, () => world.agent().ready());
    const answers = await times(32, (n) => (surfaces[n % 2] as Agent).complete(sessions[n]?.id ?? '', 'k'));
    expect(answers.filter(({ session }) => session?.status === 'completed')).toHaveLength(1);
    for (const { session } of answers) {
      if (session?.status === 'completed') continue;
      expect(session).toMatchObject({ status: 'incomplete', messages: [{ code: 'out_of_stock' }] });
    }
    await expectConsistent(world);
  });
});

const SESSIONS = tries(50); // complete-once.test.ts has three times as many over HTTP

test(
  `${SESSIONS} sessions, each completed 20 times concurrently, return one order each`,
  async () => {
    const market = await openMarket(2);
    const stall = await market.open(Array.from({ length: 10 }, () => ({ units: 500, baseRate: 5_000 })));
    const surfaces = market.processes.map((process) => process.agent({ storefrontId: stall.storefrontId }));
    const ids = await times(SESSIONS, async (n) => {
      const buyer = { ...ADA, email: `ada-${n}@example.com` };
      const { session } = await (surfaces[n % 2] as Agent).create({ lines: [stall.line(n)], buyer });
      return session?.id ?? '';
    });
    // As many concurrent sessions as clients on a busy day; each is completed 20 times concurrently.
    const waiting = ids.entries();
    await times(16, async () => {
      for (const [n, id] of waiting) {
        const answers = await times(20, (attempt) =>
          complete(surfaces[attempt % 2], id, `key ${attempt % (1 + (n % 3))}`),
        );
        const orders = new Set(answers.map((answer) => JSON.stringify(answer?.session?.order)));
        expect([...orders]).toEqual([expect.stringContaining('"reference":"BK-')]);
      }
    });
    expect(
      await market.query('SELECT 1 FROM checkout.bookings WHERE storefront_id = $1', [stall.storefrontId]),
    ).toHaveLength(SESSIONS);
  },
  patience(60_000),
);

test('two concurrent creates under one key create only one session', async () => {
  const world = await openCheckout();
  const surfaces = [world.agent(), (await world.another()).agent()];
  const answers = await times(20, (n) => (surfaces[n % 2] as Agent).create({ key: 'k' }));
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(new Set(answers.map(({ session }) => JSON.stringify(session))).size).toBe(1);
  expect(await world.database.query('SELECT 1 FROM checkout.sessions')).toHaveLength(1);
  const other = await surfaces[0]?.create({ key: 'k', buyer: null });
  expect(other).toMatchObject({ refusal: 'idempotency_conflict' });
});

test('only one of a concurrent cancellation and completion succeeds', async () => {
  const world = await openCheckout();
  const agent = world.agent();
  const sessions = await times(30, () => agent.ready());
  await times(30, async (n) => {
    const id = sessions[n]?.id ?? '';
    const [completed, canceled] = await Promise.all([agent.complete(id, 'k'), agent.cancel(id, 'c')]);
    const end = await agent.read(id);
    if (end?.status === 'completed') {
      expect(canceled.refusal).toBe('not_cancelable');
      expect(completed.session?.order).toEqual(end.order);
    } else {
      expect(end?.status).toBe('canceled');
      expect(canceled.refusal).toBeNull();
      expect(completed.session).toMatchObject({ status: 'canceled', order: null });
    }
  });
  await expectConsistent(world);
});

test('a completion during updates books exactly what the session showed', async () => {
  const world = await openCheckout();
  const agent = world.agent();
  const sessions = await times(10, () => agent.ready());
  await times(10, async (n) => {
    const id = sessions[n]?.id ?? '';
    const update = (quantity: number) =>
      agent.update(id, { lines: [{ itemId: world.catalog.item(), quantity }] });
    const [completed] = await Promise.all([agent.complete(id, 'k'), update(2), update(3), update(4)]);
    const end = await agent.read(id);
    expect(end?.totals).toEqual(completed.session?.totals);
    const [booked] = await world.database.query<{ total: string }>(
      'SELECT total FROM checkout.bookings WHERE checkout_id = $1',
      [id],
    );
    expect(Number(booked?.total)).toBe(end?.totals.at(-1)?.amount);
  });
  await expectConsistent(world);
});

test('concurrent updates to one session take effect one after the other', async () => {
  const world = await openCheckout();
  const agent = world.agent();
  const { id } = await agent.ready();
  const answers = await times(20, (n) => agent.update(id, { buyer: { ...ADA, firstName: `Ada ${n}` } }));
  expect(answers.every(({ session }) => session?.status === 'ready_for_complete')).toBe(true);
  const [row] = await world.database.query<{ revision: number }>('SELECT revision FROM checkout.sessions');
  expect(row?.revision).toBe(21);
});

describe('a request that meets a completion under way', () => {
  test('a request waits for a completion in progress and gets its response under any key', async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const { id } = await agent.ready();
    const held = gate();
    world.catalog.afterHold = held.stop;
    const first = agent.complete(id, 'k');
    await held.reached;
    const meeting = Promise.all([
      agent.complete(id, 'k'),
      agent.complete(id, 'other'),
      agent.update(id, { buyer: ADA }),
    ]);
    expect((await agent.read(id))?.status).toBe('complete_in_progress');
    await sleep(200);
    held.open();
    const [same, other, updated] = await meeting;
    const { session } = await first;
    expect(same).toEqual({ session, refusal: null, replayed: true });
    expect(other).toMatchObject({ session: { order: session?.order }, replayed: false });
    expect(updated.session?.messages[0]).toMatchObject({ code: 'invalid', severity: 'unrecoverable' });
  });

  test('a request gets the current session after waiting 3 s', async () => {
    const world = await openCheckout();
    const held = gate(2);
    world.catalog.afterHold = held.stop;
    const answers = await times(2, async (n) => {
      const agent = world.agent({ surface: n === 0 ? 'mcp' : 'acp' });
      const { id } = await agent.ready();
      const first = agent.complete(id, 'k');
      await held.reached;
      const canceled = await agent.cancel(id, 'c');
      const [same, updated] = await Promise.all([agent.complete(id, 'k'), agent.update(id, { buyer: ADA })]);
      return { first, same, updated, canceled };
    });
    held.open();
    expect(answers[0]?.same).toMatchObject({ session: { status: 'complete_in_progress' }, refusal: null });
    expect(answers[1]?.same).toMatchObject({ session: null, refusal: 'idempotency_in_flight' });
    for (const { first, updated, canceled } of answers) {
      expect((await first).session?.status).toBe('completed');
      expect(updated.session?.messages[0]).toMatchObject({ code: 'invalid', severity: 'recoverable' });
      expect(canceled).toMatchObject({
        refusal: 'not_cancelable',
        session: { status: 'complete_in_progress' },
      });
    }
    await expectConsistent(world);
  });
});

describe('recovery', () => {
  test("recovery finishes a completion whose runner never received the hold's response", async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const { id } = await agent.ready();
    world.catalog.afterHold = () => Promise.reject(new Error('the connection is gone'));
    await expect(agent.complete(id, 'k')).rejects.toThrow();
    expect((await agent.read(id))?.status).toBe('complete_in_progress');

    world.catalog.afterHold = async () => {};
    await world.job('recover-completions');
    expect((await agent.read(id))?.status).toBe('complete_in_progress');
    await makeOld(world);
    await times(2, () => world.job('recover-completions'));
    const end = await agent.read(id);
    expect(end).toMatchObject({ status: 'completed', order: { paymentStatus: 'awaiting_payment' } });
    expect(await agent.complete(id, 'k')).toMatchObject({ replayed: true, session: { order: end?.order } });
    await expectConsistent(world);
  });

  test('repeating an interrupted completion recovers it', async () => {
    const world = await openCheckout();
    const agent = world.agent({ surface: 'acp' });
    const { id } = await agent.ready();
    world.catalog.afterHold = () => Promise.reject(new Error('the connection is gone'));
    await expect(agent.complete(id, 'k')).rejects.toThrow();
    world.catalog.afterHold = async () => {};
    await makeOld(world);
    const answers = await times(8, (n) => agent.complete(id, n % 2 ? 'k' : 'other'));
    const end = await agent.read(id);
    expect(end).toMatchObject({ status: 'completed', order: { paymentStatus: 'awaiting_payment' } });
    for (const { session } of answers) expect(session?.order).toEqual(end?.order);
    await expectConsistent(world);
  });

  test('recovery reopens a session and reports the reason if the hold fails', async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const { id } = await agent.ready();
    world.catalog.beforeHold = () => Promise.reject(new Error('the connection is gone'));
    await expect(agent.complete(id, 'k')).rejects.toThrow();
    world.catalog.beforeHold = async () => {};
    world.catalog.stock = 0;
    await makeOld(world);
    await world.job('recover-completions');
    expect(await agent.read(id)).toMatchObject({
      status: 'incomplete',
      messages: [{ code: 'out_of_stock' }],
    });
    expect(await agent.complete(id, 'k')).toMatchObject({
      replayed: true,
      session: { status: 'incomplete' },
    });
    await expectConsistent(world);
  });

  test('a completion recovered before its slow runner finishes ends once, with one booking', async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const { id } = await agent.ready();
    const slow = gate();
    world.catalog.afterHold = slow.stop;
    const first = agent.complete(id, 'k');
    await slow.reached;
    world.catalog.afterHold = async () => {};
    await makeOld(world);
    await world.job('recover-completions');
    const end = await agent.read(id);
    expect(end?.status).toBe('completed');
    slow.open();
    expect((await first).session).toEqual(end);
    await expectConsistent(world);
  });

  test('recovery releases the nights that a slow runner held after recovery had given up', async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const { id } = await agent.ready();
    const slow = gate();
    world.catalog.beforeHold = slow.stop;
    const first = agent.complete(id, 'k');
    await slow.reached;
    world.catalog.beforeHold = async () => {};
    world.catalog.stock = 0;
    await makeOld(world);
    await world.job('recover-completions');
    expect((await agent.read(id))?.status).toBe('incomplete');
    world.catalog.stock = 10;
    slow.open();
    expect((await first).session).toMatchObject({ status: 'incomplete', order: null });
    await expectConsistent(world);

    const [stray] = await world.database.query<{ hold_id: string }>(
      'SELECT hold_id FROM checkout.stray_holds',
    );
    world.catalog.holds.set(stray?.hold_id ?? '', { units: 1, confirmed: false });
    await world.database.query("UPDATE checkout.stray_holds SET since = since - interval '2 minutes'");
    await world.job('sweep-holds');
    await expectConsistent(world);
    expect(await world.database.query('SELECT 1 FROM checkout.stray_holds')).toEqual([]);
  });
});

test('only one of a concurrent sweep and payment succeeds', async () => {
  const world = await openCheckout();
  const other = await world.another();
  const agent = world.agent();
  const sessions = await times(20, () => agent.ready());
  await times(20, (n) => agent.complete(sessions[n]?.id ?? ''));
  await world.database.query("UPDATE checkout.bookings SET hold_expires_at = now() - interval '1 second'");
  const rows = await world.database.query<{ id: number }>('SELECT id::float8 FROM checkout.bookings');
  const pay = (id: number) =>
    world.run(
      'mutation M($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }',
      { id: String(id) },
      HOST,
    );
  await Promise.all([...rows.map(({ id }) => pay(id)), world.job('sweep-holds'), other.job('sweep-holds')]);
  await world.job('sweep-holds');

  const bookings = await world.database.query<{
    hold_id: string;
    status: string;
    version: number;
    settled: boolean;
  }>('SELECT hold_id, status, version, nights_synced_at IS NOT NULL AS settled FROM checkout.bookings');
  for (const { hold_id, status, version, settled } of bookings) {
    expect(['confirmed', 'released']).toContain(status);
    expect({ version, settled }).toEqual({ version: 2, settled: true });
    expect(world.catalog.holds.get(hold_id)?.confirmed).toBe(status === 'confirmed' ? true : undefined);
  }
});

const HOST = {
  kind: 'hostUser',
  accountId: 1,
  sessionId: 1,
  teamId: 1,
  role: 'owner',
  operator: false,
} as const;
