import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { openInstalls } from '@platform/app-sdk';
import { openApp } from '../app.js';
import { tellPlatform } from '../platform.js';
import { openProvider } from '../provider.js';
import { SETTINGS } from '../settings.js';
import { openStore } from '../store.js';

export const SECRET = 'whsec_dGVzdC1zZWNyZXQtb2YtdGhlLXBheW1lbnQtYXBwIQ==';

/** The install on the team `lakeside`. */
const TOKEN = 'platform_app_test';

/**
 * Fake platform: a GraphQL endpoint that records requests, and a token endpoint that returns `granted` once. `team` is the team of
 * any token except the first one's.
 */
export async function startPlatform() {
  const told = [];
  const platform = {
    told,
    userErrors: [],
    down: false,
    filledIn: FILLED_IN,
    granted: null,
    team: 'lakeside',
  };
  const server = createServer(async (request, response) => {
    const answer = (body) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const json200 = (data) => answer({ data });
    if (request.url === '/oauth/token') {
      platform.exchanged = Object.fromEntries(new URLSearchParams(await text(request)));
      const granted = platform.granted ?? { error: 'invalid_grant', error_description: 'The code was used.' };
      platform.granted = null;
      return answer(granted);
    }
    const { query, variables } = await json(request);
    if (platform.down) return response.writeHead(503).end();
    const token = request.headers.authorization.replace('Bearer ', '');
    if (query.includes('currentInstall { team }'))
      return json200({ currentInstall: { team: token === TOKEN ? 'lakeside' : platform.team } });
    if (query.includes('currentInstall')) return json200({ currentInstall: settingsOf(platform) });
    const [, mutation] = /\{\s*(\w+)\(/.exec(query);
    platform.token = token;
    told.push({ mutation, ...variables });
    json200({ [mutation]: { userErrors: platform.userErrors } });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  platform.url = `http://127.0.0.1:${server.address().port}`;
  platform.close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return platform;
}

/** The host's settings. */
export const FILLED_IN = { account: 'TB-1042', api_key: 'sk_1042_abcd1234', transfer_hours: '24' };

const settingsOf = ({ filledIn }) => ({
  settings: Object.entries(filledIn).map(([key, value]) => ({ key, value })),
  settingsComplete: Object.values(filledIn).every((value) => value !== null),
  settingsVersion: 1,
});

/** Starts the app on a free port. Stores its records in `file`, or in memory without one. */
export async function startApp(platform, file) {
  const store = await openStore(file);
  const { records, save } = store;
  const installs = openInstalls({ apiUrl: platform.url, keys: records.installs, save, settings: SETTINGS });
  await installs.connect(TOKEN, SECRET);
  const provider = openProvider({ store, notify: tellPlatform(installs), againMs: [50] });
  const keys = { clientId: 'client', clientSecret: 'platform_secret_test' };
  const oauth = { issuer: platform.url, ...keys };
  const app = openApp({ provider, installs, oauth });
  await app.listen({ port: 0, host: '127.0.0.1' });
  provider.resume();
  const origin = `http://127.0.0.1:${app.addresses()[0].port}`;

  /** Calls the app with a signed request, like the platform. */
  async function call(path, body, { secret = SECRET, timestamp = Math.floor(Date.now() / 1000) } = {}) {
    const raw = JSON.stringify(body);
    const signature = createHmac('sha256', secret).update(`${timestamp}.${raw}`).digest('hex');
    return fetch(`${origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-platform-timestamp': String(timestamp),
        'x-platform-signature': `sha256=${signature}`,
      },
      body: raw,
    });
  }
  const open = async (session, how) =>
    (await (await call('/payment_sessions', { payment_session: session }, how)).json()).redirect_url;

  return {
    origin,
    call,
    /** Opens the redirect URI like a host's browser. */
    async arrive(query) {
      const response = await fetch(`${origin}/oauth/callback?${new URLSearchParams(query)}`);
      return { status: response.status, text: await response.text() };
    },
    open,
    /** Changes the host's settings and sends the app's webhook. */
    async fillIn(changes) {
      platform.filledIn = { ...platform.filledIn, ...changes };
      const resource = { type: 'install_settings', id: 1, version: 2, keys: Object.keys(changes) };
      const event = { event_id: randomUUID(), topic: 'app.settings_changed', team: 'lakeside', resource };
      return (await call('/webhooks', event)).status;
    },
    /** Presses a button on the page. */
    decide: (url, decision) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' }),
    /** Opens a session and pays it; returns the charge's id. */
    async pay(session) {
      const url = await open(session);
      await this.decide(url, 'approve');
      return url.split('/').at(-1);
    },
    async close() {
      await app.close();
      await provider.close();
    },
  };
}

export const newSession = (changes = {}) => ({
  id: randomUUID(),
  test: false,
  amount: '123.45',
  currency: 'EUR',
  team: 'lakeside',
  booking: { id: 1, reference: 'BK-7Q4M2XAB', check_in: '2030-05-01', check_out: '2030-05-04' },
  buyer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', phone_number: null },
  return_url: 'https://lakeside.example/bookings/1?payment=returned',
  cancel_url: 'https://lakeside.example/bookings/1?payment=canceled',
  expires_at: new Date(Date.now() + 7_200_000).toISOString(),
  ...changes,
});

export const newRefund = (session, changes = {}) => ({
  id: randomUUID(),
  payment_session_id: session.id,
  test: false,
  currency: 'EUR',
  team: 'lakeside',
  reason: 'The heating was off.',
  ...changes,
});

/** Waits until a condition holds. */
export async function until(holds) {
  const end = Date.now() + 5_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error('It did not come to that.');
    await new Promise((awake) => setTimeout(awake, 10));
  }
}
