import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { startStripe } from './stripe-server.js';
import { newRefund, newSession, STRIPE_SECRET, startApp, startPlatform, TEAM } from './support.js';

let platform;
let stripe;
let app;
before(async () => {
  [platform, stripe] = await Promise.all([startPlatform(), startStripe()]);
  app = await startApp(platform, stripe);
});
after(async () => {
  await app.close();
  await stripe.close();
  await platform.close();
});
afterEach(() => {
  platform.refusal = null;
  platform.down = null;
  stripe.outage = null;
  stripe.beforeAnswer = () => true;
  stripe.refundStatus = 'succeeded';
});

const posted = (path) => stripe.requests.filter((one) => one.method === 'POST' && one.path === path);
const creations = (id) =>
  posted('/v1/checkout/sessions').filter(({ params }) => params.client_reference_id === id);

/** Changes a session to one for a statement. */
const OF_STATEMENT = {
  booking: undefined,
  buyer: undefined,
  statement: { id: 7, number: 'ST-2027-000001' },
};

/** Opens a session and has the guest pay it. */
async function pay(changes) {
  const session = newSession(changes);
  const url = await app.open(session);
  const event = stripe.pay(url);
  return { session, url, event, reference: stripe.sessionAt(url).payment_intent };
}
/** The same, and Stripe's event arrives. */
async function paid(changes) {
  const payment = await pay(changes);
  assert.equal(await app.deliver(payment.event), 200);
  return payment;
}

describe('opening a payment page', () => {
  test("a session's page is at Stripe, and repeating the request returns the same page", async () => {
    const session = newSession();
    const url = await app.open(session);
    assert.equal(await app.open(session), url);
    const [{ params }, ...others] = creations(session.id);
    assert.equal(others.length, 0);
    assert.equal(params.line_items[0].price_data.unit_amount, 12345);
    assert.equal(params.success_url, session.return_url);
    assert.deepEqual(params.metadata, params.payment_intent_data.metadata);
  });

  test("a statement's page names the statement, and nothing of a booking", async () => {
    const {
      booking: _,
      buyer: __,
      ...session
    } = newSession({ statement: { id: 7, number: 'ST-2027-000001' } });
    await app.open(session);
    const [{ params }] = creations(session.id);
    assert.equal(params.line_items[0].price_data.product_data.name, 'Statement ST-2027-000001');
    assert.equal(params.line_items[0].price_data.product_data.description, undefined);
    assert.equal(params.submit_type, 'pay');
    assert.equal(params.customer_email, undefined);
    assert.deepEqual(params.metadata, {
      platform_session: session.id,
      platform_team: TEAM,
      platform_statement: '7',
      platform_amount: '123.45',
    });
    assert.equal(params.payment_intent_data.description, 'Statement ST-2027-000001');
  });

  test('two requests at the same moment create one page', async () => {
    const session = newSession();
    const [one, other] = await Promise.all([app.open(session), app.open(session)]);
    assert.equal(one, other);
    assert.equal(creations(session.id).length, 1);
  });

  test('the idempotency key contains the amount', async () => {
    const session = newSession({ amount: '77.70' });
    await app.open(session);
    assert.match(creations(session.id)[0].idempotencyKey, /7770/);
  });

  for (const [amount, currency, code] of [
    ['0.49', 'EUR', 'too_small'],
    ['1000000.00', 'EUR', 'too_large'],
    ['92.005', 'KWD', 'not_exact'],
  ])
    test(`${currency} ${amount} is declined with 422 and ${code}`, async () => {
      const session = newSession({ amount, currency });
      const { status, body } = await app.call('/payment_sessions', { payment_session: session });
      assert.equal(status, 422);
      assert.equal(body.code, code);
      assert.match(body.message, /\.$/);
      assert.equal(creations(session.id).length, 0);
    });

  test("an amount below the account's own limit is declined with 422", async () => {
    const session = newSession({ amount: '0.10', currency: 'ZAR' });
    const { status, body } = await app.call('/payment_sessions', { payment_session: session });
    assert.deepEqual([status, body.code], [422, 'too_small']);
  });

  test('zero- and three-decimal amounts are charged exactly', async () => {
    for (const [amount, currency, units] of [
      ['12000', 'JPY', 12000],
      ['15000', 'ISK', 1500000],
      ['92.010', 'KWD', 92010],
      ['120000.00', 'MGA', 120000],
    ])
      assert.equal(stripe.sessionAt(await app.open(newSession({ amount, currency }))).amount_total, units);
  });

  test('a page for a hold that ends soon stays within what Stripe accepts, and closes with the hold', async () => {
    const session = newSession({ expires_at: new Date(Date.now() + 300).toISOString() });
    const url = await app.open(session);
    const { expires_at } = stripe.sessionAt(url);
    assert.ok(expires_at - Date.now() / 1000 > 30.5 * 60);
    await new Promise((awake) => setTimeout(awake, 350));
    await app.checkouts.closeEnded();
    assert.equal(stripe.sessionAt(url).status, 'expired');
    assert.deepEqual(platform.about(session.id), []);
  });

  test('a page for a hold of several days ends within a day', async () => {
    const url = await app.open(
      newSession({ expires_at: new Date(Date.now() + 3 * 86_400_000).toISOString() }),
    );
    assert.ok(stripe.sessionAt(url).expires_at <= Date.now() / 1000 + 86_400);
  });

  test('a guest whose page has expired at Stripe gets a new one', async () => {
    const session = newSession();
    const url = await app.open(session);
    assert.equal(await app.deliver(stripe.expire(url)), 200);
    const next = await app.open(session);
    assert.notEqual(next, url);
    assert.equal(stripe.sessionAt(next).status, 'open');
    assert.deepEqual(platform.about(session.id), []);
  });

  test('a guest who has already paid is sent back to the booking', async () => {
    const { session } = await pay();
    assert.equal(await app.open(session), session.return_url);
    assert.deepEqual(platform.about(session.id), ['paymentSessionResolve']);
  });

  test("while Stripe doesn't respond, the guest can choose another method", async () => {
    stripe.outage = 500;
    assert.equal((await app.call('/payment_sessions', { payment_session: newSession() })).status, 503);
  });

  test('a host without keys has no page', async () => {
    const before = platform.settings;
    platform.settings = { ...before, secret_key: null };
    await app.settingsChanged();
    assert.equal((await app.call('/payment_sessions', { payment_session: newSession() })).status, 503);
    platform.settings = before;
    await app.settingsChanged();
  });
});

describe('a session that ends on the platform', () => {
  for (const status of ['canceled', 'expired'])
    test(`payment_session.${status} closes the page at Stripe`, async () => {
      const session = newSession();
      const url = await app.open(session);
      assert.equal((await app.end(session.id, status)).status, 204);
      assert.equal(stripe.sessionAt(url).status, 'expired');
    });

  test('a page is not opened after its session ended', async () => {
    const session = newSession();
    await app.end(session.id);
    assert.equal((await app.call('/payment_sessions', { payment_session: session })).status, 409);
    assert.equal(creations(session.id).length, 0);
  });

  test('a payment that was faster than the end is reported', async () => {
    const { session } = await pay();
    assert.equal((await app.end(session.id)).status, 204);
    assert.deepEqual(platform.about(session.id), ['paymentSessionResolve']);
  });

  test("the end is repeated while Stripe doesn't respond", async () => {
    const session = newSession();
    const url = await app.open(session);
    stripe.outage = 500;
    assert.equal((await app.end(session.id)).status, 503);
    stripe.outage = null;
    assert.equal((await app.end(session.id)).status, 204);
    assert.equal(stripe.sessionAt(url).status, 'expired');
  });
});

describe("Stripe's events", () => {
  test('a payment is reported with its reference', async () => {
    const { session, reference } = await paid();
    const [report] = platform.reports.filter(({ id }) => id === session.id);
    assert.deepEqual(report, { mutation: 'paymentSessionResolve', id: session.id, reference });
  });

  test('a duplicate event does nothing', async () => {
    const { session, event } = await paid();
    assert.equal(await app.deliver(event), 200);
    assert.deepEqual(platform.about(session.id), ['paymentSessionResolve']);
  });

  test('the same event twice at the same time is reported once', async () => {
    const { session, event } = await pay();
    assert.deepEqual(await Promise.all([app.deliver(event), app.deliver(event)]), [200, 200]);
    assert.deepEqual(platform.about(session.id), ['paymentSessionResolve']);
  });

  test("an event finds its booking without the app's records", async () => {
    const { session, event } = await pay();
    delete app.store.records.checkouts[session.id];
    assert.equal(await app.deliver(event), 200);
    assert.deepEqual(platform.about(session.id), ['paymentSessionResolve']);
  });

  test('an event that arrives before the page is returned is reported', async () => {
    const session = newSession();
    let delivered;
    stripe.beforeAnswer = async (path) => {
      if (path !== '/v1/checkout/sessions' || delivered) return true;
      const [created] = [...stripe.sessions.values()].slice(-1);
      delivered = app.deliver(stripe.pay(created.url));
      return true;
    };
    await app.open(session);
    assert.equal(await delivered, 200);
    assert.deepEqual(platform.about(session.id), ['paymentSessionResolve']);
  });

  test('an event is sent again until the platform has accepted the report', async () => {
    const { session, event } = await pay();
    platform.down = 503;
    assert.equal(await app.deliver(event), 503);
    assert.equal(await app.deliver(event), 503);
    platform.down = null;
    assert.equal(await app.deliver(event), 200);
    assert.deepEqual(platform.about(session.id), ['paymentSessionResolve']);
  });

  test('a delayed payment is pending until it arrives', async () => {
    const session = newSession();
    const url = await app.open(session);
    const completed = stripe.payLater(url);
    assert.equal(await app.deliver(completed), 200);
    assert.deepEqual(platform.about(session.id), ['paymentSessionPending']);
    assert.equal(await app.deliver(stripe.arrive(url)), 200);
    assert.deepEqual(platform.about(session.id), ['paymentSessionPending', 'paymentSessionResolve']);
  });

  test('a delayed payment that fails is rejected', async () => {
    const session = newSession();
    const url = await app.open(session);
    await app.deliver(stripe.payLater(url));
    assert.equal(await app.deliver(stripe.bounce(url)), 200);
    assert.deepEqual(platform.about(session.id), ['paymentSessionPending', 'paymentSessionReject']);
  });

  test("events out of order report the payment's current state", async () => {
    const session = newSession();
    const url = await app.open(session);
    const completed = stripe.payLater(url);
    const arrived = stripe.arrive(url);
    assert.equal(await app.deliver(arrived), 200);
    assert.equal(await app.deliver(completed), 200);
    assert.ok(platform.about(session.id).every((mutation) => mutation === 'paymentSessionResolve'));
  });

  test('an event about a session that Stripe no longer has is taken at its word', async () => {
    const { session, event, url } = await pay();
    stripe.sessions.delete(stripe.sessionAt(url).id);
    assert.equal(await app.deliver(event), 200);
    assert.deepEqual(platform.about(session.id), ['paymentSessionResolve']);
  });

  test('3-D Secure that the guest abandons reports nothing, and the page closes with the hold', async () => {
    const session = newSession({ expires_at: new Date(Date.now() + 200).toISOString() });
    const url = await app.open(session);
    const failed = { ...(await pay()).event, id: 'evt_3ds', type: 'payment_intent.payment_failed' };
    assert.equal(await app.deliver(failed), 200);
    await new Promise((awake) => setTimeout(awake, 250));
    await app.checkouts.closeEnded();
    assert.deepEqual(platform.about(session.id), []);
    assert.equal(stripe.sessionAt(url).status, 'expired');
    assert.equal(await app.deliver(stripe.events.at(-1)), 200);
    assert.deepEqual(platform.about(session.id), []);
  });

  test('a payment that the platform refunds itself is not refunded twice', async () => {
    const { event, reference } = await pay();
    platform.refusal = 'BOOKING_RELEASED';
    assert.equal(await app.deliver(event), 200);
    assert.equal([...stripe.refunds.values()].filter((one) => one.payment_intent === reference).length, 0);
  });

  test('a payment for a session that the platform has closed for good is refunded', async () => {
    const { event, reference } = await pay();
    platform.refusal = 'INVALID_TRANSITION';
    assert.equal(await app.deliver(event), 200);
    const [refund] = [...stripe.refunds.values()].filter((one) => one.payment_intent === reference);
    assert.equal(refund.amount, 12345);
  });

  test('the second payment of one session is refunded, and the first stays', async () => {
    const { session, reference } = await paid();
    // After a crash that lost the records, the guest has a second page of the same session.
    const second = { ...stripe.sessionAt(`${stripe.url}/c/pay/${[...stripe.sessions.keys()].at(-1)}`) };
    Object.assign(second, { id: 'cs_second', status: 'open', url: `${stripe.url}/c/pay/cs_second` });
    stripe.sessions.set(second.id, second);
    const event = stripe.pay(second.url);
    assert.equal(await app.deliver(event), 200);
    const refunded = [...stripe.refunds.values()].map(({ payment_intent }) => payment_intent);
    assert.ok(refunded.includes(second.payment_intent));
    assert.ok(!refunded.includes(reference));
    assert.equal(platform.references.get(session.id), reference);
  });

  test("another team's sessions and other sales of the account are ignored", async () => {
    const { event } = await pay();
    const count = platform.reports.length;
    const object = { ...event.data.object, id: 'cs_elsewhere' };
    for (const metadata of [{}, { ...object.metadata, platform_team: 'hillside' }])
      assert.equal(
        await app.deliver({
          ...event,
          id: `evt_${JSON.stringify(metadata).length}`,
          data: { object: { ...object, metadata } },
        }),
        200,
      );
    assert.equal(platform.reports.length, count);
  });

  test('a wrong signature is refused with 400', async () => {
    const { event, session } = await pay();
    assert.equal(await app.deliver(event, { secret: 'whsec_wrong' }), 400);
    assert.deepEqual(platform.about(session.id), []);
  });

  test('an event that was signed more than five minutes ago is refused with 400', async () => {
    const { event } = await pay();
    assert.equal(await app.deliver(event, { timestamp: Math.floor(Date.now() / 1000) - 301 }), 400);
  });

  test('an event without a signature is refused with 400', async () => {
    const response = await fetch(`${app.origin}/stripe/webhooks/lakeside`, { method: 'POST', body: '{}' });
    assert.equal(response.status, 400);
  });

  test("an event for a team that isn't connected is refused with 404", async () => {
    const { event } = await pay();
    for (const team of ['hillside', 'constructor']) assert.equal(await app.deliver(event, { team }), 404);
  });
});

describe('keys that change', () => {
  test("a new secret key applies even before the platform's webhook about it", async () => {
    await app.open(newSession());
    stripe.keys = ['sk_test_52rotated'];
    platform.settings = { ...platform.settings, secret_key: 'sk_test_52rotated' };
    assert.match(await app.open(newSession()), /\/c\/pay\//);
  });

  test("a new signing secret applies even before the platform's webhook about it", async () => {
    const secret = 'whsec_rotated1234567';
    // Wrong signatures have the settings read again at most once a second.
    await new Promise((awake) => setTimeout(awake, 1_001));
    platform.settings = { ...platform.settings, webhook_secret: secret };
    const { event, session } = await pay();
    assert.equal(await app.deliver(event, { secret }), 200);
    assert.deepEqual(platform.about(session.id), ['paymentSessionResolve']);
    assert.equal(await app.deliver((await pay()).event), 400);
    platform.settings = { ...platform.settings, webhook_secret: STRIPE_SECRET };
    await app.settingsChanged();
    assert.equal(await app.deliver((await pay()).event), 200);
  });
});

describe('refunds', () => {
  test('partial refunds are made once each and reported', async () => {
    const { session, reference } = await paid();
    const first = newRefund(session, reference, { amount: '100.00' });
    const second = newRefund(session, reference, { amount: '23.45' });
    for (const refund of [first, first, second]) assert.equal((await app.refund(refund)).status, 202);
    const made = [...stripe.refunds.values()].filter((one) => one.payment_intent === reference);
    assert.deepEqual(
      made.map(({ amount }) => amount),
      [10000, 2345],
    );
    assert.deepEqual(platform.about(second.id), ['refundSessionResolve']);
    assert.match(posted('/v1/refunds').at(-1).idempotencyKey, /2345/);
  });

  test('a refund is made once even after Stripe dropped its idempotency key', async () => {
    const { session, reference } = await paid();
    const refund = newRefund(session, reference);
    platform.down = 503;
    // The refund is made, but the platform doesn't receive the report.
    assert.equal((await app.refund(refund)).status, 503);
    platform.down = null;
    assert.equal((await app.refund(refund)).status, 202);
    assert.equal([...stripe.refunds.values()].filter((one) => one.payment_intent === reference).length, 1);
    assert.deepEqual(platform.about(refund.id), ['refundSessionResolve']);
  });

  test('a pending refund is reported only once it succeeds', async () => {
    const { session, reference } = await paid();
    stripe.refundStatus = 'pending';
    const refund = newRefund(session, reference);
    assert.equal((await app.refund(refund)).status, 202);
    assert.deepEqual(platform.about(refund.id), []);
    const [made] = [...stripe.refunds.values()].slice(-1);
    assert.equal(await app.deliver(stripe.moveRefund(made.id, 'succeeded')), 200);
    assert.deepEqual(platform.about(refund.id), ['refundSessionResolve']);
  });

  test('a refund that fails a day later is reported as failed, with the reason', async () => {
    const { session, reference } = await paid();
    stripe.refundStatus = 'pending';
    const refund = newRefund(session, reference);
    await app.refund(refund);
    const [made] = [...stripe.refunds.values()].slice(-1);
    assert.equal(await app.deliver(stripe.moveRefund(made.id, 'failed')), 200);
    const [report] = platform.reports.filter(({ id }) => id === refund.id);
    assert.equal(report.mutation, 'refundSessionFail');
    assert.equal(report.reason.message, "Stripe couldn't make the refund: lost or stolen card.");
  });

  test('a refund that fails after it succeeded is reported as failed', async () => {
    const { session, reference } = await paid();
    const refund = newRefund(session, reference);
    await app.refund(refund);
    const [made] = [...stripe.refunds.values()].slice(-1);
    assert.equal(await app.deliver(stripe.moveRefund(made.id, 'failed')), 200);
    assert.deepEqual(platform.about(refund.id), ['refundSessionResolve', 'refundSessionFail']);
  });

  test('a refund that Stripe refuses is rejected', async () => {
    const { session, reference } = await paid();
    await app.refund(newRefund(session, reference));
    const again = newRefund(session, reference);
    assert.equal((await app.refund(again)).status, 202);
    const [report] = platform.reports.filter(({ id }) => id === again.id);
    assert.equal(report.reason.code, 'charge_already_refunded');
  });

  test("a refund is requested again while Stripe doesn't respond", async () => {
    const { session, reference } = await paid();
    const refund = newRefund(session, reference);
    stripe.outage = 500;
    assert.equal((await app.refund(refund)).status, 503);
    stripe.outage = null;
    assert.equal((await app.refund(refund)).status, 202);
    assert.deepEqual(platform.about(refund.id), ['refundSessionResolve']);
  });

  test('a refund in a three-decimal currency is converted like the payment', async () => {
    const { session, reference } = await paid({ amount: '92.010', currency: 'KWD' });
    await app.refund(newRefund(session, reference, { amount: '2.010' }));
    assert.equal([...stripe.refunds.values()].at(-1).amount, 2010);
    const inexact = newRefund(session, reference, { amount: '2.005' });
    await app.refund(inexact);
    assert.deepEqual(platform.about(inexact.id), ['refundSessionReject']);
  });

  test("a refund from Stripe's dashboard is entered in the folio", async () => {
    const { session, reference } = await paid({ amount: '15000', currency: 'ISK' });
    const { id } = stripe.addRefund(reference, { amount: 500_000 });
    assert.equal(await app.deliver(stripe.events.at(-1)), 200);
    const { mutation, ...input } = platform.reports.at(-1);
    assert.equal(mutation, 'folioRefundRecord');
    assert.deepEqual(input, {
      bookingId: '1',
      amount: 5_000,
      paymentSessionId: session.id,
      reference: id,
    });
  });

  test("a refund of a statement's payment from Stripe's dashboard is reported, and its failure", async () => {
    const { session, reference } = await paid({ ...OF_STATEMENT, amount: '15000', currency: 'ISK' });
    const { id } = stripe.addRefund(reference, { amount: 500_000 });
    assert.equal(await app.deliver(stripe.events.at(-1)), 200);
    const refunded = {
      mutation: 'statementReversalReport',
      paymentSessionId: session.id,
      reference: id,
      amount: 5_000,
      status: 'refunded',
    };
    assert.deepEqual(platform.reports.at(-1), refunded);
    assert.equal(await app.deliver(stripe.moveRefund(id, 'failed')), 200);
    assert.deepEqual(platform.reports.at(-1), { ...refunded, status: 'refund_failed' });
  });

  test("a refund from Stripe's dashboard that fails later is reported as failed", async () => {
    const { session, reference } = await paid();
    const { id } = stripe.addRefund(reference, { amount: 500 });
    assert.equal(await app.deliver(stripe.events.at(-1)), 200);
    assert.equal(await app.deliver(stripe.moveRefund(id, 'failed')), 200);
    assert.deepEqual(platform.reports.at(-1), {
      mutation: 'folioRefundFail',
      paymentSessionId: session.id,
      reference: id,
      reason: "Stripe couldn't make the refund: lost or stolen card.",
    });
  });
});

describe('disputes', () => {
  test('a dispute is reported when it opens and when it ends', async () => {
    const { session, reference } = await paid();
    const opened = stripe.dispute(reference, 'needs_response');
    const { id } = opened.data.object;
    assert.equal(await app.deliver(opened), 200);
    assert.equal(await app.deliver(stripe.dispute(reference, 'lost', id)), 200);
    const reports = platform.reports.filter(({ mutation }) => mutation === 'paymentDisputeReport').slice(-2);
    assert.deepEqual(
      reports.map(({ paymentSessionId, amount, status, reference: of }) => [
        paymentSessionId,
        amount,
        status,
        of,
      ]),
      [
        [session.id, 12345, 'open', id],
        [session.id, 12345, 'lost', id],
      ],
    );
  });

  test("a dispute of a statement's payment is reported as such", async () => {
    const { session, reference } = await paid(OF_STATEMENT);
    const opened = stripe.dispute(reference, 'needs_response');
    const { id } = opened.data.object;
    assert.equal(await app.deliver(opened), 200);
    assert.equal(await app.deliver(stripe.dispute(reference, 'won', id)), 200);
    const reports = platform.reports.filter(({ reference: of }) => of === id);
    assert.deepEqual(
      reports.map(({ mutation, paymentSessionId, amount, status }) => [
        mutation,
        paymentSessionId,
        amount,
        status,
      ]),
      [
        ['statementReversalReport', session.id, 12345, 'disputed'],
        ['statementReversalReport', session.id, 12345, 'dispute_won'],
      ],
    );
  });

  test("a dispute of a statement's payment that the platform doesn't have isn't reported", async () => {
    const { reference } = await pay(OF_STATEMENT);
    const count = platform.reports.length;
    assert.equal(await app.deliver(stripe.dispute(reference, 'needs_response')), 200);
    assert.equal(platform.reports.length, count);
  });

  test('an inquiry is not a dispute', async () => {
    const { reference } = await paid();
    const count = platform.reports.length;
    assert.equal(await app.deliver(stripe.dispute(reference, 'warning_needs_response')), 200);
    assert.equal(platform.reports.length, count);
  });
});

describe('crashes', () => {
  /** Runs with an app whose records survive in a file. */
  async function withFile(run) {
    const folder = await mkdtemp(join(tmpdir(), 'stripe-app-'));
    const apps = [];
    try {
      await run(async () => {
        const started = await startApp(platform, stripe, join(folder, 'stripe.json'));
        apps.push(started);
        return started;
      });
    } finally {
      for (const each of apps) await each.close();
      await rm(folder, { recursive: true, force: true });
    }
  }

  test("a crash between Stripe's answer and ours leaves one page", () =>
    withFile(async (start) => {
      const session = newSession();
      const first = await start();
      stripe.beforeAnswer = (path) => path !== '/v1/checkout/sessions';
      assert.equal((await first.call('/payment_sessions', { payment_session: session })).status, 503);
      await first.close();
      stripe.beforeAnswer = () => true;
      const second = await start();
      const url = await second.open(session);
      assert.equal(stripe.sessionAt(url).status, 'open');
      const made = [...stripe.sessions.values()].filter((one) => one.client_reference_id === session.id);
      assert.equal(made.length, 1);
    }));

  test('a payment made while the app was down is reported when it starts', () =>
    withFile(async (start) => {
      const session = newSession();
      const first = await start();
      const url = await first.open(session);
      await first.close();
      const event = stripe.pay(url);
      const second = await start();
      await second.checkouts.catchUp();
      assert.deepEqual(platform.about(session.id), ['paymentSessionResolve']);
      // The event, which Stripe sends again an hour later, changes nothing.
      assert.equal(await second.deliver(event), 200);
      assert.equal(platform.references.get(session.id), stripe.sessionAt(url).payment_intent);
    }));

  test('an event handled before a restart is not handled again', () =>
    withFile(async (start) => {
      const session = newSession();
      const first = await start();
      const event = stripe.pay(await first.open(session));
      assert.equal(await first.deliver(event), 200);
      await first.close();
      const second = await start();
      assert.equal(await second.deliver(event), 200);
      assert.deepEqual(platform.about(session.id), ['paymentSessionResolve']);
    }));
});
