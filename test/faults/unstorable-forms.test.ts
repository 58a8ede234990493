import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LABELS } from '#adapters/oauth/parameters.ts';
import { hashToken } from '#kit/secrets.ts';
import { ask } from '../support/developer.ts';
import { openReception } from '../support/guests.ts';
import { openThreads } from '../support/host-threads.ts';
import { type PlainBrowser, plainBrowser, signIn } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { openRequests } from '../support/requests.ts';
import { routesOf } from '../support/routes.ts';
import { daysAhead } from '../support/stays.ts';
import { newMember } from '../support/team-world.ts';

// PostgreSQL can't store U+0000. Forms, cookies and headers can contain it; they can't represent a lone
// surrogate. The lists of fields, cookies, headers and routes are read from the code and the router, so a new
// one is covered without a change here.

let platform: TestPlatform;
/** Paths in place of the routes' parameters, by route. */
let paths: Readonly<Record<string, string>>;
let signedIn: PlainBrowser;

const STOREFRONT = 'lakeside.localhost';
const REQUESTS = 'alpine.localhost';
const FORM = 'application/x-www-form-urlencoded';
/** A mailed link's token for a purpose. */
const tokenOf = (purpose: string) => purpose.padEnd(43, 'a');

beforeAll(async () => {
  platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1' });
  signedIn = plainBrowser(platform.address);
  await signIn(platform, signedIn, 'host');
  const owner = await newMember(platform, 'lakeside', 'owner');
  const { teamInvitationCreate: invited } = await ask<{ teamInvitationCreate: { path: string } }>(
    platform,
    owner.viewer,
    'mutation { teamInvitationCreate(input: { name: "Sam", role: owner }) { path } }',
  );
  for (const purpose of ['verify', 'reset', 'recover']) {
    await platform.database.query(
      `INSERT INTO apps.mail_tokens (account_id, purpose, token_hash, email, created_at, expires_at)
       SELECT a.id, $1, $2, a.email, now(), now() + interval '1 hour' FROM apps.accounts a WHERE a.id = $3`,
      [purpose, hashToken(tokenOf(purpose)), owner.account.viewer.accountId],
    );
  }
  await platform.database.query(
    `INSERT INTO apps.mail_tokens (account_id, purpose, token_hash, created_at, expires_at)
     VALUES (NULL, 'setup', $1, now(), now() + interval '1 hour')`,
    [hashToken(tokenOf('setup'))],
  );
  const reception = await openReception(platform, 'lakeside');
  const { id } = await reception.book({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' });
  const permalink = await openThreads(platform, reception.teamId).permalinkOf(id);
  const requests = await openRequests(platform, 'alpine');
  const request = await requests.request();
  const units = await platform.database.query<{ domain: string; id: number }>(
    `SELECT s.domain, min(u.id) AS id FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
     JOIN catalog.storefront s ON s.id = p.storefront_id GROUP BY s.domain`,
  );
  const unitAt = (storefront: string) => units.find(({ domain }) => domain === storefront)?.id;
  const dates = new URLSearchParams({ check_in: daysAhead(40), check_out: daysAhead(43), adults: '1' });
  paths = {
    '/join/:token': invited.path,
    '/join/:token/account': `${invited.path}/account`,
    '/reset/:token': `/reset/${tokenOf('reset')}`,
    '/recover/:token': `/recover/${tokenOf('recover')}`,
    '/verify/:token': `/verify/${tokenOf('verify')}`,
    '/setup/:token': `/setup/${tokenOf('setup')}`,
    '/bookings/:permalinkId': permalink,
    '/bookings/:permalinkId/messages': `${permalink}/messages`,
    '/bookings/:permalinkId/extras': `${permalink}/extras`,
    '/bookings/:permalinkId/cancel': `${permalink}/cancel`,
    '/bookings/:permalinkId/change': `${permalink}/change`,
    '/bookings/:permalinkId/change/withdraw': `${permalink}/change/withdraw`,
    '/account/stop/:token': `/account/stop/${tokenOf('stop')}`,
    '/account/address/:token': `/account/address/${tokenOf('change')}`,
    '/account/undo/:token': `/account/undo/${tokenOf('undo')}`,
    '/unsubscribe/:token': `/unsubscribe/${tokenOf('unsubscribe')}`,
    '/injections/:placementId/failures': '/injections/1/failures',
    '/requests/:id/withdraw': `/requests/${request.id}/withdraw`,
    '/requests/:id/verify/:token': `/requests/${request.id}/verify/x`,
    '/requests/:id/messages': `/requests/${request.id}/messages`,
    '/stays/:unitTypeId/book': `/stays/${unitAt(STOREFRONT)}/book?${dates}`,
    '/stays/:unitTypeId/request': `/stays/${unitAt(REQUESTS)}/request?${dates}`,
  };
}, 60_000);
afterAll(() => platform.close());

const SOURCES = globSync('{adapters,gateway,server}/**/*.ts').filter(
  (file) => !file.endsWith('generated.ts'),
);
const namesIn = (pattern: RegExp, files = SOURCES) =>
  [
    ...new Set(
      files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name)),
    ),
  ].sort();

/** Names of the form fields that handlers read. */
const FIELDS = namesIn(
  /(?:\.get(?:All)?|\btext)\(\s*['`]([a-z]+(?:_[a-z]+)*)/g,
  SOURCES.filter((file) => /^adapters\/(oauth|panel-api|storefront-pages)\//.test(file)),
).concat('answer_0');

const hostOf = (route: string) =>
  /^\/(stays\/:unitTypeId\/request|requests)/.test(route)
    ? REQUESTS
    : /^\/(stays|bookings|consent)/.test(route)
      ? STOREFRONT
      : 'localhost';

/** Sends a request from its own address with unmodified headers. */
async function send(method: string, route: string, headers: Readonly<Record<string, string>>, body = '') {
  const lines = Object.entries({
    host: `${hostOf(route)}:${platform.port}`,
    connection: 'close',
    'x-forwarded-for': `198.51.100.${randomInt(250)}`,
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const path = paths[route] ?? route.replaceAll(/:\w+|\*/g, '1');
  const socket = connect(platform.port, '127.0.0.1');
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'latin1');
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece);
  const text = Buffer.concat(pieces).toString('utf8');
  return { status: Number(text.slice(9, 12)), text: text.replaceAll('&quot;', '"') };
}

const cookieOf = (browser: PlainBrowser) =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const routes = () => routesOf(platform.http.printRoutes({ commonPrefix: false }));

test('every form route refuses U+0000 in any form field and names the field', async () => {
  expect(FIELDS.length).toBeGreaterThan(30);
  expect(FIELDS).toEqual(
    expect.arrayContaining(['first_name', 'message', 'team', 'user_code', 'csrf_token']),
  );
  // APIs read JSON: unstorable-text.test.ts.
  const posts = routes().filter(
    ({ path, methods }) => methods.includes('POST') && !/^\/(api|developer)\//.test(path),
  );
  const faults: string[] = [];
  let forms = 0;
  for (const { path: route } of posts) {
    const cookie = route.startsWith('/join') || route.startsWith('/signup') ? 'sid=' : cookieOf(signedIn);
    const sid = /sid=([^;]*)/.exec(cookie)?.[1] ?? '';
    const guest = sid === '' ? plainBrowser(platform.address) : signedIn;
    const page = await guest.open(sid === '' ? '/signup' : '/account/security');
    const csrf = /name="csrf_token" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const headers = { 'content-type': FORM, accept: 'text/html', cookie: cookieOf(guest) };
    const { status: without } = await send('POST', route, headers);
    if (without === 405 || without === 415) continue;
    forms += 1;
    if (route.includes(':') && !(route in paths)) faults.push(`${route} needs a path`);
    for (const name of FIELDS) {
      const body = `${new URLSearchParams({ csrf_token: csrf, [name]: 'a\0b' })}`;
      const { status, text } = await send('POST', route, headers, body);
      const names = [LABELS[name], `The field ${name}`, name, name === 'message' && 'This message'];
      const isNamed =
        names.some((one) => one && text.includes(`${one} contains`)) ||
        new RegExp(`id="(fault-${name}|${name}-fault)"`).test(text);
      if (![400, 422].includes(status) || !isNamed || !text.includes('U+0000'))
        faults.push(`${route} ${name}: ${status} ${text.replaceAll(/\s+/g, ' ').slice(-160)}`);
    }
  }
  expect(faults).toEqual([]);
  expect(forms).toBeGreaterThan(25);
}, 120_000);

test('every route that reads a cookie refuses U+0000 in it and names the cookie', async () => {
  const readers = SOURCES.filter((file) => /headers\.cookie\b|\.cookies\b/.test(readFileSync(file, 'utf8')));
  expect(readers.sort()).toEqual([
    'adapters/host-session.ts',
    'adapters/storefront-pages/injections/consent.ts',
    'adapters/storefront-pages/plugin.ts',
    'adapters/storefront-pages/theme/site-preview.ts',
    'adapters/storefront-pages/visit.ts',
  ]);
  const read = [
    ['/login', 'sid'],
    ['/account/security', 'sid'],
    ['/panel', 'sid'],
    ['/panel/session', 'sid'],
    ['/', 'consent'],
    ['/', 'lang'],
    ['/', 'theme_preview'],
  ] as const;
  for (const [route, cookie] of read) {
    const host = cookie !== 'sid' ? { host: `${STOREFRONT}:${platform.port}` } : {};
    const { status, text } = await send('GET', route, {
      ...host,
      accept: 'text/html',
      cookie: `a=1; ${cookie}=a%00b`,
    });
    expect([status, text], route).toEqual([400, expect.stringContaining(`cookie ${cookie}`)]);
    expect(text).toContain('U+0000');
    const other = await send('GET', route, { ...host, accept: 'text/html', cookie: `other=a%00b` });
    expect(other.status, route).not.toBe(400);
  }
});

/** Names of the headers that handlers read. */
const HEADERS = namesIn(/headers(?:\[|\.get\()'([a-z][a-z-]+)'/g).concat(
  namesIn(/headers\.([a-z]+)\b/g).filter((name) => !['get', 'set', 'has'].includes(name)),
  ['ucp-agent', 'request-id', 'timestamp', 'signature', 'mcp-session-id', 'mcp-protocol-version'],
);

test("U+0000 in any header that a handler reads is refused with the header's name", async () => {
  expect(HEADERS).toEqual(
    expect.arrayContaining(['x-platform-team', 'idempotency-key', 'authorization', 'accept-language']),
  );
  for (const name of HEADERS) {
    const { status, text } = await send('GET', '/', {
      host: `${STOREFRONT}:${platform.port}`,
      [name]: 'a\0b',
    });
    expect([status, text], name).toEqual([
      400,
      expect.stringContaining(`The header ${name} contains U+0000`),
    ]);
  }
});

test('unusually encoded headers cause no internal error on any route', async () => {
  const odd = [
    '%00',
    '"\\u0000"',
    '\\ud800',
    'Basic AGEAOmI=',
    'profile="https://a.test/%00"',
    '\xed\xa0\x80',
  ];
  const failures: string[] = [];
  const value = odd.join(' ');
  for (const { path: route, methods } of routes()) {
    const method = methods.find((one) => one !== 'HEAD' && one !== 'OPTIONS') ?? 'GET';
    const all = HEADERS.filter(
      (name) => !['host', 'content-length', 'transfer-encoding', 'expect', 'cookie', 'date'].includes(name),
    );
    const { status, text } = await send(method, route, Object.fromEntries(all.map((name) => [name, value])));
    if (status >= 500) failures.push(`${method} ${route}: ${text.slice(0, 500)}`);
    for (const one of odd) {
      const { status: alone } = await send(method, route, {
        authorization: one,
        cookie: `sid=${one}; consent=${one}`,
        'idempotency-key': one,
      });
      if (alone >= 500) failures.push(`${method} ${route} ${one}`);
    }
  }
  expect(failures).toEqual([]);
}, 60_000);
