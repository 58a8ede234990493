import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPaymentApp } from '../support/app.ts';
import { ask } from '../support/developer.ts';
import { openPaymentWorld, type PaymentWorld, type Placed } from '../support/payment-world.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { eventually } from '../support/task-world.ts';

let world: PaymentWorld;
let hooks: Receiver;
beforeAll(async () => {
  hooks = await startReceiver();
  world = await openPaymentWorld(
    {},
    { webhooks: ['payment_session.canceled', 'payment_session.expired'], webhook_url: hooks.url },
  );
});
afterAll(async () => {
  await world.close();
  await hooks.close();
});

const statusOf = async (id: string) => {
  const [row] = await world.platform.database.query<{ status: string }>(
    'SELECT status FROM payments.session WHERE id = $1',
    [id],
  );
  return row?.status;
};

/** Returns the webhook about a session's end. */
const endOf = async (id: string) => {
  const find = () => hooks.received.find(({ envelope }) => String(envelope.resource.id) === id)?.envelope;
  await hooks.until(() => find() !== undefined);
  return find() ?? expect.unreachable();
};

/** Adds a night, which changes the price. */
const stayLonger = async ({ bookingId }: Placed) => {
  const [row] = await world.platform.database.query<{ checkOut: string }>(
    `SELECT (check_out + 1)::text AS "checkOut" FROM checkout.bookings WHERE id = $1`,
    [bookingId],
  );
  const { done } = await ask<{ done: { userErrors: readonly object[] } }>(
    world.platform,
    world.developer.host,
    'mutation($input: BookingUpdateInput!) { done: bookingUpdate(input: $input) { userErrors { code message } } }',
    { input: { id: String(bookingId), checkOut: row?.checkOut } },
  );
  expect(done.userErrors).toEqual([]);
};

describe('payment_session.canceled', () => {
  test('an app receives payment_session.canceled when the guest opens a newer session', async () => {
    const booking = await world.place();
    const other = await installPaymentApp(world.platform, world.developer, world.server);
    const first = await world.open(booking);
    const { status } = await world.choose(booking, `app:${other.slug}`);
    expect(status).toBe(303);
    const { topic, resource } = await endOf(first);
    expect([topic, resource]).toEqual([
      'payment_session.canceled',
      {
        type: 'payment_session',
        id: first,
        version: expect.any(Number),
        status: 'canceled',
        booking_id: booking.bookingId,
      },
    ]);
    expect(await statusOf(first)).toBe('CANCELED');
    const again = await world.open(booking);
    expect(again).not.toBe(first);
    expect(await statusOf(again)).toBe('REDIRECTED');
  });

  test("a newer session doesn't end a pending payment", async () => {
    const booking = await world.place();
    const other = await installPaymentApp(world.platform, world.developer, world.server);
    const pending = await world.open(booking);
    await world.pend(pending, new Date(Date.now() + 3_600_000).toISOString());
    expect((await world.choose(booking, `app:${other.slug}`)).status).toBe(303);
    expect(await statusOf(pending)).toBe('PENDING');
  });

  test('an app receives payment_session.canceled when the booking is paid another way', async () => {
    const booking = await world.place();
    const session = await world.open(booking);
    await ask(
      world.platform,
      world.developer.host,
      `mutation { bookingMarkPaid(id: "${booking.bookingId}") { userErrors { message } } }`,
    );
    expect((await endOf(session)).topic).toBe('payment_session.canceled');
  });

  test('an app receives payment_session.canceled when the price changes', async () => {
    const booking = await world.place();
    const session = await world.open(booking);
    await stayLonger(booking);
    expect((await endOf(session)).topic).toBe('payment_session.canceled');
  });

  test('a payment that arrives for a canceled session while the nights are held confirms the booking', async () => {
    const booking = await world.place();
    const other = await installPaymentApp(world.platform, world.developer, world.server);
    const first = await world.open(booking);
    await world.choose(booking, `app:${other.slug}`);
    expect(await statusOf(first)).toBe('CANCELED');
    expect((await world.resolve(first)).userErrors).toEqual([]);
    expect(await world.orderStatus(booking)).toBe('paid');
  });
});

describe('declining', () => {
  const decline = (body: object) =>
    world.server.behave((_call, response) =>
      response.writeHead(422, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );

  test.each([
    ['too_small', 'can&#39;t take an amount this small.'],
    ['too_large', 'can&#39;t take an amount this large.'],
    ['not_exact', 'can&#39;t charge exactly this amount.'],
  ])(
    'an app that declines with %s leaves the guest with the reason and the other methods',
    async (code, reason) => {
      const booking = await world.place();
      const other = await installPaymentApp(world.platform, world.developer, world.server);
      decline({ code, message: 'The limit is EUR 999,999.99.' });
      const { status, text } = await world.choose(booking);
      world.server.behave();
      expect(status).toBe(200);
      expect(text).toContain(reason);
      expect(text).toContain('The limit is EUR 999,999.99. You haven&#39;t been charged.');
      expect(text).not.toContain(`value="app:${world.app.slug}"`);
      expect(text).toContain(`value="app:${other.slug}"`);
      expect((await world.choose(booking, `app:${other.slug}`)).status).toBe(303);
    },
  );

  test('an app that declined an amount is offered again when the amount changes', async () => {
    const booking = await world.place();
    decline({ code: 'too_small', message: 'The minimum is EUR 0.50.' });
    await world.choose(booking);
    world.server.behave();
    await stayLonger(booking);
    await eventually(
      async () => (await world.guest.get(booking.path, { accept: 'text/html' })).text,
      (text) => text.includes(`value="app:${world.app.slug}"`),
    );
  });

  test.each([
    [{ code: 'too_tired', message: 'No.' }],
    [{ code: 'too_small' }],
    [{ code: 'too_small', message: 'x'.repeat(501) }],
  ])('a response with status 422 and an invalid body counts as a failure (%j)', async (body) => {
    const booking = await world.place();
    decline(body);
    const { text } = await world.choose(booking);
    world.server.behave();
    expect(text).toContain('This payment method isn&#39;t available right now.');
    expect(text).toContain(`value="app:${world.app.slug}"`);
  });
});
