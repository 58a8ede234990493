import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { FILLED_IN, newRefund, newSession, startApp, startPlatform, until } from './support.js';

let platform;
let app;
before(async () => {
  platform = await startPlatform();
  app = await startApp(platform);
});
after(async () => {
  await app.close();
  await platform.close();
});
afterEach(() => {
  platform.told.length = 0;
  platform.userErrors = [];
  platform.down = false;
});

describe('a payment session', () => {
  test('a signed session gets a page, and the same page when repeated', async () => {
    const session = newSession();
    const url = await app.open(session);
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/pay\/ch_[0-9a-f-]{36}$/);
    assert.equal(await app.open(session), url);
    assert.notEqual(await app.open(newSession()), url);
    const text = await (await fetch(url)).text();
    assert.match(text, /<h1>EUR 123\.45<\/h1>/);
    assert.match(text, /Booking BK-7Q4M2XAB/);
  });

  const now = () => Math.floor(Date.now() / 1000);
  for (const [what, how] of [
    ['with another secret', () => ({ secret: 'whsec_other' })],
    ['ten minutes ago', () => ({ timestamp: now() - 600 })],
  ]) {
    test(`a session signed ${what} is refused`, async () => {
      const answer = await app.call('/payment_sessions', { payment_session: newSession() }, how());
      assert.equal(answer.status, 401);
    });
  }

  test("the page shows a guest's input as text, never as markup", async () => {
    const buyer = { ...newSession().buyer, first_name: '<script>alert(1)</script>' };
    const text = await (await fetch(await app.open(newSession({ buyer })))).text();
    assert.match(text, /&lt;script&gt;/);
    assert.doesNotMatch(text, /<script/);
  });

  test('an unopened session has no page', async () => {
    const url = await app.open(newSession());
    assert.equal((await fetch(url.replace(/ch_.*/, 'ch_unknown'))).status, 404);
    assert.equal((await fetch(url.replace(/ch_.*/, 'constructor'))).status, 404);
    assert.equal((await app.decide(url, 'nonsense')).status, 400);
  });
});

describe('settings of the host', () => {
  after(() => app.fillIn(FILLED_IN));
  const answer = async () => {
    const response = await app.call('/payment_sessions', { payment_session: newSession() });
    return [response.status, await response.json()];
  };

  test('missing settings leave no way to pay', async () => {
    assert.equal(await app.fillIn({ api_key: null }), 204);
    const error = 'The host has yet to fill in account number and key.';
    assert.deepEqual(await answer(), [503, { error }]);
  });

  test("settings that don't match each other are refused", async () => {
    await app.fillIn({ api_key: 'sk_9999_abcd1234' });
    assert.deepEqual(await answer(), [503, { error: 'The key does not belong to the account.' }]);
  });

  test('changed settings apply as soon as the app receives them', async () => {
    await app.fillIn({ account: 'TB-7777', api_key: 'sk_7777_abcd1234' });
    const text = await (await fetch(await app.open(newSession()))).text();
    assert.match(text, /account TB-7777/);
  });

  test('a setting limits how long a bank transfer can take', async () => {
    await app.fillIn({ ...FILLED_IN, transfer_hours: '2' });
    await app.decide(await app.open(newSession()), 'pend');
    const hours = (new Date(platform.told[0].until) - Date.now()) / 3_600_000;
    assert.ok(hours > 1.9 && hours <= 2, `${hours}`);
  });

  test('settings in a forged webhook change nothing', async () => {
    const forged = { event_id: 'x', topic: 'app.settings_changed', team: 'lakeside', resource: {} };
    assert.equal((await app.call('/webhooks', forged, { secret: 'whsec_other' })).status, 401);
  });
});

describe('a host from the app store', () => {
  const CODE = 'platform_store_abc';
  const grant = (name) => {
    platform.granted = { access_token: `platform_app_${name}`, webhook_secret: `whsec_${name}` };
  };

  test('a host who installs the app from the store takes payments with the tokens from the code', async () => {
    platform.team = 'harbour';
    const session = newSession({ team: 'harbour' });
    assert.equal((await app.call('/payment_sessions', { payment_session: session })).status, 401);
    grant('harbour');
    const { status, text } = await app.arrive({ code: CODE, iss: platform.url });
    assert.equal(status, 200);
    assert.match(text, /Connected: guests of harbour can pay with Test Bank now\./);
    assert.deepEqual(platform.exchanged, {
      grant_type: 'authorization_code',
      client_id: 'client',
      client_secret: 'platform_secret_test',
      redirect_uri: `${app.origin}/oauth/callback`,
      code: CODE,
    });
    const url = await app.open(session, { secret: 'whsec_harbour' });
    await app.decide(url, 'approve');
    assert.equal(platform.told[0].id, session.id);
    assert.equal(platform.token, 'platform_app_harbour');
    const refund = newRefund(session, { team: 'harbour', reference: url.split('/').at(-1), amount: '1.00' });
    await app.call('/refund_sessions', { refund_session: refund }, { secret: 'whsec_harbour' });
    await until(() => platform.told.at(-1).id === refund.id);
    assert.equal(platform.token, 'platform_app_harbour');
    await app.pay(newSession());
    assert.equal(platform.token, 'platform_app_test', 'each team has its own token');
  });

  test('a host who connects the app again replaces its token', async () => {
    platform.team = 'lodge';
    for (const name of ['first', 'second']) {
      grant(name);
      assert.equal((await app.arrive({ code: CODE })).status, 200);
    }
    const session = newSession({ team: 'lodge' });
    await app.decide(await app.open(session, { secret: 'whsec_second' }), 'approve');
    assert.equal(platform.token, 'platform_app_second');
  });

  test("a code that isn't from the store, or was already used, connects nothing", async () => {
    platform.exchanged = null;
    for (const query of [{ code: 'abc' }, { code: CODE, state: 'x' }, {}]) {
      assert.equal((await app.arrive(query)).status, 400);
    }
    assert.equal(platform.exchanged, null);
    const { status, text } = await app.arrive({ code: CODE });
    assert.equal(status, 502);
    assert.match(text, /invalid_grant/);
  });
});

describe('the guest', () => {
  test('an approved payment is reported once', async () => {
    const session = newSession();
    const url = await app.open(session);
    const answer = await app.decide(url, 'approve');
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get('location'), session.return_url);
    const reference = url.split('/').at(-1);
    assert.deepEqual(platform.told, [{ mutation: 'paymentSessionResolve', id: session.id, reference }]);
    await app.decide(url, 'approve');
    await app.decide(url, 'decline');
    assert.equal(platform.told.length, 1, 'what is paid stays paid');
  });

  test('a guest who declines returns to choose again', async () => {
    const session = newSession();
    const answer = await app.decide(await app.open(session), 'decline');
    assert.equal(answer.headers.get('location'), session.cancel_url);
    const reason = { code: 'card_declined', message: 'The card was declined.' };
    assert.deepEqual(platform.told, [{ mutation: 'paymentSessionReject', id: session.id, reason }]);
  });

  test('a bank transfer is pending until the bank decides', async () => {
    const session = newSession();
    const url = await app.open(session);
    const answer = await app.decide(url, 'pend');
    assert.equal(answer.headers.get('location'), session.return_url);
    const [{ until: pendingUntil, ...told }] = platform.told;
    const reason = 'Your bank transfer is on its way: it may take a day.';
    assert.deepEqual(told, { mutation: 'paymentSessionPending', id: session.id, reason });
    assert.ok(new Date(pendingUntil) > new Date(Date.now() + 23 * 3_600_000));
    await app.decide(url, 'approve');
    assert.equal(platform.told[1].mutation, 'paymentSessionResolve');
  });

  test('an unanswered charge sends the guest back without a report to the platform', async () => {
    const session = newSession();
    const answer = await app.decide(await app.open(session), 'silence');
    assert.equal(answer.headers.get('location'), session.return_url);
    assert.deepEqual(platform.told, []);
  });
});

describe('the platform', () => {
  test("a payment made while the platform is down is reported once it's back", async () => {
    const session = newSession();
    const url = await app.open(session);
    platform.down = true;
    const answer = await app.decide(url, 'approve');
    assert.equal(answer.status, 303, 'the guest does not wait for it');
    platform.down = false;
    await until(() => platform.told.some(({ id }) => id === session.id));
  });

  test("the app reports payments that an earlier run couldn't report", async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'payment-app-'));
    const file = join(folder, 'payments.json');
    const first = await startApp(platform, file);
    const session = newSession();
    const url = await first.open(session);
    platform.down = true;
    await first.decide(url, 'approve');
    await first.close();
    platform.down = false;
    const second = await startApp(platform, file);
    t.after(async () => {
      await second.close();
      await rm(folder, { recursive: true });
    });
    await until(() => platform.told.some(({ id }) => id === session.id));
  });

  test("a refused report isn't sent again", async () => {
    platform.userErrors = [{ field: ['id'], message: 'The booking was released.', code: 'BOOKING_RELEASED' }];
    await app.decide(await app.open(newSession()), 'approve');
    await new Promise((awake) => setTimeout(awake, 200));
    assert.equal(platform.told.length, 1);
  });
});

describe('a refund', () => {
  const ask = (refund) => app.call('/refund_sessions', { refund_session: refund });
  const last = () => platform.told.at(-1);

  test('a payment can be refunded in parts up to its amount', async () => {
    const session = newSession();
    const reference = await app.pay(session);
    for (const amount of ['100.00', '23.45']) {
      const refund = newRefund(session, { reference, amount });
      assert.equal((await ask(refund)).status, 202);
      await until(() => last().id === refund.id);
      assert.equal(last().mutation, 'refundSessionResolve');
      assert.match(last().reference, /^re_/);
    }
    const more = newRefund(session, { reference, amount: '0.01' });
    await ask(more);
    await until(() => last().id === more.id);
    assert.equal(last().mutation, 'refundSessionReject');
    assert.deepEqual(last().reason, {
      code: 'refund_failed',
      message: 'More than the rest of this charge.',
    });
  });

  test('a refund requested twice is made once', async () => {
    const session = newSession();
    const refund = newRefund(session, { reference: await app.pay(session), amount: '100.00' });
    await ask(refund);
    await ask(refund);
    await until(() => last().id === refund.id);
    assert.equal(platform.told.filter(({ id }) => id === refund.id).length, 1);
  });

  test('a refund of an unknown payment is refused', async () => {
    const refund = newRefund(newSession(), { reference: 'ch_other', amount: '1.00' });
    assert.equal((await ask(refund)).status, 202);
    await until(() => last()?.id === refund.id);
    assert.equal(last().mutation, 'refundSessionReject');
  });
});
