import { graphql } from 'graphql';
import { describe, expect, test } from 'vitest';
import { makeSubgraph } from '#kit/subgraph.ts';
import type { Viewer } from '#kit/viewer.ts';
import { subgraphSdl } from '#schema/sdl.ts';
import { checkout } from '#subgraphs/checkout/index.ts';
import { ADA, type CheckoutWorld, openCheckout } from '../support/checkout.ts';

const bookings = (world: CheckoutWorld) =>
  world.database.query<{
    id: number;
    status: string;
    total: string;
    version: number;
    nights_synced_at: string | null;
  }>('SELECT id::float8, status, total, version, nights_synced_at FROM checkout.bookings ORDER BY id');

describe('completing a session', () => {
  test('completing a session places an unpaid booking on hold for exactly the total shown', async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const shown = await agent.ready(2);
    const { session, refusal, replayed } = await agent.complete(shown.id, 'k');
    expect({ refusal, replayed }).toEqual({ refusal: null, replayed: false });
    expect(session).toMatchObject({
      status: 'completed',
      totals: shown.totals,
      messages: [{ type: 'info', code: 'payment_required', severity: null }],
      order: { label: '2 x Lake Suite, 2026-03-01 to 2026-03-04', paymentStatus: 'awaiting_payment' },
    });
    expect(session?.order?.reference).toMatch(/^BK-[0-9A-HJKMNP-TV-Z]{8}$/);
    const heldMs = Date.parse(String(session?.order?.holdExpiresAt)) - Date.parse(String(session?.updatedAt));
    expect(heldMs).toBe(2 * 3_600_000);
    expect(await agent.read(shown.id)).toEqual(session);
    expect(await bookings(world)).toMatchObject([{ status: 'held', total: '60000', version: 1 }]);
    expect([...world.catalog.holds.values()]).toEqual([{ units: 2, confirmed: false }]);
  });

  test('completing a session again returns the same order with the same key, another key or none', async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const { id } = await agent.ready();
    const first = await agent.complete(id, 'k');
    const same = await agent.complete(id, 'k');
    expect(same).toEqual({ ...first, replayed: true });
    for (const key of ['other', undefined]) {
      const again = await agent.complete(id, key);
      expect(again).toMatchObject({
        replayed: false,
        session: { status: 'completed', order: first.session?.order },
      });
    }
    expect(await bookings(world)).toHaveLength(1);
  });

  test("completing a session with another request's key returns a conflict", async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const { id } = await agent.ready();
    await agent.complete(id, 'k', 'one');
    expect(await agent.complete(id, 'k', 'two')).toMatchObject({
      refusal: 'idempotency_conflict',
      session: null,
    });
    const other = await agent.ready();
    expect(await agent.complete(other.id, 'k', 'two')).toMatchObject({ session: { status: 'completed' } });
  });

  test('completing an unfinished session returns it with its messages and books nothing', async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const id = (await agent.create({ buyer: null })).session?.id ?? '';
    const { session } = await agent.complete(id, 'k');
    expect(session).toMatchObject({ status: 'incomplete', messages: [{ code: 'missing' }], order: null });
    await agent.update(id, { buyer: ADA });
    expect((await agent.complete(id, 'k')).session?.status).toBe('completed');
  });

  test('completing a session whose nights are taken makes it incomplete with `out_of_stock`', async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const { id } = await agent.ready(2);
    world.catalog.stock = 1;
    const lost = await agent.complete(id, 'k1');
    expect(lost.session).toMatchObject({
      status: 'incomplete',
      order: null,
      messages: [{ code: 'out_of_stock', severity: 'recoverable' }],
    });
    expect(await agent.read(id)).toEqual(lost.session);
    expect(await agent.complete(id, 'k1')).toEqual({ ...lost, replayed: true });
    await agent.update(id, { lines: [{ itemId: world.catalog.item(), quantity: 1 }] });
    expect((await agent.complete(id, 'k2')).session?.status).toBe('completed');
    expect(await bookings(world)).toMatchObject([{ total: '30000' }]);
  });

  test('completing a session returns the repriced session if the price changed', async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const { id } = await agent.ready();
    world.catalog.priceMinor = 11_000;
    const moved = (await agent.complete(id, 'k1')).session;
    expect(moved).toMatchObject({
      status: 'ready_for_complete',
      order: null,
      messages: [{ code: 'price_changed' }],
    });
    expect(moved?.totals.at(-1)?.amount).toBe(33_000);
    expect(moved?.messages[0]?.content).toMatch(/USD 300\.00 .*USD 330\.00/);
    expect(await agent.read(id)).toEqual(moved);
    expect(await bookings(world)).toEqual([]);

    const { session } = await agent.complete(id, 'k2');
    expect(session).toMatchObject({ status: 'completed', totals: moved?.totals });
    expect(await bookings(world)).toMatchObject([{ total: '33000' }]);
  });
});

describe('an unpaid booking', () => {
  test('the sweep releases an unpaid booking only once', async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const { id } = await agent.ready();
    const first = await agent.complete(id, 'k');
    await world.job('sweep-holds');
    expect(await bookings(world)).toMatchObject([{ status: 'held', nights_synced_at: null }]);

    await world.database.query("UPDATE checkout.bookings SET hold_expires_at = now() - interval '1 second'");
    await world.job('sweep-holds');
    await world.job('sweep-holds');
    const [booking] = await bookings(world);
    expect(booking).toMatchObject({ status: 'released', version: 2 });
    expect(booking?.nights_synced_at).not.toBeNull();
    expect(world.catalog.holds.size).toBe(0);
    const read = await agent.read(id);
    expect(read).toMatchObject({
      order: { paymentStatus: 'released' },
      messages: [{ code: 'hold_released' }],
    });
    expect(await agent.complete(id, 'k')).toEqual({ ...first, replayed: true });
  });
});

describe('a payment outside the platform', () => {
  const MARK = `mutation M($id: ID!) { bookingMarkPaid(id: $id) {
    booking { id status paymentStatus lines { title quantity subtotal } totals { label amount } } userErrors { code field } } }`;
  const host = (teamId: number | null) =>
    ({ kind: 'hostUser', accountId: 1, sessionId: 1, teamId, role: 'owner', operator: false }) as const;

  test('a payment outside the platform confirms the booking and its nights once', async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const { id } = await agent.ready();
    await agent.complete(id);
    const [booking] = await bookings(world);
    const variables = { id: String(booking?.id) };
    expect(await world.run(MARK, variables, host(2))).toMatchObject({
      bookingMarkPaid: { booking: null, userErrors: [{ code: 'NOT_FOUND', field: ['id'] }] },
    });
    for (let times = 0; times < 2; times++) {
      expect(await world.run(MARK, variables, host(1))).toMatchObject({
        bookingMarkPaid: {
          booking: {
            status: 'confirmed',
            paymentStatus: 'paid',
            lines: [{ title: 'Lake Suite', quantity: 1, subtotal: 30_000 }],
            totals: [
              { label: 'Accommodation', amount: 30_000 },
              { label: 'Total', amount: 30_000 },
            ],
          },
          userErrors: [],
        },
      });
    }
    expect([...world.catalog.holds.values()]).toEqual([{ units: 1, confirmed: true }]);
    expect(await agent.read(id)).toMatchObject({ order: { paymentStatus: 'paid' }, messages: [] });
    expect(await bookings(world)).toMatchObject([{ version: 2 }]);
  });

  test('a payment outside the platform after the release returns a userError', async () => {
    const world = await openCheckout();
    const { id } = await world.agent().ready();
    await world.agent().complete(id);
    await world.database.query("UPDATE checkout.bookings SET hold_expires_at = now() - interval '1 second'");
    await world.job('sweep-holds');
    const [booking] = await bookings(world);
    expect(await world.run(MARK, { id: String(booking?.id) }, host(1))).toMatchObject({
      bookingMarkPaid: { booking: null, userErrors: [{ code: 'BOOKING_RELEASED' }] },
    });
  });
});

test("only a booking's own team can read it by reference", async () => {
  const world = await openCheckout();
  const { id } = await world.agent().ready();
  const order = (await world.agent().complete(id)).session?.order;
  const [booking] = await bookings(world);
  const { schema } = makeSubgraph('checkout', subgraphSdl('checkout'), checkout.resolvers);
  const source = `query Q($of: [_Any!]!) { _entities(representations: $of) {
    ... on Booking { reference status paymentStatus total checkIn lines { title } createdAt } } }`;
  const read = async (viewer: Viewer) => {
    const contextValue = { ...world.platform(), viewer };
    const variableValues = { of: [{ __typename: 'Booking', id: String(booking?.id) }] };
    const { data, errors } = await graphql({ schema, source, variableValues, contextValue });
    const found: unknown[] = JSON.parse(JSON.stringify(data?._entities));
    return { found, refused: errors?.map(({ extensions }) => extensions.code) ?? [] };
  };
  const host = {
    kind: 'hostUser',
    accountId: 1,
    sessionId: 1,
    teamId: 1,
    role: 'owner',
    operator: false,
  } as const;
  for (const viewer of [host, { kind: 'platform' } as const]) {
    expect(await read(viewer)).toMatchObject({
      found: [
        { reference: order?.reference, status: 'held', paymentStatus: 'awaiting_payment', total: 30_000 },
      ],
      refused: [],
    });
  }
  expect(await read({ ...host, teamId: 2 })).toEqual({ found: [null], refused: [] });
  expect(await read({ kind: 'public' })).toEqual({ found: [null], refused: ['UNAUTHENTICATED'] });
});

test('a permalink finds its booking at its own storefront only', async () => {
  const world = await openCheckout();
  const { id } = await world.agent().ready();
  const { session } = await world.agent().complete(id);
  const text = `query Q($storefrontId: ID!, $permalinkId: ID!) {
    bookingByPermalink(storefrontId: $storefrontId, permalinkId: $permalinkId) {
      reference status checkIn checkOut total guestEmail agentProfile holdExpiresAt createdAt } }`;
  const find = (storefrontId: string, permalinkId = session?.order?.permalinkId) =>
    world.run(text, { storefrontId, permalinkId }, { kind: 'public' });
  expect(await find('1')).toEqual({
    bookingByPermalink: {
      reference: session?.order?.reference,
      status: 'held',
      checkIn: '2026-03-01',
      checkOut: '2026-03-04',
      total: 30_000,
      guestEmail: 'ada@example.com',
      agentProfile: 'https://agent.example/profile.json',
      holdExpiresAt: session?.order?.holdExpiresAt,
      createdAt: session?.updatedAt,
    },
  });
  expect(await find('2')).toEqual({ bookingByPermalink: null });
  expect(await find('1', 'nope')).toEqual({ bookingByPermalink: null });
});
