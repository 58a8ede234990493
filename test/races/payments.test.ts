import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storefrontHttp } from '../support/agent.ts';
import type { AppBehaviour } from '../support/app.ts';
import { recordJobs } from '../support/booked-jobs.ts';
import { ask } from '../support/developer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { FORM, openPaymentWorld, type PaymentWorld, type Placed } from '../support/payment-world.ts';
import { type Chance, seededTest, tries } from '../support/seeded.ts';
import { eventually } from '../support/task-world.ts';
import { startTwoServers, type TwoServers } from '../support/two-servers.ts';

let servers: TwoServers;
let world: PaymentWorld;
beforeAll(async () => {
  const settings = { SWEEP_INTERVAL: 'PT0.2S' };
  servers = await startTwoServers(settings);
  await recordJobs(servers.platform.database);
  world = await openPaymentWorld(settings, {}, servers.platform);
});
afterAll(async () => {
  await world.close();
  await servers.close();
});

const RESOLVE = `mutation($id: ID!) { done: paymentSessionResolve(id: $id, reference: "pi_race") {
  paymentSession { status } userErrors { code } } }`;

interface Resolved {
  readonly paymentSession: { readonly status: string } | null;
  readonly userErrors: readonly { readonly code: string }[];
}

/** Resolves like the app: over either process's developer API, waiting when throttled. */
async function resolve(id: string, process: number): Promise<Resolved> {
  for (;;) {
    const answer = await request(`${servers.addresses[process % 2]}/developer/api/2026-01/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.app.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: RESOLVE, variables: { id } }),
    });
    const { data, errors } = (await answer.body.json()) as {
      data?: { done: Resolved };
      errors?: readonly { extensions: { code: string } }[];
    };
    if (data?.done) return data.done;
    if (errors?.[0]?.extensions.code !== 'THROTTLED') throw new Error(JSON.stringify(errors));
    await sleep(1_000);
  }
}

const confirmations = async ({ bookingId }: Placed) =>
  (
    await world.platform.database.query(
      `SELECT FROM booked_jobs WHERE name = 'booking.confirmed/apps' AND data->>'bookingId' = $1`,
      [String(bookingId)],
    )
  ).length;

test('50 concurrent resolves on two processes pay for a booking only once', async () => {
  const booking = await world.place();
  const id = await world.open(booking);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => resolve(id, i)));
  for (const answer of answers) {
    expect(answer).toEqual({ paymentSession: { status: 'RESOLVED' }, userErrors: [] });
  }
  const [row] = await world.platform.database.query<{ status: string; version: number }>(
    'SELECT status, version FROM checkout.bookings WHERE id = $1',
    [booking.bookingId],
  );
  expect(row).toEqual({ status: 'confirmed', version: 2 });
  expect(await confirmations(booking)).toBe(1);
});

interface Outcome {
  readonly id: string;
  readonly session: string;
  readonly settlement: string | null;
  readonly booking: string;
  readonly refunds: number;
}

/** Final states of these bookings' sessions. */
const outcomes = (bookings: readonly Placed[]) =>
  world.platform.database.query<Outcome>(
    `SELECT s.id, s.status AS session, s.settlement, b.status AS booking,
       (SELECT count(*)::int FROM payments.refund r WHERE r.session_id = s.id AND r.amount = s.amount) AS refunds
     FROM payments.session s JOIN checkout.bookings b ON b.id = s.booking_id WHERE b.id = ANY ($1::int[])`,
    [bookings.map(({ bookingId }) => bookingId)],
  );

seededTest(
  'a resolve that races the sweep, and others for the only unit, confirms or opens a refund: never neither, never both',
  async (chance) => {
    const count = tries(100);
    const bookings: Placed[] = [];
    const sessions = new Map<number, string>();
    for (let i = 0; i < count; i++) {
      const booking = await world.place({ unitType: 3, nights: 1 });
      sessions.set(booking.bookingId, await world.open(booking));
      bookings.push(booking);
    }
    for (let wave = 0; wave < bookings.length; wave += 25) {
      await Promise.all(
        bookings.slice(wave, wave + 25).map((booking, i) => raceOne(booking, sessions, i, chance)),
      );
    }
    await eventually(
      () => outcomes(bookings),
      (seen) => seen.every(({ settlement }) => settlement !== null),
    );
    const ended = await outcomes(bookings);
    expect(ended).toHaveLength(count);
    const wrong = ended.filter(
      ({ session, settlement, booking, refunds }) =>
        session !== 'RESOLVED' ||
        (settlement === 'confirmed' ? booking !== 'confirmed' || refunds !== 0 : refunds !== 1),
    );
    expect(wrong).toEqual([]);
    const kinds = new Set(ended.map(({ settlement }) => settlement));
    expect(kinds, 'both ends of the race were seen').toEqual(new Set(['confirmed', 'booking_released']));
    for (const booking of bookings) expect(await confirmations(booking)).toBeLessThanOrEqual(1);
    await eventually(
      () => brokenInvariants(world.platform.database),
      (broken) => Object.keys(broken).length === 0,
    );
  },
  600_000,
);

/**
 * The hold is about to end; the payment arrives at about the same time, twice; another guest wants the same
 * night.
 */
async function raceOne(
  booking: Placed,
  sessions: ReadonlyMap<number, string>,
  i: number,
  chance: Chance,
): Promise<void> {
  const id = sessions.get(booking.bookingId) ?? '';
  await world.platform.database.query(
    `UPDATE checkout.bookings SET hold_expires_at = now() + $2 * interval '1 millisecond' WHERE id = $1`,
    // Some payments always arrive in time, even on a slow machine.
    [booking.bookingId, i % 10 === 0 ? 600_000 : chance.below(300)],
  );
  let paid = false;
  const compete = async () => {
    while (!paid && (await world.placeAgain(booking)) === null) await sleep(chance.below(150));
  };
  const competing = i % 2 ? compete() : undefined;
  const pay = async () => {
    // Some payments always find the night taken, even if the sweep is late.
    await (i % 10 === 1 ? competing : sleep(chance.below(900)));
    return resolve(id, i);
  };
  const payments = Promise.all([pay(), pay()]).finally(() => {
    paid = true;
  });
  await Promise.all([payments, competing]);
}

interface Update {
  readonly booking: { readonly status: string; readonly total: number } | null;
  readonly userErrors: readonly { readonly code: string }[];
}

/** Changes a booking's length as its host. */
async function restay({ bookingId, item }: Placed, nights: number): Promise<Update> {
  const [, , checkIn] = item.split(':');
  const checkOut = Temporal.PlainDate.from(checkIn ?? '').add({ days: nights });
  const text = `mutation($input: BookingUpdateInput!) {
    done: bookingUpdate(input: $input) { booking { status total } userErrors { code } } }`;
  const input = { id: String(bookingId), checkOut: checkOut.toString() };
  return (await ask<{ done: Update }>(world.platform, world.developer.host, text, { input })).done;
}

/**
 * Order of payment and repricing for a wave's first bookings, so that both ends of the race occur; the others
 * race.
 */
const ORDERS = ['paid first', 'repriced first'];

seededTest(
  'a change of price that races opening and paying never confirms a booking for less than it costs',
  async (chance) => {
    const count = tries(24);
    const bookings: Placed[] = [];
    for (let i = 0; i < count; i++) bookings.push(await world.place({ unitType: 8, nights: 4 }));
    const seen = new Set<string>();
    for (let wave = 0; wave < count; wave += 6) {
      await Promise.all(bookings.slice(wave, wave + 6).map((booking, i) => repriceOne(booking, ORDERS[i])));
    }
    expect(seen, 'both ends of the race were seen').toEqual(new Set(['confirmed', 'amount_too_low']));

    async function repriceOne(booking: Placed, order = 'together'): Promise<void> {
      await restay(booking, 2);
      const early = await world.open(booking);
      const pay = () => resolve(early, chance.below(2));
      if (order === 'paid first') await pay();
      const repriced = restay(booking, order === 'repriced first' ? 4 : 1 + chance.below(4));
      if (order === 'repriced first') await repriced.then(pay);
      const [update] = await Promise.all([
        repriced,
        order === 'together' ? sleep(chance.below(40)).then(pay) : undefined,
        sleep(chance.below(40)).then(() => world.choose(booking)),
      ]);
      await eventually(
        () => outcomes([booking]),
        (ended) => ended.find(({ id }) => id === early)?.settlement !== null,
      );
      const sessions = await world.platform.database.query<{
        id: string;
        settlement: string;
        amount: number;
      }>('SELECT id, settlement, amount::float8 AS amount FROM payments.session WHERE booking_id = $1', [
        booking.bookingId,
      ]);
      const paid = sessions.find(({ id }) => id === early);
      seen.add(paid?.settlement ?? '');
      // The response was read after the change was written: if the booking was held then, only that price can
      // confirm it.
      if (update.booking?.status === 'held' && paid?.settlement === 'confirmed')
        expect(paid.amount).toBeGreaterThanOrEqual(update.booking.total);
      await eventually(
        () => staleSessions(booking),
        (stale) => stale.length === 0,
      );
    }
  },
  240_000,
);

/** A booking's open sessions with an outdated price. */
const staleSessions = ({ bookingId }: Placed) =>
  world.platform.database.query(
    `SELECT s.id, s.amount, b.total FROM payments.session s JOIN checkout.bookings b ON b.id = s.booking_id
     WHERE b.id = $1 AND b.status = 'held' AND s.status IN ('INITIATED', 'REDIRECTED', 'PENDING') AND s.amount <> b.total`,
    [bookingId],
  );

/** Possible mistakes by an app's server. */
const json =
  (body: unknown, status = 200): AppBehaviour =>
  (_call, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const text =
  (body: string, status = 200): AppBehaviour =>
  (_call, response) =>
    response.writeHead(status).end(body);
const url = (redirect_url: unknown) => json({ redirect_url });
const cut = (response: ServerResponse) => response.destroy();

const BAD_ANSWERS: Readonly<Record<string, AppBehaviour>> = {
  'an empty body': text(''),
  'no content': text('', 204),
  HTML: text('<html>'),
  'broken JSON': text('{"redirect_url": "https://pay.example'),
  'a bare string': json('https://pay.example/'),
  null: json(null),
  'a list': json([{ redirect_url: 'https://pay.example/' }]),
  'another key': json({ redirectUrl: 'https://pay.example/' }),
  'a null address': url(null),
  'a number': url(42),
  'an empty address': url(''),
  'a path': url('/pay'),
  'two slashes': url('//pay.example/'),
  http: url('http://pay.example/'),
  'a private address': url('http://192.168.0.1/'),
  'a name that only begins like this machine': url('http://localhost.example/'),
  'a script': url('javascript:alert(1)'),
  data: url('data:text/html,pay'),
  'a file': url('file:///etc/passwd'),
  credentials: url('https://bank.example:pass@pay.example/'),
  'a line break': url('https://pay.example/\r\nlocation: https://evil.example'),
  spaces: url('https://pay.example/ page'),
  'an address of 3,000 characters': url(`https://pay.example/${'a'.repeat(3_000)}`),
  '300 KB': json({ redirect_url: 'https://pay.example/', padding: 'x'.repeat(300_000) }),
  '400': json({ redirect_url: 'https://pay.example/' }, 400),
  '500': json({ redirect_url: 'https://pay.example/' }, 500),
  'a redirect elsewhere': (_call, response) =>
    response.writeHead(302, { location: 'https://pay.example/' }).end(),
  'a cut connection': (_call, response) => cut(response),
  'a cut body': (_call, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"redirect_url"');
    setTimeout(() => cut(response), 50);
  },
  silence: () => {},
  'a drip': (_call, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 500);
    response.on('close', () => clearInterval(drip));
  },
};

test('no booking is lost if an app returns invalid responses', async () => {
  const kinds = Object.entries(BAD_ANSWERS);
  expect(kinds.length).toBeGreaterThanOrEqual(30);
  const bookings: Placed[] = [];
  for (const _kind of kinds) bookings.push(await world.place({ unitType: 8 }));
  const behaviours = new Map(bookings.map(({ reference }, i) => [reference, kinds[i]?.[1]]));
  world.server.behave((call, response) =>
    behaviours.get(call.body.payment_session.booking.reference)?.(call, response),
  );
  const hosts = servers.addresses.map((address) =>
    storefrontHttp(address, `lakeside.localhost:${new URL(address).port}`),
  );
  const method = new URLSearchParams({ method: `app:${world.app.slug}` }).toString();
  const choose = ({ path }: Placed, i: number) => hosts[i % 2]?.send('POST', path, FORM, method);
  const answers = await Promise.all(bookings.map(choose));
  await Promise.all(hosts.map((host) => host.close()));
  for (const [i, answer] of answers.entries()) {
    if (!answer) throw new Error('No one was asked.');
    const { status, headers, text } = answer;
    const kind = kinds[i]?.[0];
    expect(status, kind).toBe(200);
    expect(headers.location, kind).toBeUndefined();
    expect(text, kind).toContain('This payment method isn&#39;t available right now.');
    expect(text, kind).toContain('data-payment-status="awaiting_payment"');
    expect(text, kind).toContain(`value="app:${world.app.slug}"`);
  }
  const held = await world.platform.database.query(
    `SELECT id::float8 FROM checkout.bookings WHERE status = 'held' AND id = ANY ($1::int[])`,
    [bookings.map(({ bookingId }) => bookingId)],
  );
  expect(held).toHaveLength(kinds.length);

  world.server.behave();
  const [first] = bookings;
  if (!first) throw new Error('Nothing was booked.');
  expect(await resolve(await world.open(first), 0)).toMatchObject({ userErrors: [] });
  expect(await world.orderStatus(first)).toBe('paid');
}, 120_000);

/** Chooses a built-in method at either process. */
const chooseAt = async (process: number, { path }: Placed, kind: string): Promise<void> => {
  const { statusCode, body } = await request(`${servers.addresses[process % 2]}${path}`, {
    method: 'POST',
    headers: { ...FORM, host: 'lakeside.localhost' },
    body: new URLSearchParams({ method: `platform:${kind}` }).toString(),
  });
  await body.dump();
  expect([200, 303]).toContain(statusCode);
};

seededTest(
  'built-in methods that race an app, the host and the sweep confirm a booking once or leave it released',
  async (chance) => {
    const { database } = world.platform;
    await database.query(
      `INSERT INTO payments.method (storefront_id, team_id, kind, enabled, effect, hold_hours, updated_at)
       SELECT id, team_id, kind, true, effect, 1, now() FROM catalog.storefront,
         (VALUES ('pay_at_property', 'confirm'), ('bank_transfer', 'extend_hold')) AS given (kind, effect)
       WHERE domain = 'lakeside.localhost' ON CONFLICT DO NOTHING`,
    );
    const bookings: Placed[] = [];
    for (let i = 0; i < tries(24); i++) bookings.push(await world.place({ unitType: 8, nights: 1 }));
    const marks = `mutation($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }`;
    for (let wave = 0; wave < bookings.length; wave += 6) {
      await Promise.all(
        bookings.slice(wave, wave + 6).map(async (booking, i) => {
          const session = await world.open(booking);
          if (i % 2)
            await database.query(
              `UPDATE checkout.bookings SET hold_expires_at = now() + $2 * interval '1 millisecond' WHERE id = $1`,
              // A wave's last payment is always late: no host or app collects money for it.
              [booking.bookingId, i === 5 ? -1_000 : chance.below(300)],
            );
          const later = () => sleep(chance.below(i % 2 ? 400 : 40));
          const id = String(booking.bookingId);
          await Promise.all([
            later().then(() => chooseAt(0, booking, 'pay_at_property')),
            later().then(() => chooseAt(1, booking, 'pay_at_property')),
            later().then(() => chooseAt(1, booking, 'bank_transfer')),
            ...(i % 3 ? [] : [later().then(() => resolve(session, i))]),
            ...(i % 3 === 1
              ? [later().then(() => ask(world.platform, world.developer.host, marks, { id }))]
              : []),
          ]);
        }),
      );
    }
    const ended = () =>
      database.query<{
        status: string;
        confirming: number;
        brought: number;
        refunds: number;
        undecided: number;
      }>(
        `SELECT b.status,
           (SELECT count(*)::int FROM payments.session s WHERE s.booking_id = b.id AND s.settlement = 'confirmed') AS confirming,
           (SELECT count(*)::int FROM payments.session s WHERE s.booking_id = b.id AND s.method IS NULL
             AND s.status = 'RESOLVED' AND s.settlement <> 'confirmed') AS brought,
           (SELECT count(*)::int FROM payments.refund r JOIN payments.session s ON s.id = r.session_id
             WHERE s.booking_id = b.id) AS refunds,
           (SELECT count(*)::int FROM payments.session s WHERE s.booking_id = b.id
             AND s.status = 'RESOLVED' AND s.settlement IS NULL)
             + (b.status = 'held' AND b.hold_expires_at <= now())::int AS undecided
         FROM checkout.bookings b WHERE b.id = ANY ($1::int[])`,
        [bookings.map(({ bookingId }) => bookingId)],
      );
    // A transfer chosen in time keeps its nights for an hour.
    const seen = await eventually(ended, (rows) => rows.every(({ undecided }) => undecided === 0));
    for (const { status, confirming, brought, refunds } of seen) {
      expect(confirming).toBeLessThanOrEqual(status === 'confirmed' ? 1 : 0);
      expect(refunds, 'money that confirmed nothing goes back, and only that').toBe(brought);
    }
    expect(
      seen.map(({ status }) => status),
      'both ends of the race were seen',
    ).toEqual(expect.arrayContaining(['confirmed', 'released']));
    for (const booking of bookings) expect(await confirmations(booking)).toBeLessThanOrEqual(1);
    await eventually(
      () => brokenInvariants(database),
      (broken) => Object.keys(broken).length === 0,
    );
  },
  300_000,
);
