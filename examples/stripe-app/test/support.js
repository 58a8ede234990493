import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { assemble } from '../assemble.js';
import { openStore } from '../store.js';
import { deliver } from './stripe-server.js';

export const SECRET = 'whsec_dGVzdC1zZWNyZXQtb2YtdGhlLXN0cmlwZS1hcHAhIQ==';
export const STRIPE_SECRET = 'whsec_stripe1234567890';
export const TEAM = 'lakeside';

/** Refuses a report like the platform. */
const refuse = (code) => ({ userErrors: [{ field: ['id'], code, message: code }] });

/**
 * A fake platform: records the app's reports and keeps each session's reference. `down` is a status for every request; `settings`
 * are the host's.
 */
export async function startPlatform() {
  const platform = {
    reports: [],
    references: new Map(),
    statuses: new Map(),
    refusal: null,
    down: null,
    settings: { secret_key: 'sk_test_51abcdefghij', webhook_secret: STRIPE_SECRET },
  };
  const MUTATIONS = {
    paymentSessionResolve({ id, reference }) {
      if (platform.refusal) {
        if (platform.refusal !== 'INVALID_TRANSITION') platform.references.set(id, reference);
        return refuse(platform.refusal);
      }
      if (!platform.references.has(id)) platform.references.set(id, reference);
      platform.statuses.set(id, 'RESOLVED');
      return { paymentSession: { reference: platform.references.get(id) }, userErrors: [] };
    },
    paymentSessionReject: ({ id }) =>
      platform.statuses.get(id) === 'RESOLVED' ? refuse('INVALID_TRANSITION') : { userErrors: [] },
    paymentSessionPending: ({ id }) =>
      platform.statuses.get(id) === 'RESOLVED' ? refuse('INVALID_TRANSITION') : { userErrors: [] },
  };
  const server = createServer(async (request, response) => {
    const { query, variables } = await json(request);
    if (platform.down) return response.writeHead(platform.down).end();
    const answer = (data) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    if (query.includes('currentInstall { team }')) return answer({ currentInstall: { team: TEAM } });
    if (query.includes('currentInstall'))
      return answer({
        currentInstall: {
          settings: Object.entries(platform.settings).map(([key, value]) => ({ key, value })),
          settingsComplete: true,
          settingsVersion: 1,
        },
      });
    if (query.includes('paymentSession('))
      return answer({
        paymentSession: { reference: platform.references.get(variables.id) ?? null, bookingId: '1' },
      });
    const [, mutation] = /done: (\w+)\(/.exec(query);
    platform.reports.push({ mutation, ...(variables.input ?? variables) });
    answer({ done: MUTATIONS[mutation]?.(variables) ?? { userErrors: [] } });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  platform.url = `http://127.0.0.1:${server.address().port}`;
  /** The mutations about an object, in order. */
  platform.about = (id) =>
    platform.reports
      .filter((report) => report.id === id || report.paymentSessionId === id)
      .map(({ mutation }) => mutation);
  platform.close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return platform;
}

/** Starts the app on a free port, with its records in `file` or in memory. */
export async function startApp(platform, stripe, file) {
  const store = await openStore(file);
  const { app, installs, checkouts } = assemble({
    store,
    apiUrl: platform.url,
    panelUrl: platform.url,
    clientId: 'client',
    clientSecret: 'platform_secret_test',
    apiBase: stripe.url,
  });
  await installs.connect('platform_app_test', SECRET);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${app.addresses()[0].port}`;

  /** Calls the app with a signed request, like the platform. */
  async function call(path, body) {
    const raw = JSON.stringify(body);
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', SECRET).update(`${timestamp}.${raw}`).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-platform-timestamp': String(timestamp),
      'x-platform-signature': `sha256=${signature}`,
    };
    const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: raw });
    const text = await response.text();
    return { status: response.status, body: text && JSON.parse(text) };
  }
  return {
    origin,
    store,
    checkouts,
    call,
    open: async (session) =>
      (await call('/payment_sessions', { payment_session: session })).body.redirect_url,
    refund: (refund) => call('/refund_sessions', { refund_session: refund }),
    /** Sends the platform's webhook about a session's end. */
    end: (id, status = 'canceled') =>
      call('/webhooks', {
        event_id: randomUUID(),
        topic: `payment_session.${status}`,
        team: TEAM,
        resource: { type: 'payment_session', id, version: 2, status, booking_id: 1 },
      }),
    settingsChanged: () =>
      call('/webhooks', {
        event_id: randomUUID(),
        topic: 'app.settings_changed',
        team: TEAM,
        resource: { type: 'install_settings', id: 1, version: 2, keys: [] },
      }),
    /** Sends Stripe's event. */
    deliver: (event, { team = TEAM, secret = STRIPE_SECRET, ...how } = {}) =>
      deliver(`${origin}/stripe/webhooks/${team}`, event, secret, how),
    close: () => app.close(),
  };
}

export const newSession = (changes = {}) => ({
  id: randomUUID(),
  test: false,
  amount: '123.45',
  currency: 'EUR',
  team: TEAM,
  booking: { id: 1, reference: 'BK-7Q4M2XAB', check_in: '2030-05-01', check_out: '2030-05-04' },
  buyer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', phone_number: null },
  return_url: 'https://lakeside.example/bookings/1?payment=returned',
  cancel_url: 'https://lakeside.example/bookings/1?payment=canceled',
  expires_at: new Date(Date.now() + 7_200_000).toISOString(),
  ...changes,
});

export const newRefund = (session, reference, changes = {}) => ({
  id: randomUUID(),
  payment_session_id: session.id,
  reference,
  test: false,
  amount: session.amount,
  currency: session.currency,
  team: TEAM,
  reason: 'The heating was off.',
  ...changes,
});
