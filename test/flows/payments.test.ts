import { createHmac, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { acpAgent } from '../support/acp.ts';
import { acpSurfaceTo } from '../support/acp-storefront.ts';
import { installPaymentApp } from '../support/app.ts';
import { ask, installNewApp, newDeveloper } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { FORM, openPaymentWorld, type PaymentWorld, type Placed } from '../support/payment-world.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

let world: PaymentWorld;
let hooks: Receiver;
beforeAll(async () => {
  hooks = await startReceiver();
  world = await openPaymentWorld(
    { WEBHOOK_RETRY_SCHEDULE: 'PT0S,PT0.3S,PT0.3S' },
    { webhooks: ['payment_session.expired'], webhook_url: hooks.url },
  );
});
afterAll(async () => {
  await world.close();
  await hooks.close();
});

const HTML = { accept: 'text/html' };
const page = async (booking: Placed, query = '') => world.guest.get(`${booking.path}${query}`, HTML);
/** Returns the purpose of each form on a page. A payment form has no address of its own. */
const formsOf = (text: string) =>
  [...text.matchAll(/<form\b([^>]*)>/g)].map(
    ([, of = '']) => /action="[^"]*\/(\w+)(?:\?[^"]*)?"/.exec(of)?.[1] ?? 'pay',
  );
const bookingRow = async ({ bookingId }: Placed) => {
  const [row] = await world.platform.database.query<{ status: string; hold_expires_at: Date }>(
    'SELECT status, hold_expires_at FROM checkout.bookings WHERE id = $1',
    [bookingId],
  );
  return row;
};
const release = async ({ bookingId }: Placed) => {
  await world.platform.database.query(
    `UPDATE checkout.bookings SET hold_expires_at = now() - interval '1 second' WHERE id = $1`,
    [bookingId],
  );
  await eventually(
    () => bookingOf(bookingId),
    (row) => row?.status === 'released' && row.settled,
  );
};
const bookingOf = async (id: number) => {
  const [row] = await world.platform.database.query<{ status: string; settled: boolean }>(
    'SELECT status, nights_synced_at IS NOT NULL AS settled FROM checkout.bookings WHERE id = $1',
    [id],
  );
  return row;
};

interface Refund {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
  readonly reason: string;
}
const sessionOf = async (id: string) =>
  (
    await ask<{ paymentSession: { status: string; refunds: readonly Refund[] } | null }>(
      world.platform,
      world.app.viewer,
      'query($id: ID!) { paymentSession(id: $id) { status reference refunds { id status amount reason } } }',
      { id },
    )
  ).paymentSession;

describe('the payment page', () => {
  test('the payment page shows one form per installed payment app', async () => {
    const booking = await world.place();
    const { text } = await page(booking);
    expect(text).toContain('data-payment-status="awaiting_payment"');
    expect(text).toContain(`<input type="hidden" name="method" value="app:${world.app.slug}">`);
    expect(text).toContain('Test Pay');
    expect(text).toContain(booking.reference);

    const before = world.server.calls.length;
    const chosen = await world.choose(booking);
    expect(chosen.status).toBe(303);
    const call = world.server.calls[before];
    const { payment_session: session } = call?.body ?? {};
    expect(chosen.headers.location).toBe(`${world.server.origin}/pay/${session.id}`);
    const page_ = `http://lakeside.localhost:${world.platform.port}${booking.path}`;
    expect(session).toMatchObject({
      test: false,
      amount: expect.stringMatching(/^\d+\.\d\d$/),
      currency: 'EUR',
      team: world.developer.team,
      booking: { id: booking.bookingId, reference: booking.reference },
      buyer: { first_name: 'Ada', last_name: 'Byron', phone_number: null },
      return_url: `${page_}?payment=returned`,
      cancel_url: `${page_}?payment=canceled`,
    });
    expect(new Date(session.expires_at)).toEqual((await bookingRow(booking))?.hold_expires_at);
  });

  test("the payment page signs the app request like a webhook, with the install's secret", async () => {
    const booking = await world.place();
    await world.open(booking);
    const call = world.server.calls.at(-1);
    const timestamp = String(call?.headers['x-platform-timestamp']);
    const hex = createHmac('sha256', world.app.webhookSecret)
      .update(`${timestamp}.${call?.raw}`)
      .digest('hex');
    expect(call?.headers['x-platform-signature']).toBe(`sha256=${hex}`);
    expect(call?.headers['x-platform-topic']).toBe('payment_session');
    expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60);
  });

  test('choosing a payment app again repeats the same session request byte for byte', async () => {
    const booking = await world.place();
    const first = await world.open(booking);
    const bytes = world.server.calls.at(-1)?.raw;
    expect(await world.open(booking)).toBe(first);
    expect(world.server.calls.at(-1)?.raw).toBe(bytes);
  });

  test.each(['', 'app:nobody', 'nonsense'])(
    'the unknown method "%s" returns the guest to the payment page',
    async (method) => {
      const answer = await world.choose(await world.place(), method);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('Choose one of the payment methods');
    },
  );

  test('the payment page offers no payment if the booking is paid', async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    await world.resolve(id);
    const { text } = await page(booking);
    expect(text).toContain('data-payment-status="paid"');
    expect(formsOf(text)).toEqual(['messages']);
    expect((await world.choose(booking)).status).toBe(200);
    const unknown = booking.path.replace(/[^/]+$/, '00000000-0000-4000-8000-000000000000');
    expect((await world.guest.send('POST', unknown, FORM, 'method=x')).status).toBe(404);
  });
});

describe('a guest who returns while their payment is being booked', () => {
  test('the page refreshes until the booking has the payment', async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    const holder = new pg.Client({ connectionString: world.platform.database.url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM checkout.bookings WHERE id = $1 FOR UPDATE', [booking.bookingId]);
    const resolving = world.resolve(id);
    await eventually(
      () => sessionOf(id),
      (session) => session?.status === 'RESOLVED',
    );
    const { text, headers } = await page(booking, '?payment=returned');
    expect(headers.refresh).toBe('4');
    expect(text).toContain('This page refreshes automatically.');
    await holder.query('COMMIT');
    await resolving;
    expect((await page(booking, '?payment=returned')).headers.refresh).toBeUndefined();
  });

  test('a page that was read before the payment and shows it as due is read once more', async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    await world.resolve(id);
    // As read just before the payment was booked.
    await world.platform.database.query(
      `UPDATE checkout.bookings SET status = 'held', hold_expires_at = now() + interval '1 hour' WHERE id = $1`,
      [booking.bookingId],
    );
    const { headers, text } = await page(booking, '?payment=returned');
    expect(headers.refresh).toBe(`4; url=${booking.path}`);
    expect(text).toContain('This page refreshes automatically.');
    expect((await page(booking)).headers.refresh).toBeUndefined();
  });
});

describe('paymentSessionResolve', () => {
  test('paymentSessionResolve confirms the booking for agents on both surfaces', async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    expect(await world.orderStatus(booking)).toBe('awaiting_payment');
    expect(await world.resolve(id)).toMatchObject({ paymentSession: { status: 'RESOLVED' }, userErrors: [] });
    expect(await world.orderStatus(booking)).toBe('paid');
    expect((await page(booking, '?payment=returned')).text).toContain('data-payment-status="paid"');
    expect(await bookingRow(booking)).toMatchObject({ status: 'confirmed' });
    expect(await world.resolve(id, 'pi_2'), 'a repeat succeeds').toMatchObject({ userErrors: [] });
    expect(await sessionOf(id)).toMatchObject({ reference: 'pi_1', refunds: [] });
    expect(await world.reject(id)).toMatchObject({
      paymentSession: null,
      userErrors: [{ code: 'INVALID_TRANSITION', message: expect.stringContaining('RESOLVED') }],
    });
  });

  test('paymentSessionResolve removes the payment_required message from an ACP session', async () => {
    const surface = acpAgent(acpSurfaceTo(world.platform, 'instant'));
    const stay = `stay:6:${daysAhead(500)}:${daysAhead(503)}:2:0`;
    const buyer = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com' };
    const { body: session } = await surface.create({
      line_items: [{ item: { id: stay }, quantity: 1 }],
      buyer,
    });
    const { body: done } = await surface.complete(session.id);
    expect(done.messages).toMatchObject([{ type: 'info', code: 'payment_required' }]);
    expect(Object.keys(done.order ?? {})).toEqual(['id', 'checkout_session_id', 'permalink_url']);
    const path = new URL(done.order?.permalink_url ?? '').pathname;
    await world.resolve(await world.open({ path }));
    expect((await surface.get(session.id)).body).toMatchObject({ order: done.order, messages: [] });
    await surface.close();
  });

  test("paymentSessionResolve returns NOT_FOUND for another install's session", async () => {
    const id = await world.open(await world.place());
    const other = await installNewApp(world.platform, await newDeveloper(world.platform), {});
    const scopes = ['write_payment_sessions'];
    expect(await world.resolve(id, 'x', { ...other.viewer, scopes })).toMatchObject({
      paymentSession: null,
      userErrors: [{ code: 'NOT_FOUND' }],
    });
    expect(await world.reject('nonsense')).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] });
    await expect(world.resolve(id, 'x', other.viewer)).rejects.toMatchObject({
      code: 'ACCESS_DENIED',
      extensions: { requiredScope: 'write_payment_sessions' },
    });
    expect(await world.resolve(id, ' ')).toMatchObject({ userErrors: [{ code: 'INVALID' }] });
  });

  test('paymentSessionResolve reclaims the nights if the money arrives after the release', async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    await release(booking);
    expect((await page(booking)).text).toContain('data-payment-status="released"');
    expect(await world.resolve(id)).toMatchObject({ paymentSession: { status: 'RESOLVED' }, userErrors: [] });
    expect(await bookingOf(booking.bookingId)).toMatchObject({ status: 'confirmed', settled: true });
    expect(await world.orderStatus(booking)).toBe('paid');
  });

  test('paymentSessionResolve returns BOOKING_RELEASED and opens a refund if the nights are taken', async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    await release(booking);
    await sellNights(booking);
    for (const _again of [1, 2]) {
      expect(await world.resolve(id)).toMatchObject({
        paymentSession: null,
        userErrors: [{ code: 'BOOKING_RELEASED' }],
      });
    }
    expect(await bookingRow(booking)).toMatchObject({ status: 'released' });
    const { refund_session: asked } = await refundCall(id);
    const session = await sessionOf(id);
    expect(session?.refunds).toMatchObject([
      { id: asked.id, reason: 'booking_released', amount: asked.amount },
    ]);
    await eventually(
      () => sessionOf(id),
      (seen) => seen?.refunds[0]?.status === 'REQUESTED',
    );
  });

  test("paymentSessionResolve refunds only the remainder if the booking's update was delayed", async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    await release(booking);
    await sellNights(booking);
    // State after a process dies between the app's request and the booking's update.
    const [left] = await world.platform.database.query<{ amount: string }>(
      `UPDATE payments.session SET status = 'RESOLVED', reference = 'pi_1' WHERE id = $1 RETURNING amount`,
      [id],
    );
    await ask(
      world.platform,
      world.developer.host,
      'mutation($input: RefundSessionOpenInput!) { refundSessionOpen(input: $input) { userErrors { code } } }',
      { input: { paymentSessionId: id, amount: 500, reason: 'The heating was off.' } },
    );
    expect(await world.resolve(id)).toMatchObject({ userErrors: [{ code: 'BOOKING_RELEASED' }] });
    const given = await world.platform.database.query<{ amount: string }>(
      'SELECT amount FROM payments.refund WHERE session_id = $1 ORDER BY created_at',
      [id],
    );
    expect(given.map(({ amount }) => Number(amount))).toEqual([500, Number(left?.amount) - 500]);
  });

  test('paymentSessionResolve refunds money for a booking that the host marked as paid', async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    await ask(
      world.platform,
      world.developer.host,
      'mutation($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }',
      {
        id: String(booking.bookingId),
      },
    );
    await eventually(
      () => sessionOf(id),
      (session) => session?.status === 'CANCELED',
    );
    await world.resolve(id);
    expect((await sessionOf(id))?.refunds).toMatchObject([{ reason: 'already_paid' }]);
  });
});

/** Leaves no unit free on a released booking's first night. */
const sellNights = ({ bookingId }: Placed) =>
  world.platform.database.query(
    `UPDATE catalog.night SET closed = total - held - confirmed, revision = revision + 1
     WHERE unit_type_id = 7 AND night = (SELECT check_in FROM checkout.bookings WHERE id = $1)`,
    [bookingId],
  );

/** Returns the session's refund request as the app received it. */
const refundCall = async (sessionId: string) => {
  const find = () =>
    world.server.calls.find(({ body }) => body.refund_session?.payment_session_id === sessionId)?.body;
  return eventually(
    async () => find(),
    (body) => body !== undefined,
  );
};

describe('the payments subgraph asks others', () => {
  test("the payments subgraph can't access another team's booking or install", async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    const theirs = { kind: 'payments', teamId: world.developer.teamId + 1 } as const;
    const pay =
      'mutation($b: ID!, $s: ID!) { bookingPay(bookingId: $b, paymentSessionId: $s, amount: 1, currency: "EUR") }';
    const money = { b: String(booking.bookingId), s: id };
    await expect(ask(world.platform, theirs, pay, money)).rejects.toThrow();
    const until = 'mutation($b: ID!) { bookingHoldExtend(bookingId: $b, until: "2030-01-01T00:00:00Z") }';
    expect(await ask(world.platform, theirs, until, { b: money.b })).toEqual({ bookingHoldExtend: null });
    expect(await ask(world.platform, theirs, '{ paymentApps { slug } }')).toEqual({ paymentApps: [] });
    const call = `mutation($i: ID!) { appEndpointCall(input: { installId: $i, endpoint: payment_session, body: "{}" }) { status } }`;
    const calls = world.server.calls.length;
    expect(await ask(world.platform, theirs, call, { i: String(world.app.viewer.installId) })).toEqual({
      appEndpointCall: { status: null },
    });
    expect(world.server.calls).toHaveLength(calls);
    expect(await world.orderStatus(booking)).toBe('awaiting_payment');
  });

  test.each(['platform', 'public'] as const)(
    "a %s viewer can't use the payments subgraph's mutations",
    async (kind) => {
      const pay = `mutation {
      bookingPay(bookingId: "1", paymentSessionId: "${randomUUID()}", amount: 1, currency: "EUR") }`;
      await expect(ask(world.platform, { kind }, pay)).rejects.toMatchObject({
        code: kind === 'public' ? 'UNAUTHENTICATED' : 'ACCESS_DENIED',
      });
    },
  );
});

describe('paymentSessionReject', () => {
  test('paymentSessionReject shows the guest the reason', async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    expect(await world.reject(id)).toMatchObject({ paymentSession: { status: 'REJECTED' }, userErrors: [] });
    expect(await world.reject(id), 'a repeat succeeds').toMatchObject({ userErrors: [] });
    expect((await page(booking, '?payment=canceled')).text).toContain('The card was declined.');
    expect(await world.resolve(id)).toMatchObject({ userErrors: [{ code: 'INVALID_TRANSITION' }] });
    const next = await world.open(booking);
    expect(next).not.toBe(id);
    expect(await world.resolve(next)).toMatchObject({ userErrors: [] });
    expect(await world.orderStatus(booking)).toBe('paid');
  });
});

test.each(['2026-01', '2026-10', 'unstable'])(
  'a failed resolve or reject returns a null session in version %s and explains it in userErrors',
  async (version) => {
    const [rejected, resolved] = [
      await world.open(await world.place()),
      await world.open(await world.place()),
    ];
    await world.reject(rejected);
    await world.resolve(resolved);
    const reason = '{ code: "card_declined", message: "The card was declined." }';
    const { data } = await graphql(
      world.platform.address,
      `mutation ($rejected: ID!, $resolved: ID!) {
         resolve: paymentSessionResolve(id: $rejected, reference: "pi_9") { paymentSession { id } userErrors { code message } }
         reject: paymentSessionReject(id: $resolved, reason: ${reason}) { paymentSession { id } userErrors { code message } } }`,
      { variables: { rejected, resolved }, token: world.app.token, version },
    );
    const refused = (status: string) => ({
      paymentSession: null,
      userErrors: [{ code: 'INVALID_TRANSITION', message: expect.stringContaining(status) }],
    });
    expect(data).toEqual({ resolve: refused('REJECTED'), reject: refused('RESOLVED') });
  },
);

describe('paymentSessionPending', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

  test("paymentSessionPending extends the booking's hold until the given time", async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    const until = inHours(24);
    const { paymentSession } = await world.pend(id, until.toISOString());
    expect(paymentSession).toMatchObject({ status: 'PENDING', expiresAt: until.toISOString() });
    expect((await bookingRow(booking))?.hold_expires_at).toEqual(until);
    expect((await page(booking)).text).toContain('The bank takes a day.');
    expect(await world.resolve(id)).toMatchObject({ userErrors: [] });
    expect(await world.orderStatus(booking)).toBe('paid');
  });

  test('paymentSessionPending extends a hold to at most 72 hours', async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    const { paymentSession } = await world.pend(id, inHours(500).toISOString());
    const left = new Date(paymentSession?.expiresAt ?? 0).getTime() - Date.now();
    expect(left / 3_600_000).toBeGreaterThan(71.9);
    expect(left / 3_600_000).toBeLessThanOrEqual(72);
    expect(await world.pend(id, inHours(-1).toISOString())).toMatchObject({
      userErrors: [{ code: 'INVALID' }],
    });

    const soon = await world.place();
    const other = await world.open(soon);
    const [row] = await world.platform.database.query<{ starts: Date }>(
      `UPDATE checkout.bookings b SET check_in = current_date + 2 FROM checkout.sessions s
       WHERE b.id = $1 AND s.id = b.checkout_id
       RETURNING b.check_in::timestamp AT TIME ZONE (s.quote->>'timeZone') AS starts`,
      [soon.bookingId],
    );
    await world.pend(other, inHours(500).toISOString());
    expect((await bookingRow(soon))?.hold_expires_at).toEqual(row?.starts);
  });

  test.each(['rejected', 'ended'] as const)(
    "a pending payment that's %s resets the hold to its original end",
    async (how) => {
      const booking = await world.place();
      const first = (await bookingRow(booking))?.hold_expires_at;
      const id = await world.open(booking);
      await world.pend(id, inHours(24).toISOString());
      expect((await bookingRow(booking))?.hold_expires_at).not.toEqual(first);
      if (how === 'rejected') await world.reject(id);
      else
        await world.platform.database.query('UPDATE payments.session SET expires_at = now() WHERE id = $1', [
          id,
        ]);
      await eventually(
        () => bookingRow(booking),
        (row) => row?.hold_expires_at.getTime() === first?.getTime(),
      );
      const holdEnd = async () => {
        const [hold] = await world.platform.database.query<{ held_until: Date }>(
          'SELECT held_until FROM catalog.stay_holds h JOIN checkout.bookings b ON b.hold_id = h.id WHERE b.id = $1',
          [booking.bookingId],
        );
        return hold?.held_until;
      };
      await eventually(holdEnd, (end) => end?.getTime() === first?.getTime());
    },
  );

  test('a pending payment that fails late leaves the guest 15 minutes to choose another method', async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    await world.pend(id, inHours(24).toISOString());
    await world.platform.database.query(
      `UPDATE checkout.bookings SET first_hold_expires_at = now() - interval '3 hours' WHERE id = $1`,
      [booking.bookingId],
    );
    const before = Date.now();
    await world.reject(id);
    const left = ((await bookingRow(booking))?.hold_expires_at.getTime() ?? 0) - before;
    expect(left).toBeGreaterThanOrEqual(15 * 60_000);
    expect(left).toBeLessThan(16 * 60_000);
  });

  test('a hold stays extended as long as another payment is pending', async () => {
    const booking = await world.place();
    const other = await installPaymentApp(world.platform, world.developer, world.server);
    const id = await world.open(booking);
    await world.choose(booking, `app:${other.slug}`);
    const until = inHours(24);
    const pend = `mutation($id: ID!, $until: DateTime!) {
      paymentSessionPending(id: $id, pendingExpiresAt: $until, reason: "Wait.") { userErrors { code } } }`;
    const second = String(world.server.calls.at(-1)?.body.payment_session.id);
    await ask(world.platform, other.viewer, pend, { id: second, until: until.toISOString() });
    await world.pend(id, inHours(12).toISOString());
    await world.reject(id);
    expect((await bookingRow(booking))?.hold_expires_at).toEqual(until);
  });

  test('paymentSessionPending fails once the booking has been released', async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    await release(booking);
    const { paymentSession, userErrors } = await world.pend(id, inHours(5).toISOString());
    expect(['BOOKING_RELEASED', 'INVALID_TRANSITION']).toContain(userErrors[0]?.code);
    expect(paymentSession).toBeNull();
  });
});

describe('a booking at another price', () => {
  const update = async ({ bookingId }: Placed, input: object) => {
    const text = `mutation($input: BookingUpdateInput!) {
      done: bookingUpdate(input: $input) { booking { total status } userErrors { code field } } }`;
    const answer = await ask<{ done: { booking: { total: number } | null; userErrors: object[] } }>(
      world.platform,
      world.developer.host,
      text,
      { input: { id: String(bookingId), ...input } },
    );
    return answer.done;
  };
  /** Stays far from the test world's own dates. */
  let first = 300;
  async function placed(nights: number): Promise<Placed> {
    const booking = await world.place();
    first += 8;
    const stay = { checkIn: daysAhead(first), checkOut: daysAhead(first + nights) };
    expect(await update(booking, stay)).toMatchObject({ userErrors: [] });
    return { ...booking, item: String(first) };
  }
  const until = ({ item }: Placed, nights: number) => ({ checkOut: daysAhead(Number(item) + nights) });
  const asked = () => world.server.calls.at(-1)?.body.payment_session;
  const refunds = async (id: string) => (await sessionOf(id))?.refunds;

  test("changing a booking's price ends the session opened for the old amount", async () => {
    const booking = await placed(2);
    const id = await world.open(booking);
    const before = asked().amount;
    await update(booking, until(booking, 4));
    await eventually(
      () => sessionOf(id),
      (session) => session?.status === 'CANCELED',
    );
    const next = await world.open(booking);
    expect(next).not.toBe(id);
    expect(Number(asked().amount)).toBeGreaterThan(Number(before));
    expect(await world.resolve(next)).toMatchObject({ userErrors: [] });
    expect(await world.orderStatus(booking)).toBe('paid');
  });

  test('a repriced booking opens a new session even before the payments subgraph receives the change', async () => {
    const booking = await placed(2);
    const id = await world.open(booking);
    await world.platform.database.query(
      'UPDATE payments.session SET booking_version = 0, amount = 1 WHERE id = $1',
      [id],
    );
    expect(await world.open(booking)).not.toBe(id);
    expect((await sessionOf(id))?.status).toBe('CANCELED');
  });

  test('changing a booking without changing its price keeps the session', async () => {
    const booking = await placed(2);
    const id = await world.open(booking);
    await update(booking, { guest: { firstName: 'Ida', lastName: 'Rhodes', email: 'ida@example.com' } });
    expect(await world.open(booking)).toBe(id);
  });

  test("a payment of the old price doesn't confirm a booking whose price rose", async () => {
    const booking = await placed(2);
    const id = await world.open(booking);
    await update(booking, until(booking, 5));
    for (const _again of [1, 2]) {
      expect(await world.resolve(id)).toMatchObject({
        paymentSession: null,
        userErrors: [{ code: 'AMOUNT_TOO_LOW' }],
      });
    }
    expect(await refunds(id)).toMatchObject([{ reason: 'amount_too_low' }]);
    expect(await bookingRow(booking)).toMatchObject({ status: 'held' });
    await world.resolve(await world.open(booking));
    expect(await world.orderStatus(booking)).toBe('paid');
  });

  test('a payment that covers the new price confirms the booking', async () => {
    const booking = await placed(4);
    const id = await world.open(booking);
    await update(booking, until(booking, 2));
    expect(await world.resolve(id)).toMatchObject({ userErrors: [] });
    expect(await refunds(id)).toEqual([]);
    expect(await bookingRow(booking)).toMatchObject({ status: 'confirmed' });
  });

  test("a booking's price can't change while a payment is pending", async () => {
    const booking = await placed(2);
    const id = await world.open(booking);
    await world.pend(id, new Date(Date.now() + 3_600_000 * 5).toISOString());
    expect(await update(booking, until(booking, 3))).toEqual({
      booking: null,
      userErrors: [{ code: 'PAYMENT_PENDING', field: ['input', 'id'] }],
    });
    await world.reject(id);
    expect(await update(booking, until(booking, 3))).toMatchObject({ userErrors: [] });
  });
});

describe('a session no one answers', () => {
  test('a session without a response expires and sends its app a webhook', async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    await world.platform.database.query(`UPDATE payments.session SET expires_at = now() WHERE id = $1`, [id]);
    await eventually(
      () => sessionOf(id),
      (session) => session?.status === 'EXPIRED',
    );
    const told = () => hooks.received.find(({ envelope }) => String(envelope.resource.id) === id);
    await hooks.until(() => told() !== undefined);
    expect(told()?.envelope).toMatchObject({
      topic: 'payment_session.expired',
      team: world.developer.team,
      resource: { type: 'payment_session', status: 'expired', booking_id: booking.bookingId },
    });
    const next = await world.open(booking);
    expect(next).not.toBe(id);
    expect(await world.resolve(id), 'late money still counts').toMatchObject({ userErrors: [] });
    expect(await world.resolve(next)).toMatchObject({ userErrors: [{ code: 'BOOKING_RELEASED' }] });
    expect((await sessionOf(next))?.refunds).toMatchObject([{ reason: 'already_paid' }]);
  });
});

describe('refunds', () => {
  const openRefund = async (sessionId: string, amount: number) =>
    (
      await ask<{ done: { refundSession: Refund | null; userErrors: readonly { code: string }[] } }>(
        world.platform,
        world.developer.host,
        `mutation($input: RefundSessionOpenInput!) { done: refundSessionOpen(input: $input) {
          refundSession { id status amount reason } userErrors { code message } } }`,
        { input: { paymentSessionId: sessionId, amount, reason: 'The heating was off.' } },
      )
    ).done;
  const answer = async (text: string) =>
    (
      await ask<{ done: { refundSession: Refund | null; userErrors: readonly { code: string }[] } }>(
        world.platform,
        world.app.viewer,
        `mutation { done: ${text} { refundSession { id status amount reason } userErrors { code message } } }`,
      )
    ).done;
  const paid = async () => {
    const id = await world.open(await world.place());
    await world.resolve(id);
    const [row] = await world.platform.database.query<{ amount: string }>(
      'SELECT amount FROM payments.session WHERE id = $1',
      [id],
    );
    return { id, amount: Number(row?.amount) };
  };

  test("refunds appear in the team's audit trail", async () => {
    const { id, amount } = await paid();
    const { refundSession } = await openRefund(id, amount);
    await eventually(
      () => sessionOf(id),
      (seen) => seen?.refunds[0]?.status === 'REQUESTED',
    );
    await answer(`refundSessionResolve(id: "${refundSession?.id}")`);
    const { teamEvents } = await ask<{ teamEvents: { nodes: readonly object[] } }>(
      world.platform,
      world.developer.host,
      '{ teamEvents(first: 2) { nodes { kind actor change } } }',
    );
    expect(teamEvents.nodes).toMatchObject([
      { kind: 'refund.resolved' },
      { kind: 'refund.requested', actor: 'Dev', change: 'The heating was off.' },
    ]);
  });

  test('concurrent partial refunds add up to at most the amount paid', async () => {
    const { id, amount } = await paid();
    const part = Math.floor(amount / 3);
    const asked = await Promise.all(Array.from({ length: 12 }, () => openRefund(id, part)));
    expect(asked.filter(({ refundSession }) => refundSession)).toHaveLength(3);
    expect(asked.flatMap(({ userErrors }) => userErrors.map(({ code }) => code))).toEqual(
      Array(9).fill('REFUND_TOO_LARGE'),
    );
    expect(await openRefund(id, 0)).toMatchObject({ userErrors: [{ code: 'INVALID' }] });
  });

  test('the platform requests a refund from the app, which reports the result', async () => {
    const { id } = await paid();
    const { refundSession } = await openRefund(id, 500);
    const { refund_session: asked } = await refundCall(id);
    expect(asked).toEqual({
      id: refundSession?.id,
      payment_session_id: id,
      reference: 'pi_1',
      test: false,
      amount: '5.00',
      currency: 'EUR',
      team: world.developer.team,
      reason: 'The heating was off.',
    });
    const resolve = `refundSessionResolve(id: "${refundSession?.id}", reference: "re_1")`;
    expect(await answer(resolve)).toMatchObject({ refundSession: { status: 'RESOLVED' }, userErrors: [] });
    expect(await answer(resolve), 'a repeat succeeds').toMatchObject({ userErrors: [] });
    const reject = `refundSessionReject(id: "${refundSession?.id}", reason: { code: "no", message: "No." })`;
    expect(await answer(reject)).toMatchObject({ userErrors: [{ code: 'INVALID_TRANSITION' }] });
  });

  test('the platform retries a refund while the app fails', async () => {
    const { id } = await paid();
    const asked = new Map<string, number>();
    const { refundSession: taken } = await openRefund(id, 100);
    const { refundSession: never } = await openRefund(id, 200);
    world.server.behave(({ body }, response) => {
      const { id: refundId } = body.refund_session;
      const times = (asked.get(refundId) ?? 0) + 1;
      asked.set(refundId, times);
      response.writeHead(refundId === taken?.id && times > 1 ? 200 : 503).end();
    });
    try {
      const statuses = async () => (await sessionOf(id))?.refunds.map(({ status }) => status);
      await eventually(statuses, (seen) => seen?.join() === 'REQUESTED,MANUAL');
      expect(asked.get(never?.id ?? '')).toBe(3);
    } finally {
      world.server.behave();
    }
  });

  test('an app without refund support receives no refund request, leaving the refund to the host', async () => {
    const app = await installPaymentApp(world.platform, world.developer, world.server, {
      name: 'Cash Box',
      capabilities: { refunds: false },
      endpoints: { payment_session: `${world.server.origin}/payment_sessions` },
    });
    const { headers } = await world.choose(await world.place(), `app:${app.slug}`);
    const id = new URL(headers.location ?? '').pathname.replace('/pay/', '');
    await world.resolve(id, 'pi_1', app.viewer);
    const { refundSession } = await openRefund(id, 100);
    const statusOf = async () =>
      (
        await world.platform.database.query<{ status: string }>(
          'SELECT status FROM payments.refund WHERE id = $1',
          [refundSession?.id],
        )
      )[0]?.status;
    await eventually(statusOf, (status) => status === 'MANUAL');
    expect(world.server.calls.filter(({ body }) => body.refund_session?.payment_session_id === id)).toEqual(
      [],
    );
  });

  test("a refund for an unpaid session or another team's session fails", async () => {
    const id = await world.open(await world.place());
    expect(await openRefund(id, 1)).toMatchObject({ userErrors: [{ code: 'INVALID_TRANSITION' }] });
    expect(await openRefund('00000000-0000-4000-8000-000000000000', 1)).toMatchObject({
      userErrors: [{ code: 'NOT_FOUND' }],
    });
  });
});

describe('a built-in method', () => {
  type Method = Readonly<Record<string, unknown>>;
  const OFF = ['pay_at_property', 'bank_transfer', 'test'].map((kind) => ({ kind, enabled: false }));
  const SET = `mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) {
    storefront { paymentMethods { kind enabled effect holdHours instructions bankAccount { holder iban bic } } }
    userErrors { field code } } }`;
  interface Answer {
    readonly storefront: { readonly paymentMethods: readonly Method[] } | null;
    readonly userErrors: readonly { readonly field: readonly string[]; readonly code: string }[];
  }
  let storefrontId: string;
  const offer = async (...paymentMethods: readonly Method[]): Promise<Answer> => {
    const input = { id: storefrontId, paymentMethods };
    return (await ask<{ storefrontUpdate: Answer }>(world.platform, world.developer.host, SET, { input }))
      .storefrontUpdate;
  };
  const TRANSFER = {
    kind: 'bank_transfer',
    enabled: true,
    effect: 'extend_hold',
    holdHours: 24,
    instructions: null,
    bankAccount: { holder: 'Lakeside AG', iban: 'CH93 0076 2011 6238 5295 7', bic: null },
  };
  const sessionsOf = ({ bookingId }: Placed) =>
    world.platform.database.query<{ method: string; status: string; settlement: string | null }>(
      `SELECT method, status, settlement FROM payments.session WHERE booking_id = $1 AND method IS NOT NULL ORDER BY created_at`,
      [bookingId],
    );
  beforeAll(async () => {
    const [row] = await world.platform.database.query<{ id: number }>(
      `SELECT id FROM catalog.storefront WHERE domain = 'lakeside.localhost'`,
    );
    storefrontId = String(row?.id);
  });
  beforeEach(() => offer(...OFF));

  test("a storefront's payment methods include a method once it's saved", async () => {
    const { storefront, userErrors } = await offer(TRANSFER);
    expect(userErrors).toEqual([]);
    expect(storefront?.paymentMethods).toMatchObject([
      { kind: 'pay_at_property', enabled: false },
      { ...TRANSFER, bankAccount: { ...TRANSFER.bankAccount, iban: 'CH9300762011623852957' } },
      { kind: 'test', enabled: false },
    ]);
  });

  test('saving an invalid payment method changes nothing', async () => {
    const wrong = { ...TRANSFER, bankAccount: { ...TRANSFER.bankAccount, iban: 'CH93' } };
    const { storefront, userErrors } = await offer({ kind: 'pay_at_property', enabled: true }, wrong);
    expect(storefront).toBeNull();
    expect(userErrors).toEqual([
      { code: 'INVALID', field: ['input', 'paymentMethods', '1', 'bankAccount', 'iban'] },
    ]);
    expect((await page(await world.place())).text).not.toContain('platform:');
  });

  test('only guests who chose bank transfer see the bank account', async () => {
    await offer(TRANSFER);
    const [kept] = await world.platform.database.query<{ sealed: string }>(
      `SELECT details_sealed AS sealed FROM payments.method WHERE kind = 'bank_transfer' AND details_sealed IS NOT NULL`,
    );
    expect(kept?.sealed).toMatch(/^v1[.]/);
    const activity = await world.platform.database.query<{ change: string }>(
      `SELECT change FROM team_events WHERE kind = 'payment_methods.updated' AND account_id = $1`,
      [world.developer.viewer.accountId],
    );
    expect(activity.map(({ change }) => change).join()).toContain('bankAccount');
    expect(JSON.stringify(activity)).not.toContain('0076');
    expect((await page(await world.place())).text).not.toContain('0076');
  });

  test('a payment method that confirms immediately books the stay without a payment', async () => {
    await offer({ kind: 'pay_at_property', enabled: true, instructions: 'Cash or card.' });
    const booking = await world.place();
    const answer = await world.choose(booking, 'platform:pay_at_property');
    expect(answer.status).toBe(303);
    expect(new URL(answer.headers.location ?? '').pathname).toBe(booking.path);
    expect((await bookingRow(booking))?.status).toBe('confirmed');
    const { text } = await page(booking);
    expect(text).toContain('data-payment-status="paid"');
    expect(text).toContain('at the property.');
    expect(text).toContain('Cash or card.');
    expect(text).not.toContain('is paid');
    expect(await sessionsOf(booking)).toEqual([
      { method: 'pay_at_property', status: 'RESOLVED', settlement: 'confirmed' },
    ]);
  });

  test('a payment method that holds the stay keeps the nights until the host marks the booking as paid', async () => {
    await offer(TRANSFER);
    const booking = await world.place();
    const before = (await bookingRow(booking))?.hold_expires_at.getTime() ?? 0;
    expect((await world.choose(booking, 'platform:bank_transfer')).status).toBe(303);
    const held = (await bookingRow(booking))?.hold_expires_at.getTime() ?? 0;
    expect(held - before).toBeGreaterThan(21 * 3_600_000);
    const { text } = await page(booking);
    expect(text).toContain('data-payment-status="awaiting_payment"');
    expect(text).toContain('CH93 0076 2011 6238 5295 7');
    expect(text).toContain('Lakeside AG');

    await world.choose(booking, 'platform:bank_transfer');
    expect((await bookingRow(booking))?.hold_expires_at.getTime(), 'a second choice holds no longer').toBe(
      held,
    );
    const paid = `mutation { bookingMarkPaid(id: "${booking.bookingId}") { userErrors { code } } }`;
    await ask(world.platform, world.developer.host, paid, {});
    await eventually(
      () => sessionsOf(booking),
      ([session]) => session?.status === 'RESOLVED',
    );
    const after = (await page(booking)).text;
    expect(after).toContain('paid and confirmed');
    expect(after).not.toContain('CH93');
  });

  test('a payment app that completes first cancels a pending bank transfer', async () => {
    await offer(TRANSFER);
    const booking = await world.place();
    expect((await world.choose(booking, 'platform:bank_transfer')).status).toBe(303);
    expect((await world.resolve(await world.open(booking))).userErrors).toEqual([]);
    await eventually(
      () => sessionsOf(booking),
      ([session]) => session?.status === 'CANCELED',
    );
    expect((await page(booking)).text).toContain('paid and confirmed');
  });

  test("choosing a built-in method doesn't revive a released booking", async () => {
    await offer({ kind: 'pay_at_property', enabled: true });
    const booking = await world.place();
    await release(booking);
    expect((await world.choose(booking, 'platform:pay_at_property')).status).toBe(200);
    expect((await bookingRow(booking))?.status).toBe('released');
  });

  test('an app payment is refunded if a built-in method already confirmed the booking', async () => {
    await offer({ kind: 'pay_at_property', enabled: true });
    const booking = await world.place();
    const session = await world.open(booking);
    await world.choose(booking, 'platform:pay_at_property');
    const answer = await world.resolve(session);
    expect(answer.userErrors).toMatchObject([{ code: 'BOOKING_RELEASED' }]);
    expect((await sessionOf(session))?.refunds).toMatchObject([{ reason: 'already_paid' }]);
  });

  test("a guest can't choose a disabled method", async () => {
    const booking = await world.place();
    const { status, text } = await world.choose(booking, 'platform:bank_transfer');
    expect(status).toBe(200);
    expect(text).toContain('Choose one of the payment methods below.');
    expect(await sessionsOf(booking)).toEqual([]);
  });

  test("another team can't see or set a storefront's payment methods", async () => {
    const stranger = await newDeveloper(world.platform);
    const input = { id: storefrontId, paymentMethods: OFF };
    const { storefrontUpdate } = await ask<{ storefrontUpdate: Answer }>(world.platform, stranger.host, SET, {
      input,
    });
    expect(storefrontUpdate).toMatchObject({ storefront: null, userErrors: [{ code: 'NOT_FOUND' }] });
  });

  test('a refund for a built-in method is manual', async () => {
    await offer({ kind: 'test', enabled: true });
    const booking = await world.place();
    await world.choose(booking, 'platform:test');
    const [session] = await world.platform.database.query<{ id: string }>(
      'SELECT id FROM payments.session WHERE booking_id = $1',
      [booking.bookingId],
    );
    const text = `mutation ($input: RefundSessionOpenInput!) { refundSessionOpen(input: $input) {
      ok refundSession { status } userErrors { code } } }`;
    const input = { paymentSessionId: session?.id, amount: 100, reason: 'The heating was off.' };
    expect(await ask(world.platform, world.developer.host, text, { input })).toMatchObject({
      refundSessionOpen: { ok: true, refundSession: { status: 'MANUAL' }, userErrors: [] },
    });
    const again = { ...input, amount: 10 ** 9 };
    expect(await ask(world.platform, world.developer.host, text, { input: again })).toMatchObject({
      refundSessionOpen: { ok: false, refundSession: null, userErrors: [{ code: expect.any(String) }] },
    });
  });
});

describe('a plan', () => {
  const PLANS = `query { unitTypes(first: 100) { nodes { id ratePlans { id title isDefault } } } }`;
  const EDIT = `mutation ($input: RatePlanUpdateInput!) { ratePlanUpdate(input: $input) { userErrors { code message } } }`;
  const host = <T>(text: string, variables: object = {}) =>
    ask<T>(world.platform, world.developer.host, text, { ...variables });
  /** Sells unit type 7 under other payment terms. */
  const sellWith = async (payment: object) => {
    interface Found {
      readonly unitTypes: { readonly nodes: readonly { id: string; ratePlans: readonly Plan[] }[] };
    }
    interface Plan {
      readonly id: string;
      readonly title: string;
      readonly isDefault: boolean;
    }
    const { unitTypes } = await host<Found>(PLANS);
    const plan = unitTypes.nodes.find(({ id }) => id === '7')?.ratePlans.find(({ isDefault }) => isDefault);
    const input = { id: plan?.id, plan: { title: plan?.title, payment } };
    expect(await host(EDIT, { input })).toEqual({ ratePlanUpdate: { userErrors: [] } });
  };
  interface Money {
    readonly status: string;
    readonly version: number;
    readonly total: number;
    readonly payment: {
      readonly mode: string;
      readonly paid: number;
      readonly dueNow: number;
      readonly balance: number;
      readonly balanceDueOn: string | null;
      readonly isOverdue: boolean;
    };
  }
  const moneyOf = async ({ bookingId }: Placed) => {
    const text = `query ($id: ID!) { booking(id: $id) { status version total
      payment { mode paid dueNow balance balanceDueOn isOverdue } } }`;
    const { booking } = await host<{ booking: Money }>(text, { id: bookingId });
    return booking;
  };
  const markPaid = async ({ bookingId }: Placed, version?: number) => {
    const text = `mutation ($id: ID!, $version: Int) { bookingMarkPaid(id: $id, version: $version) { userErrors { code } } }`;
    type Answer = { bookingMarkPaid: { userErrors: readonly { code: string }[] } };
    return (await host<Answer>(text, { id: bookingId, version })).bookingMarkPaid.userErrors;
  };
  const amountAsked = () => {
    const opened = world.server.calls.findLast(({ body }) => body.payment_session?.amount !== undefined);
    return Math.round(Number(opened?.body.payment_session.amount) * 100);
  };
  const paidThrough = async (booking: Placed) => {
    const session = await world.open(booking);
    const amount = amountAsked();
    expect((await world.resolve(session)).userErrors).toEqual([]);
    return { session, amount };
  };
  const refund = (paymentSessionId: string, amount: number) =>
    host(
      `mutation ($input: RefundSessionOpenInput!) { refundSessionOpen(input: $input) { userErrors { code } } }`,
      { input: { paymentSessionId, amount, reason: 'The sauna is closed.' } },
    );
  const dueBack = async ({ bookingId }: Placed) => {
    const text = `query ($id: ID!) { booking(id: $id) { refund { dueNow due refunded } } }`;
    interface Due {
      readonly dueNow: number | null;
      readonly due: number | null;
      readonly refunded: number;
    }
    return (await host<{ booking: { refund: Due } }>(text, { id: bookingId })).booking.refund;
  };
  const deposit = (balanceDaysBefore = 7) =>
    sellWith({ mode: 'deposit', depositPercent: 30, balanceDaysBefore });
  const methods = async (paymentMethods: readonly object[]) => {
    const [row] = await world.platform.database.query<{ id: number }>(
      `SELECT id FROM catalog.storefront WHERE domain = 'lakeside.localhost'`,
    );
    const text = `mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }`;
    await host(text, { input: { id: row?.id, paymentMethods } });
  };
  const inGerman = async ({ path }: Placed, part = '') =>
    (await world.guest.get(`${path}${part}?lang=de`, HTML)).text;
  /** Returns the same stay's offer in German. */
  const offered = async ({ item }: Placed) => {
    const [, unitType, checkIn, checkOut, adults, children] = item.split(':');
    const stay = `check_in=${checkIn}&check_out=${checkOut}&adults=${adults}&children=${children}&units=1`;
    return (await world.guest.get(`/stays/${unitType}?${stay}&lang=de`, HTML)).text;
  };
  afterAll(async () => {
    await sellWith({ mode: 'now' });
    await methods([{ kind: 'bank_transfer', enabled: false }]);
  });

  describe('with a deposit', () => {
    beforeAll(() => deposit());

    test('a rate plan with a deposit requests first the deposit and then the rest on the same page', async () => {
      const booking = await world.place();
      const { total, payment } = await moneyOf(booking);
      const part = Math.ceil((total * 30) / 100);
      expect(payment).toMatchObject({ mode: 'deposit', paid: 0, dueNow: part, balance: total - part });
      const checkIn = Temporal.PlainDate.from(booking.item.split(':')[2] ?? '');
      expect(payment.balanceDueOn).toBe(checkIn.subtract({ days: 7 }).toString());
      expect((await page(booking)).text).toContain('Due now');
      expect(await offered(booking)).toMatch(
        /Bei der Buchung zahlen Sie <strong>EUR [\d&#;]+\.\d\d<\/strong>, die restlichen/,
      );
      expect(await inGerman(booking)).toMatch(/Jetzt fällig[\s\S]+Fällig bis /);

      expect((await paidThrough(booking)).amount).toBe(part);
      expect(await moneyOf(booking)).toMatchObject({
        status: 'confirmed',
        payment: { paid: part, dueNow: 0, balance: total - part, isOverdue: false },
      });
      expect(await world.orderStatus(booking)).toBe('paid');
      expect(await inGerman(booking)).toContain('Restbetrag bezahlen');
      expect(await inGerman(booking, '/receipt')).toMatch(/Bezahlt<\/th>[\s\S]+Fällig bis /);
      const confirmed = (await page(booking)).text;
      expect(confirmed).toContain('Pay the balance');
      expect(confirmed).not.toContain('paid and confirmed');

      expect((await paidThrough(booking)).amount).toBe(total - part);
      expect((await moneyOf(booking)).payment).toMatchObject({ paid: total, balance: 0, balanceDueOn: null });
      const paid = (await page(booking)).text;
      expect(paid).toContain('paid and confirmed');
      expect(formsOf(paid)).toEqual(['messages']);
      expect((await page({ ...booking, path: `${booking.path}/receipt` })).text).toContain('Paid in full.');
    });

    test('a rate plan with a deposit shows agents the amounts and their due dates', async () => {
      const booking = await world.place();
      const { payment } = await moneyOf(booking);
      const [row] = await world.platform.database.query<{ answer: string }>(
        `SELECT answer::text FROM checkout.idempotency WHERE checkout_id = $1`,
        [booking.checkoutId],
      );
      expect(row?.answer).toContain(`is due now and the remaining`);
      expect(row?.answer).toContain(`by ${payment.balanceDueOn}`);
    });

    test('concurrent payments pay a deposit only once', async () => {
      const other = await installPaymentApp(world.platform, world.developer, world.server);
      for (let round = 0; round < 3; round++) {
        const booking = await world.place();
        const first = await world.open(booking);
        const { headers } = await world.choose(booking, `app:${other.slug}`);
        const second = new URL(headers.location ?? '').pathname.replace('/pay/', '');
        const answers = await Promise.all([
          world.resolve(first),
          world.resolve(second, 'pi_2', other.viewer),
          world.resolve(first),
        ]);
        const taken = answers.filter(({ userErrors }) => userErrors.length === 0);
        expect(taken.length, 'the same session twice, or the other one').toBeLessThanOrEqual(2);
        const { total, payment } = await moneyOf(booking);
        expect(payment.paid).toBe(Math.ceil((total * 30) / 100));
        const back = await world.platform.database.query<{ amount: number; reason: string }>(
          `SELECT r.amount::int, r.reason FROM payments.refund r JOIN payments.session s ON s.id = r.session_id WHERE s.booking_id = $1`,
          [booking.bookingId],
        );
        expect(back).toEqual([{ amount: payment.paid, reason: 'already_paid' }]);
        expect((await dueBack(booking)).refunded, 'of what it took').toBe(0);
      }
    });

    test('only one payment succeeds if the guest and the front desk pay the balance concurrently', async () => {
      const booking = await world.place();
      await paidThrough(booking);
      const session = await world.open(booking);
      const { version, total } = await moneyOf(booking);
      const [online, desk] = await Promise.all([world.resolve(session), markPaid(booking, version)]);
      expect([online.userErrors.length, desk.length].sort(), 'one of them').toEqual([0, 1]);
      expect((await moneyOf(booking)).payment).toMatchObject({ paid: total, balance: 0 });
      expect(await markPaid(booking, version)).toMatchObject([{ code: 'STALE_VERSION' }]);
    });

    test('a partial refund between deposit and balance leaves the balance unchanged', async () => {
      const booking = await world.place();
      const { session, amount } = await paidThrough(booking);
      expect(await refund(session, amount)).toEqual({ refundSessionOpen: { userErrors: [] } });
      const { total, payment } = await moneyOf(booking);
      expect(payment).toMatchObject({ paid: amount, balance: total - amount });
      expect((await paidThrough(booking)).amount).toBe(total - amount);
      expect(await refund(session, 1)).toEqual({
        refundSessionOpen: { userErrors: [{ code: 'REFUND_TOO_LARGE' }] },
      });
    });

    test('the host sees an unpaid balance as overdue from the day after its due date', async () => {
      const booking = await world.place();
      await paidThrough(booking);
      const text = `query { hostBookings(filter: { balanceOverdue: true }) { nodes { reference payment { isOverdue } } } }`;
      const overdue = async () =>
        (await host<{ hostBookings: { nodes: readonly { reference: string }[] } }>(text)).hostBookings.nodes;
      const dueOn = (days: number) =>
        world.platform.database.query(
          'UPDATE checkout.bookings SET balance_due_on = (now() AT TIME ZONE time_zone)::date + $2::int WHERE id = $1',
          [booking.bookingId, days],
        );
      await dueOn(0);
      expect(await overdue()).toEqual([]);
      await dueOn(-1);
      expect(await overdue()).toEqual([{ reference: booking.reference, payment: { isOverdue: true } }]);
      await markPaid(booking);
      expect(await overdue()).toEqual([]);
    });

    test('marking a balance as paid completes its bank transfer', async () => {
      const bankAccount = { holder: 'Lakeside AG', iban: 'CH93 0076 2011 6238 5295 7' };
      await methods([{ kind: 'bank_transfer', enabled: true, bankAccount }]);
      const booking = await world.place();
      await paidThrough(booking);
      expect((await world.choose(booking, 'platform:bank_transfer')).status).toBe(303);
      expect((await page(booking)).text).toContain('CH93 0076 2011 6238 5295 7');
      const { version, total } = await moneyOf(booking);
      expect(await markPaid(booking, version)).toEqual([]);
      expect((await moneyOf(booking)).payment.paid).toBe(total);
      const transfer = () =>
        world.platform.database.query<{ status: string; settlement: string | null }>(
          `SELECT status, settlement FROM payments.session WHERE booking_id = $1 AND method = 'bank_transfer'`,
          [booking.bookingId],
        );
      await eventually(transfer, ([session]) => session?.status === 'RESOLVED');
      expect(await transfer()).toEqual([{ status: 'RESOLVED', settlement: 'balance_paid' }]);
    });

    test('cancelling a booking with a deposit refunds at most the amount paid', async () => {
      const booking = await world.place();
      const { amount } = await paidThrough(booking);
      const text = `mutation ($id: ID!) { bookingCancel(id: $id) { booking { cancellation { refundDue } payment { paid balance } } } }`;
      const { bookingCancel } = await host<{
        bookingCancel: { booking: { cancellation: { refundDue: number } | null; payment: object } };
      }>(text, { id: booking.bookingId });
      expect(bookingCancel.booking.payment).toEqual({ paid: amount, balance: 0 });
      expect(bookingCancel.booking.cancellation?.refundDue ?? 0).toBeLessThanOrEqual(amount);
    });

    test('a partial refund before a cancellation reduces the refund due', async () => {
      const booking = await world.place();
      const { session } = await paidThrough(booking);
      const { dueNow } = await dueBack(booking);
      const [part, rest] = [100, (dueNow ?? 0) - 100];
      expect(rest).toBeGreaterThan(0);
      await refund(session, part);
      expect(await dueBack(booking)).toEqual({ dueNow: rest, due: null, refunded: part });
      expect((await page(booking)).text).toContain('A refund of EUR 1.00 was requested on');
      await host('mutation ($id: ID!) { bookingCancel(id: $id) { userErrors { code } } }', {
        id: booking.bookingId,
      });
      expect(await dueBack(booking)).toEqual({ dueNow: null, due: rest, refunded: part });
      const { text: requested } = await page(booking);
      expect(requested).toContain('A refund of EUR 1.00 was requested on');
      expect(requested).not.toContain('was refunded');
      await refund(session, rest);
      expect(await dueBack(booking)).toEqual({ dueNow: null, due: 0, refunded: part + rest });
    });
  });

  describe('that is paid at the property', () => {
    beforeAll(() => sellWith({ mode: 'at_property' }));

    test('a stay paid at the property is confirmed without a payment before the guest arrives', async () => {
      const booking = await world.place();
      const { total, payment } = await moneyOf(booking);
      expect(payment).toMatchObject({ mode: 'at_property', paid: 0, dueNow: 0, balance: total });
      const { text } = await page(booking);
      expect([...text.matchAll(/name="method" value="([^"]*)"/g)].map(([, method]) => method)).toEqual([
        'platform:pay_at_property',
      ]);
      expect((await world.choose(booking)).text).toContain('Choose one of the payment methods');
      expect(await offered(booking)).toContain('Sie bezahlen vor Ort. Bei der Buchung wird nichts fällig.');
      expect(await inGerman(booking)).toMatch(/Buchung bestätigen<\/h2>[\s\S]+Vor Ort bezahlen/);

      expect((await world.choose(booking, 'platform:pay_at_property')).status).toBe(303);
      expect(await moneyOf(booking)).toMatchObject({
        status: 'confirmed',
        payment: { paid: 0, balance: total, balanceDueOn: booking.item.split(':')[2] },
      });
      const confirmed = (await page(booking)).text;
      expect(confirmed).toContain('at the property');
      expect(await inGerman(booking, '/receipt')).toContain('Sie bezahlen vor Ort</th>');
      expect(formsOf(confirmed)).toEqual(['messages']);

      expect(await markPaid(booking, (await moneyOf(booking)).version)).toEqual([]);
      expect((await moneyOf(booking)).payment).toMatchObject({ paid: total, balance: 0 });
      expect((await page(booking)).text).toContain('paid and confirmed');
    });
  });
});
