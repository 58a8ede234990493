import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#kit/viewer.ts';
import { verifyFrameToken, verifySessionToken } from '../../packages/app-sdk/index.ts';
import { type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { fillIn } from '../support/app-settings.ts';
import { demoHost } from '../support/app-world.ts';
import { type Developer, installNewApp, ask as run } from '../support/developer.ts';
import { type EmbeddedApp, installEmbeddedApp } from '../support/embedded-app.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { operator, publishApp } from '../support/public-app.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { statementsOf } from '../support/statements.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/injections.md
let platform: TestPlatform;
let owner: Developer;
let http: StorefrontHttp;
let app: EmbeddedApp;
let server: Server;
let origin: string;
let storefrontId: string;
let stay: string;

const FRAME = '<!doctype html><title>Reviews</title>';

const entry = (handle: string, more: object = {}) => ({
  handle,
  target: 'stay.bottom',
  url: `${origin}/${handle}`,
  height: { min: 100, max: 300 },
  ...more,
});

beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' });
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(FRAME);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  owner = await demoHost(platform, 'lakeside');
  http = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
  app = await installEmbeddedApp(platform, owner, `${origin}/page`, {
    type: 'injection',
    injections: [
      ...['reviews', 'map', 'chat', 'news'].map((handle) => entry(handle)),
      entry('ads', { consent: 'marketing' }),
      entry('book', { kind: 'link', target: 'home.bottom', height: undefined }),
      { handle: 'verify', kind: 'meta', meta: { name: 'google-site-verification', content: 'abc' } },
      entry('thanks', { target: 'booking.after' }),
    ],
    settings: [
      { key: 'style', type: 'text', label: 'Style', per: 'placement', default: 'plain' },
      { key: 'note', type: 'textarea', label: 'Note', per: 'placement' },
      { key: 'key', type: 'secret', label: 'Key', per: 'placement' },
    ],
  });
  const { storefronts } = await ask('{ storefronts { id domain } }');
  storefrontId = storefronts[0].id;
  const home = await http.get('/', HTML);
  stay = /\/stays\/\d+/.exec(home.text)?.[0] ?? '';
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await http.close();
  await platform.close();
});

const HTML = { accept: 'text/html', 'accept-language': 'en' };
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
const ask = (document: string, variables: object = {}, viewer: Viewer = owner.host): Promise<any> =>
  run(platform, viewer, document, { ...variables });

const PLACED = 'placement { id status target version previewUrl } userErrors { field code message }';
const place = async (handle: string, target = 'stay.bottom', viewer: Viewer = owner.host) =>
  (
    await ask(
      `mutation ($input: InjectionPlaceInput!) { it: injectionPlace(input: $input) { ${PLACED} } }`,
      { input: { storefrontId, appSlug: app.slug, handle, target } },
      viewer,
    )
  ).it;
const move = async (field: string, id: string, viewer: Viewer = owner.host) =>
  (await ask(`mutation ($id: ID!) { it: ${field}(id: $id) { ${PLACED} } }`, { id }, viewer)).it;
const publish = async (handle: string, target?: string) => {
  const { placement } = await place(handle, target);
  return (await move('injectionPublish', placement.id)).placement;
};
const removeAll = async () => {
  for (const { id } of await placed()) await move('injectionRemove', id);
};
const placed = async () =>
  (
    await ask(
      'query ($id: ID!) { it: injectionPlacements(storefrontId: $id) { id handle status position } }',
      {
        id: storefrontId,
      },
    )
  ).it.filter(({ status }: { status: string }) => status !== 'available');
const read = async (path = stay, headers: object = {}) => {
  const { text, headers: got, status } = await http.get(path, { ...HTML, ...headers });
  return { text, status, csp: String(got['content-security-policy']), vary: String(got.vary) };
};
const sendForm = (body: string) =>
  http.send('POST', '/consent', { 'content-type': 'application/x-www-form-urlencoded' }, body);
const sessionIn = (text: string) => /session=([\w.-]+)/.exec(text)?.[1] ?? '';

afterEach(async () => {
  await removeAll();
});

describe('placing', () => {
  test("an entry is available as long as it isn't on the storefront", async () => {
    const listed = async () =>
      (
        await ask(
          `query ($id: ID!) { it: injectionPlacements(storefrontId: $id) {
             id appSlug handle name target status version previewUrl storefrontId } }`,
          { id: storefrontId },
        )
      ).it.filter(
        ({ handle, appSlug }: Record<string, string>) => handle === 'reviews' && appSlug === app.slug,
      );
    const id = `available:${app.slug}:reviews`;
    expect(await listed()).toMatchObject([
      { id, status: 'available', target: 'stay.bottom', version: 0, previewUrl: null, storefrontId },
    ]);
    expect((await move('injectionPublish', id)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
    const { placement } = await place('reviews');
    expect(await listed()).toMatchObject([{ id: placement.id, status: 'draft' }]);
    await move('injectionRemove', placement.id);
    expect(await listed()).toMatchObject([{ id, status: 'available' }]);
  });

  test('a draft appears on no page', async () => {
    const before = await read();
    const { placement, userErrors } = await place('reviews');
    expect([placement.status, placement.target, userErrors]).toEqual(['draft', 'stay.bottom', []]);
    expect(await read()).toEqual(before);
  });

  test("anyone with a preview's address sees the draft", async () => {
    const { placement } = await place('reviews');
    const { pathname, search } = new URL(placement.previewUrl);
    expect((await read(pathname + search)).text).toContain(`${origin}/reviews?placement=${placement.id}`);
    expect((await read(`${pathname}${search}x`)).text).not.toContain('<iframe');
  });

  test('placing an entry at an unknown target is refused', async () => {
    expect((await place('reviews', 'payment.top')).userErrors).toMatchObject([{ code: 'TARGET_UNKNOWN' }]);
  });

  test('booking pages accept only entries that declare them', async () => {
    expect((await place('reviews', 'booking.after')).userErrors).toMatchObject([{ code: 'TARGET_UNKNOWN' }]);
  });

  test('an entry can be placed only once at the same target', async () => {
    await place('reviews');
    expect((await place('reviews')).userErrors).toMatchObject([{ code: 'TAKEN' }]);
  });

  test('a page can have at most three frames', async () => {
    for (const handle of ['reviews', 'map', 'chat']) expect((await publish(handle)).status).toBe('published');
    const { placement } = await place('news');
    expect((await move('injectionPublish', placement.id)).userErrors).toMatchObject([
      { code: 'PLACEMENT_LIMIT' },
    ]);
  });

  test("another team can't find a placement", async () => {
    const { id } = await publish('reviews');
    const other = (await demoHost(platform, 'alpine')).host;
    expect((await place('map', 'stay.bottom', other)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
    for (const field of ['injectionPublish', 'injectionRemove'])
      expect((await move(field, id, other)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
  });

  test('the host sets the order of placements at a target', async () => {
    await publish('reviews');
    const { id } = await publish('map');
    await ask(
      'mutation ($input: InjectionUpdateInput!) { injectionUpdate(input: $input) { userErrors { code } } }',
      {
        input: { id, position: 0 },
      },
    );
    expect((await placed()).map(({ handle }: { handle: string }) => handle)).toEqual(['map', 'reviews']);
    const { text } = await read();
    expect(text.indexOf(`${origin}/map`)).toBeLessThan(text.indexOf(`${origin}/reviews`));
  });

  test("an excluded property's pages don't have the placement", async () => {
    const { id } = await publish('reviews');
    const [{ property }] = (await platform.database.query<{ property: number }>(
      'SELECT property_id AS property FROM catalog.unit_type WHERE id = $1',
      [stay.split('/').at(-1)],
    )) as [{ property: number }];
    await ask(
      'mutation ($input: InjectionUpdateInput!) { injectionUpdate(input: $input) { userErrors { code } } }',
      {
        input: { id, offPropertyIds: [String(property)] },
      },
    );
    expect((await read()).text).not.toContain('<iframe');
  });
});

describe('a page with a frame', () => {
  test("a page with a frame allows only that frame's origin", async () => {
    const before = await read();
    await publish('reviews');
    const { csp, text } = await read();
    expect(before.csp).toMatch(
      /^default-src 'none'; style-src( '[^']+'){3}; img-src 'self'; font-src 'self'; connect-src 'self'; form-action/,
    );
    expect(csp.split('; ').map((one) => one.replaceAll(/'sha256-[^']+'/g, 'HASH'))).toEqual([
      "default-src 'none'",
      'script-src HASH',
      'style-src HASH HASH HASH HASH',
      "img-src 'self'",
      "font-src 'self'",
      `frame-src ${origin}`,
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(text).toMatch(/<iframe [^>]*sandbox="allow-scripts allow-forms allow-popups allow-same-origin"/);
  });

  test('removing the frame restores the original page', async () => {
    const before = await read();
    await publish('reviews');
    expect((await read()).text).not.toBe(before.text);
    await removeAll();
    expect(await read()).toEqual(before);
  });

  test('a page with a frame stays byte-identical as long as its session lasts', async () => {
    await publish('reviews');
    // The session window can end between two reads, but not between both pairs.
    const pairs = [
      [await read(), await read()],
      [await read(), await read()],
    ] as const;
    expect(pairs.some(([one, other]) => one.text === other.text)).toBe(true);
  });

  test("a frame's session names the page but no guest", async () => {
    const { id } = await publish('reviews');
    const { payload } = await jwtVerify(
      sessionIn((await read()).text),
      new TextEncoder().encode(app.clientSecret),
    );
    expect(payload).toEqual({
      iss: 'platform',
      aud: app.clientId,
      kind: 'storefront',
      install_id: expect.any(Number),
      storefront: storefrontId,
      placement: id,
      page: 'stay',
      unit_type_id: stay.split('/').at(-1),
      locale: 'en',
      origin: `http://lakeside.localhost:${platform.port}`,
      settings: { style: 'plain', note: null },
      settings_version: expect.any(Number),
      iat: expect.any(Number),
      exp: Number(payload.iat) + 300,
    });
  });

  test("the SDK verifies a frame's session", async () => {
    const { id } = await publish('reviews');
    const claims = await verifyFrameToken(sessionIn((await read()).text), app);
    expect(claims).toMatchObject({
      kind: 'storefront',
      placement: id,
      page: 'stay',
      storefront: storefrontId,
    });
  });

  test("a frame's session can't be used for an embedded page", async () => {
    await publish('reviews');
    const token = sessionIn((await read()).text);
    await expect(verifySessionToken(token, app)).rejects.toMatchObject({ code: 'bad_claims' });
  });

  test('a page gives its frame a new session on request', async () => {
    const { id } = await publish('reviews');
    const { text, status } = await read(`/injections/${id}/session?page=stay&unit_type=1`);
    expect(status).toBe(200);
    const { payload } = await jwtVerify(JSON.parse(text).token, new TextEncoder().encode(app.clientSecret));
    expect(payload).toMatchObject({ placement: id, page: 'stay', unit_type_id: '1' });
    await removeAll();
    expect((await read(`/injections/${id}/session?page=stay`)).status).toBe(404);
  });
});

describe('settings of a placement', () => {
  const claimsOf = async () => verifyFrameToken(sessionIn((await read()).text), app);
  const set = (id: string, values: Readonly<Record<string, string>>) =>
    fillIn(platform, owner, app.slug, values, { per: 'placement', id });

  test("a placement's settings are in its frame's token, without secrets", async () => {
    const { id } = await publish('reviews');
    const before = await claimsOf();
    await set(id, { style: 'cards', key: 'sk-4242-4242' });
    const { settings, settings_version } = await claimsOf();
    expect(settings).toEqual({ style: 'cards', note: null });
    expect(settings_version).toBe(before.settings_version + 1);
  });

  test("a placement's settings don't apply to another placement", async () => {
    const { id } = await publish('reviews');
    await set(id, { style: 'cards' });
    await removeAll();
    await publish('map');
    expect((await claimsOf()).settings).toEqual({ style: 'plain', note: null });
  });

  test("a placement's settings are omitted from the token if they're too long for a URL", async () => {
    const { id } = await publish('reviews');
    await set(id, { note: 'x'.repeat(3_000) });
    expect((await claimsOf()).settings).toBeNull();
  });

  test("an app reads a placement's settings and secrets with its runtime token", async () => {
    const { id } = await publish('reviews');
    await set(id, { style: 'cards', key: 'sk-4242-4242' });
    const query = `{ currentInstall { settings(per: placement, id: "${id}") { key value } } }`;
    const { data } = await graphql(platform.address, query, { token: app.token, version: 'unstable' });
    expect(data?.currentInstall.settings).toEqual([
      { key: 'style', value: 'cards' },
      { key: 'note', value: null },
      { key: 'key', value: 'sk-4242-4242' },
    ]);
  });
});

describe('a page view', () => {
  const placementsReadBy = async (path = stay) => {
    const { statements } = await statementsOf(() => read(path));
    return statements.filter((statement) => statement.includes('injection_placement'));
  };

  test("a page view reads no placements once they're cached", async () => {
    const { placement } = await place('reviews');
    const { pathname, search } = new URL(placement.previewUrl);
    expect(await placementsReadBy(pathname + search)).toHaveLength(1); // a preview always reads them
    await move('injectionPublish', placement.id);
    // PostgreSQL can still send one more notification of the change.
    await eventually(placementsReadBy, (statements) => statements.length === 0);
    expect((await read()).text).toContain('<iframe');
  });
});

describe('links and meta elements', () => {
  test('links and meta elements are on the page without scripts', async () => {
    await publish('book', 'home.bottom');
    await publish('verify', 'head');
    const { text, csp } = await read('/');
    expect(text).toContain(`href="${origin}/book"`);
    expect(text).toContain('<meta name="google-site-verification" content="abc">');
    expect(csp).not.toMatch(/script-src|frame-src|connect-src/);
  });
});

describe('a script of a reviewed app', () => {
  const INTEGRITY = `sha384-${'A'.repeat(64)}`;
  const slug = 'voices-script';

  test("a page allows a reviewed app's script by its URL and pinned hash", async () => {
    const url = `${origin}/lib/voices.js`;
    await publishApp(platform, {
      slug,
      type: 'injection',
      injections: [
        { handle: 'one', kind: 'script', url, integrity: INTEGRITY },
        { handle: 'two', kind: 'script', url: `${origin}/two.js`, integrity: INTEGRITY },
      ],
    });
    await ask('mutation ($slug: String!) { appInstall(slug: $slug) { userErrors { message } } }', { slug });
    const publishScript = async (handle: string) => {
      const { it } = await ask(
        `mutation ($input: InjectionPlaceInput!) { it: injectionPlace(input: $input) { ${PLACED} } }`,
        { input: { storefrontId, appSlug: slug, handle, target: 'body.end' } },
      );
      return move('injectionPublish', it.placement.id);
    };
    expect((await publishScript('one')).userErrors).toEqual([]);
    const { text, csp } = await read();
    expect(text).toContain(
      `<script type="module" async src="${url}" integrity="${INTEGRITY}" crossorigin="anonymous"></script>`,
    );
    expect(csp).toContain(`script-src ${url}; style-src`);
    expect(csp).toContain(`connect-src ${origin}; form-action`);
    expect((await publishScript('two')).userErrors).toMatchObject([{ code: 'PLACEMENT_LIMIT' }]);
  });

  test("a reviewed app's script appears on no form page", async () => {
    const { it } = await ask(
      `mutation ($input: InjectionPlaceInput!) { it: injectionPlace(input: $input) { ${PLACED} } }`,
      { input: { storefrontId, appSlug: slug, handle: 'one', target: 'body.end' } },
    );
    await move('injectionPublish', it.placement.id);
    const query = new URLSearchParams({ check_in: daysAhead(40), check_out: daysAhead(42), adults: '2' });
    const { status, text, csp } = await read(`${stay}/book?${query}`);
    expect([status, text.includes('<script'), csp.includes('script-src')]).toEqual([200, false, false]);
  });
});

test("a page with an app's frame, which has a session, is neither compressed nor kept", async () => {
  const browser = { ...HTML, 'accept-encoding': 'br' };
  const before = await http.get(stay, browser);
  expect(before.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': expect.stringContaining('public'),
  });
  await publish('reviews');
  const { headers, text } = await http.get(stay, { ...browser, 'if-none-match': before.headers.etag ?? '' });
  expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'accept-language, cookie' });
  expect([headers.etag, headers['content-encoding']]).toEqual([undefined, undefined]);
  expect(sessionIn(text)).not.toBe('');
});

describe('what needs consent', () => {
  test("an element that needs consent isn't loaded before the guest agrees", async () => {
    await publish('ads');
    const { text, csp, vary } = await read();
    expect([text.includes('<iframe'), csp.includes('frame-src'), vary]).toEqual([
      false,
      false,
      'accept-language, cookie',
    ]);
    expect(text).toContain('<form method="post" action="/consent">');
  });

  test('an element that needs consent loads once the guest agrees through a form without scripts', async () => {
    await publish('ads');
    const back = encodeURIComponent(stay);
    const { status, headers } = await sendForm(`choice=all&back=${back}`);
    const cookie = String(headers['set-cookie']);
    expect([status, headers.location]).toEqual([303, stay]);
    expect(cookie).toMatch(
      /^consent=preferences\.statistics\.marketing; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax/,
    );
    expect((await read(stay, { cookie: cookie.split(';')[0] })).text).toContain(`${origin}/ads?`);
    expect((await read(stay, { cookie: 'consent=statistics' })).text).not.toContain('<iframe');
  });

  test.each(['constructor', 'toString', '__proto__', ''])(
    'an invalid consent choice, such as %j, saves the ticked kinds',
    async (choice) => {
      const { status, headers } = await sendForm(
        `choice=${choice}&kind=statistics&back=${encodeURIComponent(stay)}`,
      );
      expect([status, String(headers['set-cookie'])]).toEqual([
        303,
        expect.stringMatching(/^consent=statistics;/),
      ]);
    },
  );

  test('the consent form never redirects to another site', async () => {
    for (const back of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      '/.//evil.example',
      '/x/..//evil.example',
      '/%2e//evil.example',
      'javascript:alert(1)',
    ]) {
      const { headers } = await sendForm(`choice=none&back=${encodeURIComponent(back)}`);
      expect(headers.location).toBe('/');
    }
  });
});

describe('operators', () => {
  test("operators can remove an app's injections from every page until they resume the app", async () => {
    const before = await read();
    const { id } = await publish('reviews');
    const by = await operator(platform);
    const suspend = await ask(
      'mutation ($slug: String!) { it: injectionsSuspend(appSlug: $slug, reason: "It skims.") { changed userErrors { code } } }',
      { slug: app.slug },
      by,
    );
    expect(suspend.it).toEqual({ changed: 1, userErrors: [] });
    expect(await read()).toEqual(before);
    expect((await move('injectionPublish', id)).userErrors).toMatchObject([
      { code: 'SUSPENDED', message: /It skims/ },
    ]);
    await ask(
      'mutation ($slug: String!) { injectionsResume(appSlug: $slug) { changed } }',
      { slug: app.slug },
      by,
    );
    expect((await read()).text).toContain('<iframe');
  });
});

describe('another process', () => {
  let dataDir: string;
  let other: ServerProcess;
  let guest: StorefrontHttp;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'platform-injections-'));
    other = await startServerProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: platform.database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      WEBHOOK_ALLOW_PRIVATE: '1',
      ROLE: 'gateway',
    });
    guest = storefrontHttp(other.address, `lakeside.localhost:${other.port}`);
  });
  afterAll(async () => {
    await guest.close();
    await other.stop();
    await rm(dataDir, { recursive: true });
  });

  test('suspending an app in one process removes its frames in another', async () => {
    const frames = async () => (await guest.get(stay, HTML)).text.includes('<iframe');
    await publish('reviews');
    await eventually(frames, (shown) => shown);
    const by = await operator(platform);
    const { it } = await ask(
      'mutation ($slug: String!) { it: injectionsSuspend(appSlug: $slug, reason: "It skims.") { changed } }',
      { slug: app.slug },
      by,
    );
    expect(it).toEqual({ changed: 1 });
    await eventually(frames, (shown) => !shown);
    const resume = 'mutation ($slug: String!) { injectionsResume(appSlug: $slug) { changed } }';
    await ask(resume, { slug: app.slug }, by);
    await eventually(frames, (shown) => shown);
  });
});

describe('an install', () => {
  test('installing an app places its auto-placed entries as drafts', async () => {
    const auto = await installNewApp(platform, owner, {
      type: 'injection',
      injections: [entry('auto', { auto_place: true }), entry('other')],
    });
    const mine = await eventually(placed, (all) => all.length > 0);
    expect(mine).toMatchObject([{ handle: 'auto', status: 'draft' }]);
    await uninstall(auto.slug);
    expect(await placed()).toEqual([]);
  });

  test('uninstalling an app removes its injections from the next page view', async () => {
    const before = await read();
    const short = await installNewApp(platform, owner, { type: 'injection', injections: [entry('short')] });
    const { placement } = (
      await ask(
        `mutation ($input: InjectionPlaceInput!) { it: injectionPlace(input: $input) { ${PLACED} } }`,
        {
          input: { storefrontId, appSlug: short.slug, handle: 'short', target: 'stay.bottom' },
        },
      )
    ).it;
    await move('injectionPublish', placement.id);
    expect((await read()).text).toContain('<iframe');
    await uninstall(short.slug);
    expect(await read()).toEqual(before);
  });
});

const uninstall = (slug: string) =>
  ask('mutation ($slug: String!) { appUninstall(slug: $slug) { userErrors { code message } } }', { slug });
