import { afterAll, beforeAll, expect, test } from 'vitest';
import { llms } from '#adapters/storefront-pages/discovery.ts';
import { storefrontHttp } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { ask } from '../support/developer.ts';
import { installEmbeddedApp } from '../support/embedded-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// Limits per address on pages for people (docs/interface/storefronts.md#limits).

const FRAME_SESSIONS = 3;
const PAGES = 40;
let platform: TestPlatform;
/** Ids of two frames on a stay's page. */
let frames: readonly string[];

beforeAll(async () => {
  platform = await startPlatform({
    WEBHOOK_ALLOW_PRIVATE: '1',
    AGENT_RATE_LIMIT: String(FRAME_SESSIONS),
    PUBLIC_RATE_LIMIT: String(PAGES),
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const { host: viewer, ...owner } = await demoHost(platform, 'lakeside');
  const origin = 'http://127.0.0.1:9';
  const entry = (handle: string) => ({ handle, target: 'stay.bottom', url: `${origin}/${handle}` });
  const { slug: appSlug } = await installEmbeddedApp(platform, { host: viewer, ...owner }, `${origin}/page`, {
    type: 'injection',
    injections: [entry('greedy'), entry('quiet')],
  });
  const { storefronts } = await ask<{ storefronts: { id: string }[] }>(
    platform,
    viewer,
    '{ storefronts { id } }',
  );
  const place = async (handle: string) => {
    const { it } = await ask<{ it: { placement: { id: string } } }>(
      platform,
      viewer,
      'mutation ($input: InjectionPlaceInput!) { it: injectionPlace(input: $input) { placement { id } } }',
      { input: { storefrontId: storefronts[0]?.id, appSlug, handle, target: 'stay.bottom' } },
    );
    const { id } = it.placement;
    await ask(platform, viewer, 'mutation ($id: ID!) { injectionPublish(id: $id) { placement { id } } }', {
      id,
    });
    return id;
  };
  frames = [await place('greedy'), await place('quiet')];
});
afterAll(() => platform.close());

/** A visitor with their own address. */
function visitor(address: string) {
  const http = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
  return async (path: string) =>
    (await http.get(path, { accept: 'text/html', 'x-forwarded-for': address })) as {
      readonly status: number;
      readonly text: string;
      readonly headers: Readonly<Record<string, unknown>>;
    };
}

const sessionOf = (frame: string | undefined) => `/injections/${frame}/session?page=stay`;

test("a frame that requests sessions continuously doesn't block another", async () => {
  const get = visitor('192.0.2.1');
  const [greedy, quiet] = frames;
  const statuses: number[] = [];
  for (let count = 0; count < FRAME_SESSIONS + 2; count++)
    statuses.push((await get(sessionOf(greedy))).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect((await get(sessionOf(quiet))).status).toBe(200);
  expect((await get('/')).status).toBe(200);
});

test('made-up placement ids share one budget', async () => {
  const get = visitor('192.0.2.2');
  const statuses: number[] = [];
  for (let id = 1; id <= FRAME_SESSIONS + 2; id++) statuses.push((await get(sessionOf(`90000${id}`))).status);
  expect(statuses).toEqual([404, 404, 404, 429, 429]);
});

test('an address that opens guest pages continuously gets 429', async () => {
  const get = visitor('192.0.2.3');
  const answers = await Promise.all(Array.from({ length: PAGES + 20 }, () => get('/')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(PAGES);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused[0]?.text).toContain('Too many requests');
  expect((await visitor('192.0.2.4')('/')).status).toBe(200);
});

test('requests for missing pages count against the page budget', async () => {
  const get = visitor('192.0.2.5');
  const answers = await Promise.all(Array.from({ length: PAGES + 20 }, () => get('/no/such/page')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]));
});

test("unknown clients' requests don't use up platform-cli's poll limit", async () => {
  const token = (form: Record<string, string>) =>
    fetch(`${platform.address}/oauth/token`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.6' },
      body: new URLSearchParams(form),
    });
  const unknown = { grant_type: 'authorization_code', client_id: 'made-up', client_secret: 'x', code: 'x' };
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length < 200) statuses.push((await token(unknown)).status);
  expect(statuses.at(-1)).toBe(429);
  const poll = await token({
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: 'platform-cli',
    device_code: 'x',
  });
  expect([poll.status, await poll.json()]).toEqual([
    400,
    { error: 'invalid_grant', error_description: expect.any(String) },
  ]);
});

test.each([
  ['](https://evil.example) [x', '\\]\\(https\\://evil.example\\) \\[x'],
  ['# Stay\n## For agents', '\\# Stay \\#\\# For agents'],
  ['<script>alert(1)</script>', '\\<script\\>alert\\(1\\)\\</script\\>'],
  ['`code` *bold* _it_', '\\`code\\` \\*bold\\* \\_it\\_'],
  ['Haus\u202e\u200b am See', 'Haus am See'],
  ['Chalet Müller & Söhne', 'Chalet Müller \\& Söhne'],
])('llms.txt prints the name %j as text', (name, printed) => {
  const storefront = { name, baseUrl: 'https://stay.example', agentBookings: true, instantBooking: true };
  const text = llms(
    { ...storefront, policies: [{ kind: 'faq', title: name }] } as unknown as Parameters<typeof llms>[0],
    [{ id: '1', name, maxGuests: 2, property: { name } }] as unknown as Parameters<typeof llms>[1],
  );
  expect(text.split('\n')[0]).toBe(`# ${printed}`);
  expect(text).toContain(`- [${printed}, ${printed}](https://stay.example/stays/1): up to 2 guests`);
  expect(text).toContain(`- [${printed}](https://stay.example/policies/faq)`);
});
