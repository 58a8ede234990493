import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { openApp } from '../app.js';
import { openFarstay } from '../farstay.js';
import { openInbox } from '../inbox.js';
import { openInstalls } from '../installs.js';
import { openMailbox } from '../mailbox.js';
import { openOauth } from '../oauth.js';
import { openPlatform } from '../platform.js';
import { openStore } from '../store.js';

export const SECRET = 'whsec_dGVzdC1zZWNyZXQtb2YtdGhlLWluYm94LWFwcA==';

/** The install on the team `lakeside`. */
const TOKEN = 'platform_app_test';

/**
 * Fake platform: a GraphQL endpoint that records requests, and a token endpoint that returns `granted` once. `userErrors` and `down`
 * change its responses; `team` is the team of any token except the first one's.
 */
export async function startPlatform() {
  const told = [];
  const platform = { told, userErrors: [], down: false, refused: 0, granted: null, team: '' };
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
    const payload = { conversation: { id: '1' }, applied: true, userErrors: platform.userErrors };
    answer({ data: { [field]: payload } });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  platform.url = `http://127.0.0.1:${server.address().port}`;
  platform.close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  /** Received guest messages, in order. */
  platform.received = () =>
    told.filter(({ field }) => field === 'conversationMessageReceive').map(({ input }) => input);
  /** Reported statuses of a message, in order. */
  platform.reported = (id) =>
    told
      .filter((one) => one.field === 'messageStatusUpdate' && one.id === id)
      .map(({ status, externalId, failure }) => ({ status, externalId, failure }));
  return platform;
}

/** Starts the app and its mailbox on a free port. Stores their records in `file`, or in memory without one. */
export async function startApp(platform, file) {
  const store = await openStore(file);
  const installs = openInstalls({ apiUrl: platform.url, store });
  await installs.connect(TOKEN, SECRET);
  const mailbox = openMailbox({ store, slowMs: 50 });
  // Filled in once the server listens; nothing reads the URL before that.
  const where = { url: '', timeoutMs: 8_000 };
  const inbox = openInbox({
    store,
    platform: openPlatform(installs),
    farstay: proxy(where),
    everyMs: 10,
    againMs: [20],
    log: () => {},
  });
  const keys = { clientId: 'client', clientSecret: 'platform_secret_test' };
  const oauth = openOauth({ installs, panelUrl: platform.url, ...keys });
  const server = openApp({ inbox, mailbox, installs, oauth, appUrl: 'https://farstay.example.com' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;
  where.url = origin;

  /** Calls the simulated mailbox. */
  async function ask(method, path, body) {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${origin}/simulator/${path}`, init);
    return { status: answer.status, ...(await answer.json()) };
  }

  return {
    ask,
    /** Opens the redirect URI like a host's browser. */
    async arrive(query) {
      const response = await fetch(`${origin}/oauth/callback?${new URLSearchParams(query)}`);
      return { status: response.status, text: await response.text() };
    },
    start: () => inbox.start(),
    /** Sets how long the app waits for Farstay. */
    patience(timeoutMs) {
      where.timeoutMs = timeoutMs;
    },
    behave: (mood) => ask('PUT', `mood/${mood}`),
    /** Calls the app with a signed request, like the platform. */
    async send(message, { team = 'lakeside', secret = SECRET } = {}) {
      const raw = JSON.stringify(message);
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', secret).update(`${timestamp}.${raw}`).digest('hex');
      const headers = {
        'content-type': 'application/json',
        'x-platform-team': team,
        'x-platform-timestamp': timestamp,
        'x-platform-signature': `sha256=${signature}`,
      };
      const answer = await fetch(`${origin}/message_send`, { method: 'POST', headers, body: raw });
      return { status: answer.status, ...(await answer.json()) };
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await inbox.close();
      await mailbox.stop();
    },
  };
}

/** Farstay client that reads its URL and timeout from `where` on every call. */
function proxy(where) {
  const farstay = () => openFarstay(where);
  return { send: (...given) => farstay().send(...given), news: (...given) => farstay().news(...given) };
}

/** Builds a guest's request to a house. */
export const request = (more = {}) => ({
  subject: 'Two nights in May',
  text: 'Is there a crib?',
  guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
  ...more,
});

let sent = 0;
/** Builds the platform's request for a team's reply in a thread. */
export const answer = (threadId, more = {}) => ({
  message_id: String(++sent),
  conversation: { id: '1', external_id: threadId },
  text: 'There is.',
  attachments: [],
  sent_at: new Date().toISOString(),
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
