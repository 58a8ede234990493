import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../support/developer.ts';
import { buildSdk, type ExampleApp, openExample } from '../support/example-app.ts';
import { FORM, openPaymentWorld, type PaymentWorld, type Placed } from '../support/payment-world.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import type { Process } from '../support/process.ts';
import { operatedAt, oweStatement } from '../support/statement-world.ts';
import { eventually } from '../support/task-world.ts';

// examples/stripe-app as an operator runs it, between the platform and a local Stripe.

interface StripeEvent {
  readonly id: string;
}
/** The local Stripe's part that these tests use; it's plain JavaScript in the example's own tests. */
interface LocalStripe {
  readonly url: string;
  readonly sessionAt: (url: string) => { readonly status: string; readonly payment_intent: string };
  readonly pay: (url: string) => StripeEvent;
  readonly payLater: (url: string) => StripeEvent;
  readonly arrive: (url: string) => StripeEvent;
  readonly bounce: (url: string) => StripeEvent;
  readonly expire: (url: string) => StripeEvent;
  readonly dispute: (reference: string, status: string, id?: string) => StripeEvent;
  readonly addRefund: (reference: string, refund: { readonly amount: number }) => { readonly id: string };
  readonly events: readonly StripeEvent[];
  readonly moveRefund: (id: string, status: string) => StripeEvent;
  readonly refunds: ReadonlyMap<
    string,
    { readonly id: string; readonly payment_intent: string; readonly amount: number }
  >;
  refundStatus: string;
  beforeAnswer: (path: string) => boolean | Promise<boolean>;
  readonly close: () => Promise<void>;
}
const SERVER = '../../examples/stripe-app/test/stripe-server.js';
const { startStripe, deliver } = (await import(SERVER)) as {
  readonly startStripe: () => Promise<LocalStripe>;
  readonly deliver: (endpoint: string, event: StripeEvent, secret: string) => Promise<number>;
};

const SECRET = 'whsec_stripe1234567890';
const KEYS = { secret_key: 'sk_test_51abcdefghij', webhook_secret: SECRET };

let platform: TestPlatform;
let world: PaymentWorld;
let stripe: LocalStripe;
let app: ExampleApp;
let running: Process;

const start = async () => {
  running = await app.start({ STRIPE_PORT: new URL(app.origin).port, STRIPE_API_BASE: stripe.url });
};

beforeAll(async () => {
  const again = Array.from({ length: 300 }, () => 'PT0.2S').join(',');
  [platform, stripe] = await Promise.all([
    startPlatform({
      PLATFORM_TEAM: 'lakeside',
      WEBHOOK_ALLOW_PRIVATE: '1',
      SWEEP_INTERVAL: 'PT0.3S',
      WEBHOOK_RETRY_SCHEDULE: `PT0S,${again}`,
    }),
    startStripe(),
    buildSdk(),
  ]);
  world = await openPaymentWorld({}, {}, platform);
  app = await openExample(platform, { folder: 'stripe-app', account: 'host', team: 'lakeside', dev: false });
  await ask(
    platform,
    world.developer.host,
    'mutation($slug: String!, $values: [SettingValueInput!]!) { done: appSettingsSet(slug: $slug, values: $values) { userErrors { message } } }',
    { slug: app.slug, values: Object.entries(KEYS).map(([key, value]) => ({ key, value })) },
  );
  await start();
}, 120_000);
afterAll(async () => {
  await app.remove();
  await world.close();
  await platform.close();
  await stripe.close();
});

const send = (event: StripeEvent) => deliver(`${app.origin}/stripe/webhooks/lakeside`, event, SECRET);

/** Chooses Stripe on the booking's page and returns the address of its payment page. */
async function open(booking: Placed): Promise<string> {
  const { status, headers, text } = await world.choose(booking, `app:${app.slug}`);
  if (status !== 303) throw new Error(`The guest was not sent on: ${status} ${text}`);
  return headers.location ?? '';
}
async function paid(): Promise<{ readonly booking: Placed; readonly reference: string }> {
  const booking = await world.place();
  const url = await open(booking);
  expect(await send(stripe.pay(url))).toBe(200);
  return { booking, reference: stripe.sessionAt(url).payment_intent };
}
const stateOf = async ({ bookingId }: Placed) => {
  const [row] = await platform.database.query<{ status: string; holdExpiresAt: Date; isSettled: boolean }>(
    'SELECT status, hold_expires_at AS "holdExpiresAt", nights_synced_at IS NOT NULL AS "isSettled" FROM checkout.bookings WHERE id = $1',
    [bookingId],
  );
  return row ?? expect.unreachable();
};
const sessionsOf = async ({ bookingId }: Placed) =>
  platform.database.query<{ id: string; status: string }>(
    'SELECT id, status FROM payments.session WHERE booking_id = $1 ORDER BY created_at',
    [bookingId],
  );
const confirmations = async ({ bookingId }: Placed) => {
  const [row] = await platform.database.query<{ count: number }>(
    `SELECT count(*)::int FROM apps.mails WHERE booking_id = $1 AND template = 'guest-confirmed'`,
    [bookingId],
  );
  return row?.count;
};
const mailsOf = async ({ bookingId }: Placed) =>
  (
    await platform.database.query<{ template: string }>(
      'SELECT template FROM apps.mails WHERE booking_id = $1',
      [bookingId],
    )
  ).map(({ template }) => template);
interface Folio {
  readonly paid: number;
  readonly refunded: number;
  readonly balance: number;
  readonly total: number;
  readonly payments: readonly { readonly dispute: { readonly status: string } | null }[];
  readonly refunds: readonly { readonly status: string; readonly amount: number }[];
}
const folioOf = async ({ bookingId }: Placed): Promise<Folio> =>
  (
    await ask<{ booking: { folio: Folio } }>(
      platform,
      world.developer.host,
      'query($id: ID!) { booking(id: $id) { folio { total paid refunded balance payments { dispute { status } } refunds { status amount } } } }',
      { id: String(bookingId) },
    )
  ).booking.folio;
const refundPart = async (booking: Placed, amount: number) => {
  const [session] = (await sessionsOf(booking)).filter(({ status }) => status === 'RESOLVED');
  await ask(
    platform,
    world.developer.host,
    'mutation($input: RefundSessionOpenInput!) { done: refundSessionOpen(input: $input) { userErrors { message } } }',
    { input: { paymentSessionId: session?.id, amount, reason: 'The heating was off.' } },
  );
};
const release = async (booking: Placed) => {
  await platform.database.query(
    `UPDATE checkout.bookings SET hold_expires_at = now() - interval '1 second' WHERE id = $1`,
    [booking.bookingId],
  );
  await eventually(
    () => stateOf(booking),
    ({ status, isSettled }) => status === 'released' && isSettled,
  );
};

const sellNights = ({ bookingId }: Placed) =>
  platform.database.query(
    `UPDATE catalog.night SET closed = total - held - confirmed, revision = revision + 1
     WHERE unit_type_id = 7 AND night = (SELECT check_in FROM checkout.bookings WHERE id = $1)`,
    [bookingId],
  );

describe('a card payment', () => {
  test('a payment confirms the booking once, whatever Stripe repeats', async () => {
    const booking = await world.place();
    const url = await open(booking);
    const event = stripe.pay(url);
    expect(await Promise.all([send(event), send(event)])).toEqual([200, 200]);
    expect(await send(event)).toBe(200);
    expect((await stateOf(booking)).status).toBe('confirmed');
    await eventually(
      () => confirmations(booking),
      (count) => count === 1,
    );
    const folio = await folioOf(booking);
    expect([folio.paid, folio.balance]).toEqual([folio.total, 0]);
  });

  test('a guest who pays two sessions gets the second payment back', async () => {
    const booking = await world.place();
    const first = await open(booking);
    const paidFirst = stripe.pay(first);
    // The guest opens another app's page, which ends the session, and comes back.
    await world.choose(booking);
    const second = await open(booking);
    expect(second).not.toBe(first);
    const paidSecond = stripe.pay(second);
    expect(await send(paidFirst)).toBe(200);
    expect(await send(paidSecond)).toBe(200);
    const folio = await eventually(
      () => folioOf(booking),
      ({ refunded }) => refunded > 0,
    );
    expect([folio.paid, folio.refunded, folio.balance]).toEqual([2 * folio.total, folio.total, 0]);
    expect(await confirmations(booking)).toBe(1);
    await eventually(
      () => mailsOf(booking),
      (templates) => templates.includes('guest-refunded') && templates.includes('host-payment-returned'),
    );
    expect((await mailsOf(booking)).filter((template) => template === 'guest-refunded')).toHaveLength(1);
  });

  test('the page of an abandoned payment closes when another session is opened', async () => {
    const booking = await world.place();
    const url = await open(booking);
    await world.choose(booking);
    await eventually(
      async () => stripe.sessionAt(url).status,
      (status) => status === 'expired',
    );
  });

  test('a payment after the release takes the nights back', async () => {
    const booking = await world.place();
    const url = await open(booking);
    const event = stripe.pay(url);
    await release(booking);
    expect(await send(event)).toBe(200);
    expect((await stateOf(booking)).status).toBe('confirmed');
  });

  test('a payment after the nights were sold again is refunded', async () => {
    const booking = await world.place();
    const url = await open(booking);
    const event = stripe.pay(url);
    await release(booking);
    await sellNights(booking);
    expect(await send(event)).toBe(200);
    expect((await stateOf(booking)).status).toBe('released');
    const folio = await eventually(
      () => folioOf(booking),
      ({ refunds }) => refunds.some((refund) => refund.status === 'refunded'),
    );
    expect(folio.refunded).toBe(folio.paid);
  });

  test('a delayed payment holds the booking without confirming it, until it arrives', async () => {
    const booking = await world.place();
    const url = await open(booking);
    const before = await stateOf(booking);
    expect(await send(stripe.payLater(url))).toBe(200);
    const pending = await stateOf(booking);
    expect(pending.status).toBe('held');
    expect(pending.holdExpiresAt.getTime()).toBeGreaterThan(before.holdExpiresAt.getTime());
    expect((await sessionsOf(booking)).map(({ status }) => status)).toEqual(['PENDING']);
    expect(await confirmations(booking)).toBe(0);
    expect(await send(stripe.arrive(url))).toBe(200);
    expect((await stateOf(booking)).status).toBe('confirmed');
  });

  test('a delayed payment that fails leaves the guest at least 15 minutes to choose again', async () => {
    const booking = await world.place();
    const url = await open(booking);
    expect(await send(stripe.payLater(url))).toBe(200);
    await platform.database.query(
      `UPDATE checkout.bookings SET first_hold_expires_at = now() - interval '3 hours' WHERE id = $1`,
      [booking.bookingId],
    );
    expect(await send(stripe.bounce(url))).toBe(200);
    expect((await sessionsOf(booking)).map(({ status }) => status)).toEqual(['REJECTED']);
    const { status, holdExpiresAt } = await stateOf(booking);
    expect(status).toBe('held');
    expect(holdExpiresAt.getTime()).toBeGreaterThan(Date.now() + 14 * 60_000);
  });

  test('a page that expires at Stripe changes nothing, and the guest can open another', async () => {
    const booking = await world.place();
    const url = await open(booking);
    expect(await send(stripe.expire(url))).toBe(200);
    expect((await sessionsOf(booking)).map(({ status }) => status)).toEqual(['REDIRECTED']);
    const next = await open(booking);
    expect(next).not.toBe(url);
    expect(await send(stripe.pay(next))).toBe(200);
    expect((await stateOf(booking)).status).toBe('confirmed');
  });
});

describe('a crash', () => {
  test("an app killed between Stripe's answer and its own returns the same page afterwards", async () => {
    const booking = await world.place();
    stripe.beforeAnswer = async (path) => {
      if (path !== '/v1/checkout/sessions') return true;
      stripe.beforeAnswer = () => true;
      running.child.kill('SIGKILL');
      return false;
    };
    expect((await world.choose(booking, `app:${app.slug}`)).status).toBe(200);
    await start();
    const url = await open(booking);
    expect(await send(stripe.pay(url))).toBe(200);
    expect((await stateOf(booking)).status).toBe('confirmed');
  });

  test('a payment made while the app is down confirms the booking when the app starts', async () => {
    const booking = await world.place();
    const url = await open(booking);
    await app.stop();
    stripe.pay(url);
    await start();
    await eventually(
      () => stateOf(booking),
      ({ status }) => status === 'confirmed',
    );
  });

  test('a refund requested while the app is down is made once it starts', async () => {
    const { booking, reference } = await paid();
    await app.stop();
    await refundPart(booking, 1_000);
    await start();
    await eventually(
      () => folioOf(booking),
      ({ refunded }) => refunded === 1_000,
    );
    expect([...stripe.refunds.values()].filter(({ payment_intent: of }) => of === reference)).toHaveLength(1);
  });
});

describe('money that goes back', () => {
  test('partial refunds arrive in the folio', async () => {
    const { booking } = await paid();
    await refundPart(booking, 1_000);
    await refundPart(booking, 500);
    const folio = await eventually(
      () => folioOf(booking),
      ({ refunded }) => refunded === 1_500,
    );
    expect(folio.balance).toBe(folio.total - folio.paid + 1_500);
  });

  test('a refund that fails a day later was never shown as refunded, and can be repeated', async () => {
    const { booking, reference } = await paid();
    stripe.refundStatus = 'pending';
    await refundPart(booking, 2_000);
    const made = await eventually(
      async () => [...stripe.refunds.values()].find(({ payment_intent: of }) => of === reference),
      (refund) => refund !== undefined,
    );
    const requested = await folioOf(booking);
    expect([requested.refunded, requested.refunds[0]?.status]).toEqual([0, 'requested']);
    expect(await send(stripe.moveRefund(made?.id ?? '', 'failed'))).toBe(200);
    await eventually(
      () => folioOf(booking),
      ({ refunds }) => refunds.some(({ status }) => status === 'failed'),
    );
    expect(await mailsOf(booking)).not.toContain('guest-refunded');
    stripe.refundStatus = 'succeeded';
    await refundPart(booking, 2_000);
    await eventually(
      () => folioOf(booking),
      ({ refunded }) => refunded === 2_000,
    );
  });

  test("a refund from Stripe's dashboard that fails a day later is due again, in any order of events", async () => {
    const { booking, reference } = await paid();
    const refunds = async () =>
      (await folioOf(booking)).refunds.map(({ status, amount }) => `${status} ${amount}`);
    const { id } = stripe.addRefund(reference, { amount: 3_000 });
    const created = stripe.events.at(-1) ?? expect.unreachable();
    expect(await send(created)).toBe(200);
    const recorded = await folioOf(booking);
    expect([recorded.refunded, recorded.balance]).toEqual([3_000, 3_000]);
    const failed = stripe.moveRefund(id, 'failed');
    expect(await Promise.all([send(failed), send({ ...failed, id: `${failed.id}again` })])).toEqual([
      200, 200,
    ]);
    const undone = await folioOf(booking);
    expect([undone.refunded, undone.balance]).toEqual([0, 0]);
    expect(await refunds()).toEqual(['failed 3000']);
    expect(await send({ ...created, id: `${created.id}late` })).toBe(200);
    expect(await refunds()).toEqual(['failed 3000']);
    await eventually(
      () => mailsOf(booking),
      (templates) => templates.includes('host-refund-failed'),
    );
    expect(await mailsOf(booking)).not.toContain('guest-refund-failed');

    // The failure of a refund whose success was never reported.
    const { id: second } = stripe.addRefund(reference, { amount: 1_000 });
    const late = stripe.events.at(-1) ?? expect.unreachable();
    expect(await send(stripe.moveRefund(second, 'failed'))).toBe(200);
    expect(await send(late)).toBe(200);
    expect(await refunds()).toEqual(['failed 3000']);
  });

  test('a dispute appears in the folio, and its loss reverses the payment', async () => {
    const { booking, reference } = await paid();
    const id = `du_${randomUUID()}`;
    expect(await send(stripe.dispute(reference, 'needs_response', id))).toBe(200);
    expect((await folioOf(booking)).payments[0]?.dispute?.status).toBe('open');
    expect(await send(stripe.dispute(reference, 'lost', id))).toBe(200);
    expect((await folioOf(booking)).paid).toBe(0);
  });
});

test('a host pays its statement for paid apps through the operator’s Stripe app', async () => {
  const statement = await oweStatement(platform, (...when) => operatedAt(platform, ...when), 2040);
  const response = await fetch(`${platform.address}${statement.path}`, {
    method: 'POST',
    headers: FORM,
    body: new URLSearchParams({ method: `app:${app.slug}` }).toString(),
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  const url = response.headers.get('location') ?? '';
  const page = () => fetch(`${platform.address}${statement.path}`).then((shown) => shown.text());
  const event = stripe.pay(url);
  // Stripe repeats its events.
  expect(await Promise.all([send(event), send(event)])).toEqual([200, 200]);
  const html = await page();
  expect(html).toContain('data-payment-status="paid"');
  expect(html).toMatch(/Paid on \d+ \w+ \d{4} with Stripe/);
  const { payment_intent: reference } = stripe.sessionAt(url);
  // A disputed payment leaves it paid; a lost dispute, and a refund in Stripe's dashboard, make the amount due again.
  const dispute = `du_${randomUUID()}`;
  expect(await send(stripe.dispute(reference, 'needs_response', dispute))).toBe(200);
  expect(await page()).toContain('data-payment-status="paid"');
  expect(await send(stripe.dispute(reference, 'lost', dispute))).toBe(200);
  await expect.poll(page, { timeout: 20_000 }).toContain('data-payment-status="unpaid"');
  const [reversal] = await platform.database.query<{ status: string; amount: number }>(
    'SELECT status, amount::int FROM payments.reversals WHERE reference = $1',
    [dispute],
  );
  expect(reversal).toEqual({ status: 'dispute_lost', amount: statement.total });
});
