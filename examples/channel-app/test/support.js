import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { openApp } from '../app.js';
import { openChannel } from '../channel.js';
import { openInstalls } from '../installs.js';
import { openOauth } from '../oauth.js';
import { openPlatform } from '../platform.js';
import { openStore } from '../store.js';

export const SECRET = 'whsec_dGVzdC1zZWNyZXQtb2YtdGhlLWNoYW5uZWwtYXBwIQ==';

/** The install on the team `lakeside`. */
const TOKEN = 'platform_app_test';

/**
 * Fake platform: a GraphQL endpoint that records requests, and a token endpoint that returns `granted` once. `userErrors` and `down`
 * change its responses; `team` is the team of any token except the first one's.
 */
export async function startPlatform() {
  const told = [];
  const platform = {
    told,
    userErrors: [],
    down: false,
    refused: 0,
    connections: [],
    granted: null,
    team: '',
  };
  const server = createServer(async (request, response) => {
    const answer = (body) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/oauth/token') {
      platform.exchanged = Object.fromEntries(new URLSearchParams(await text(request)));
      const granted = platform.granted ?? { error: 'invalid_grant', error_description: 'The code was used.' };
      platform.granted = null;
      return answer(granted);
    }
    const { query, variables } = await json(request);
    if (platform.down) {
      platform.refused++;
      return response.writeHead(503).end();
    }
    const [, field] = /\{\s*(\w+)/.exec(query);
    const token = request.headers.authorization.replace('Bearer ', '');
    if (field === 'currentInstall')
      return answer({ data: { currentInstall: { team: token === TOKEN ? 'lakeside' : platform.team } } });
    platform.token = token;
    told.push({ field, ...variables });
    const { userErrors } = platform;
    const payload = { booking: { reference: 'BK-1', conflict: null }, applied: true, userErrors };
    const data = { [field]: field === 'channelConnections' ? platform.connections : payload };
    answer({ data });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  platform.url = `http://127.0.0.1:${server.address().port}`;
  platform.close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  /** Received reservations, in order. */
  platform.brought = () =>
    told.filter(({ field }) => field === 'channelReservationUpsert').map(({ input }) => input);
  return platform;
}

/** Starts the app on a free port. Stores its records in `file`, or in memory without one. */
export async function startApp(platform, file) {
  const store = await openStore(file);
  const installs = openInstalls({ apiUrl: platform.url, store });
  await installs.connect(TOKEN, SECRET);
  const channel = openChannel({
    store,
    platform: openPlatform(installs),
    againMs: [50],
    slowMs: 50,
    log: () => {},
  });
  const keys = { clientId: 'client', clientSecret: 'platform_secret_test' };
  const oauth = openOauth({ installs, panelUrl: platform.url, ...keys });
  const server = openApp({ channel, installs, oauth, appUrl: 'https://staywell.example.com' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  channel.resume();
  const origin = `http://127.0.0.1:${server.address().port}`;
  let sequence = 0;

  /** Calls the app with a signed request, like the platform. */
  async function call(
    path,
    body,
    { team = 'lakeside', secret = SECRET, signal = AbortSignal.timeout(10_000) } = {},
  ) {
    const raw = JSON.stringify(body);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', secret).update(`${timestamp}.${raw}`).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-platform-team': team,
      'x-platform-timestamp': timestamp,
      'x-platform-signature': `sha256=${signature}`,
    };
    return fetch(`${origin}${path}`, { method: 'POST', headers, body: raw, signal });
  }

  /** Calls the simulated channel. */
  async function ask(method, path, body) {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${origin}/simulator/${path}`, init);
    return { status: answer.status, ...(await answer.json()) };
  }

  return {
    call,
    ask,
    /** Opens the redirect URI like a host's browser. */
    async arrive(query) {
      const response = await fetch(`${origin}/oauth/callback?${new URLSearchParams(query)}`);
      return { status: response.status, text: await response.text() };
    },
    behave: (mood) => ask('PUT', `mood/${mood}`),
    /** Connects a property like a host; returns its id on the channel. */
    async connect(property = { id: 7, name: 'Lakeside', currency: 'EUR', time_zone: 'Europe/Zurich' }) {
      const answer = await call('/channel_test', { channel_property_id: null, property });
      const { channel_property_id: id } = await answer.json();
      await call('/channel_products', { connection_id: 3, channel_property_id: id });
      return id;
    },
    /** Builds an availability and rates message, by default with the next sequence. */
    message: (id, changes, more = {}) => ({
      message_id: randomUUID(),
      connection_id: 3,
      channel_property_id: id,
      mode: 'delta',
      more: false,
      sequence: ++sequence,
      sent_at: new Date().toISOString(),
      currency: 'EUR',
      changes,
      ...more,
    }),
    async close() {
      server.close();
      server.closeAllConnections();
      await channel.close();
    },
  };
}

/** Builds a full update of the double room's nights, with one unit free. */
export const double = (more = {}) => ({
  channel_room: 'double',
  from: '2030-05-01',
  until: '2030-05-10',
  availability: 1,
  rates: [{ guests: 2, amount: 12_000 }],
  min_stay: null,
  max_stay: null,
  closed_to_arrival: false,
  closed_to_departure: false,
  stop_sell: false,
  ...more,
});

/** Builds a guest's request for a stay. */
export const stay = (more = {}) => ({
  room: 'double',
  checkIn: '2030-05-02',
  nights: 2,
  adults: 2,
  guest: { firstName: 'Ada', lastName: 'Byron' },
  ...more,
});

/** Waits until a condition holds. */
export async function until(holds) {
  const end = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('It did not come to that.');
    await new Promise((awake) => setTimeout(awake, 10));
  }
}
