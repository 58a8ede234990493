import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statements } from '#db/transaction.ts';
import { purgeMedia } from '#subgraphs/catalog/media/commands/purge-media.ts';
import { ask, contextOf, type Developer, newDeveloper } from '../support/developer.ts';
import { plainPhoto, uploadPhoto } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/storefronts.md#look: the draft, publication and earlier looks, through the host API.

let platform: TestPlatform;
let host: Developer;
beforeAll(async () => {
  platform = await startPlatform();
  host = await newDeveloper(platform);
});
afterAll(async () => {
  await platform.close();
});

interface Look {
  readonly version: number;
  readonly changed: boolean;
  readonly draft: Readonly<Record<string, unknown>> & { readonly tagline: string | null };
  readonly published: { readonly version: number; readonly publishedAt: string } | null;
  readonly history: readonly { readonly version: number; readonly publishedAt: string }[];
  readonly previewUrl: string;
}
interface Payload {
  readonly look: Look | null;
  readonly userErrors: readonly {
    readonly code: string;
    readonly field: readonly string[] | null;
    readonly message: string;
  }[];
}

const LOOK = `version changed previewUrl published { version publishedAt } history { version publishedAt }
  draft { tagline about accent { light dark } background logoId faviconId heroId hero { status } heroFocus { x y }
    contact { phone email } social { kind url } fontPair corners density sections }`;
const PAYLOAD = `{ look { ${LOOK} } userErrors { code field message } }`;

let opened = 0;
/** Opens a storefront whose look has never changed. */
async function storefront(): Promise<{ readonly id: string; readonly domain: string }> {
  const slug = `look-${++opened}`;
  const { storefrontCreate } = await ask<{ storefrontCreate: { storefront: { id: string } } }>(
    platform,
    host.host,
    'mutation ($input: StorefrontCreateInput!) { storefrontCreate(input: $input) { storefront { id } } }',
    { input: { name: 'Seehof', slug } },
  );
  return { id: storefrontCreate.storefront.id, domain: `${slug}.localhost` };
}

const set = async (input: object, by: Developer = host): Promise<Payload> =>
  (
    await ask<{ storefrontLookSet: Payload }>(
      platform,
      by.host,
      `mutation ($input: StorefrontLookSetInput!) { storefrontLookSet(input: $input) ${PAYLOAD} }`,
      { input },
    )
  ).storefrontLookSet;

const move = async (
  mutation: 'storefrontLookPublish' | 'storefrontLookRestore',
  storefrontId: string,
  version: number,
  by: Developer = host,
): Promise<Payload> =>
  (
    await ask<Record<string, Payload>>(
      platform,
      by.host,
      `mutation ($id: ID!, $version: Int!) { ${mutation}(storefrontId: $id, version: $version) ${PAYLOAD} }`,
      { id: storefrontId, version },
    )
  )[mutation] as Payload; // the only field requested

const read = async (storefrontId: string, by: Developer = host): Promise<Look | null> =>
  (
    await ask<{ storefrontLook: Look | null }>(
      platform,
      by.host,
      `query ($id: ID!) { storefrontLook(storefrontId: $id) { ${LOOK} } }`,
      { id: storefrontId },
    )
  ).storefrontLook;

/** Sets a tagline and publishes it; returns the look. */
async function publishTagline(storefrontId: string, version: number, tagline: string): Promise<Look> {
  const { look } = await set({ storefrontId, version, tagline });
  const published = await move('storefrontLookPublish', storefrontId, look?.version ?? -1);
  if (!published.look) throw new Error(JSON.stringify(published.userErrors));
  return published.look;
}

const get = async (domain: string, path = '/', more: Readonly<Record<string, string>> = {}) => {
  const { statusCode, headers, body } = await request(`${platform.address}${path}`, {
    headers: { host: domain, accept: 'text/html', ...more },
  });
  return { status: statusCode, headers, text: Buffer.from(await body.arrayBuffer()).toString('latin1') };
};
/** Headers of a browser that loads a frame of the same origin. */
const FRAME = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };
const policyOf = ({ headers }: Awaited<ReturnType<typeof get>>) => `${headers['content-security-policy']}`;
/** Content security policy sources for a page's style elements. */
const hashesIn = (text: string) =>
  [
    ...Buffer.from(text, 'latin1')
      .toString()
      .matchAll(/<style>(.*?)<\/style>/gs),
  ].map(([, rules = '']) => `'sha256-${createHash('sha256').update(rules).digest('base64')}'`);

test('a look that never changed has version 0, the platform’s defaults and no history', async () => {
  const { id } = await storefront();
  expect(await read(id)).toMatchObject({
    version: 0,
    changed: false,
    published: null,
    history: [],
    draft: {
      tagline: null,
      accent: null,
      fontPair: 'system',
      corners: 'rounded',
      density: 'comfortable',
      heroFocus: { x: 0.5, y: 0.5 },
      sections: ['search', 'about', 'stays', 'contact', 'agents'],
    },
  });
});

test('the draft keeps every field, and omitted fields keep their values', async () => {
  const { id: storefrontId } = await storefront();
  const hero = await uploadPhoto(platform, host.host, await plainPhoto());
  const given = {
    tagline: 'Rooms by the lake',
    about: 'A house from 1870.\n\nFour rooms.',
    accent: { light: '#7a3b12', dark: '#f0b48a' },
    background: '#fdf8f2',
    heroId: hero.id,
    heroFocus: { x: 0.25, y: 0.75 },
    contact: { phone: '+41 33 951 00 00', email: 'hello@example.com' },
    social: [{ kind: 'instagram', url: 'https://instagram.com/seehof' }],
    fontPair: 'fraunces_inter',
    corners: 'soft',
    density: 'airy',
    sections: ['about', 'search', 'stays'],
  };
  const { look } = await set({ storefrontId, version: 0, ...given });
  expect(look).toMatchObject({ version: 1, changed: true, draft: { ...given, hero: { status: 'ready' } } });
  const { look: next } = await set({ storefrontId, version: 1, tagline: null });
  expect(next).toMatchObject({ version: 2, draft: { ...given, tagline: null } });
});

test('a refused accent changes nothing, and the suggested color is accepted', async () => {
  const { id: storefrontId } = await storefront();
  const refused = await set({ storefrontId, version: 0, accent: { light: '#ffcc00', dark: '#ffcc00' } });
  expect(refused).toMatchObject({
    look: null,
    userErrors: [{ code: 'INVALID', field: ['input', 'accent'] }],
  });
  const [nearest = ''] = /#[0-9a-f]{6}/.exec(refused.userErrors[0]?.message ?? '') ?? [];
  expect(await read(storefrontId)).toMatchObject({ version: 0 });
  expect(await set({ storefrontId, version: 0, accent: { light: nearest, dark: '#ffcc00' } })).toMatchObject({
    look: { draft: { accent: { light: nearest } } },
    userErrors: [],
  });
});

test('a stale version is refused by every change', async () => {
  const { id: storefrontId } = await storefront();
  await set({ storefrontId, version: 0, tagline: 'One' });
  const stale = [{ code: 'STALE_VERSION', field: ['input', 'version'] }];
  expect(await set({ storefrontId, version: 0, tagline: 'Two' })).toMatchObject({ userErrors: stale });
  expect(await move('storefrontLookPublish', storefrontId, 0)).toMatchObject({ userErrors: stale });
  expect(await read(storefrontId)).toMatchObject({ version: 1, published: null, draft: { tagline: 'One' } });
});

test('exactly one of several changes that race on one version is made', async () => {
  const { id: storefrontId } = await storefront();
  await set({ storefrontId, version: 0, tagline: 'Start' });
  const raced = await Promise.all([
    ...['A', 'B', 'C'].map((tagline) => set({ storefrontId, version: 1, tagline })),
    move('storefrontLookPublish', storefrontId, 1),
    move('storefrontLookPublish', storefrontId, 1),
  ]);
  const made = raced.filter(({ look }) => look);
  expect(made).toHaveLength(1);
  for (const { look, userErrors } of raced)
    if (!look) expect(userErrors).toMatchObject([{ code: 'STALE_VERSION' }]);
  expect(await read(storefrontId)).toEqual({ ...made[0]?.look, previewUrl: expect.any(String) });
});

test('publishing keeps five earlier looks, and restoring one makes it the draft only', async () => {
  const { id: storefrontId } = await storefront();
  let version = 0;
  for (let round = 1; round <= 8; round++)
    version = (await publishTagline(storefrontId, version, `Round ${round}`)).version;
  const look = await read(storefrontId);
  expect(look).toMatchObject({ changed: false, published: { version: 15 } });
  expect(look?.history.map((one) => one.version)).toEqual([13, 11, 9, 7, 5]);
  const unknown = await move('storefrontLookRestore', storefrontId, 3);
  expect(unknown).toMatchObject({ look: null, userErrors: [{ code: 'NOT_FOUND' }] });
  const restored = await move('storefrontLookRestore', storefrontId, 5);
  expect(restored.look).toMatchObject({
    version: version + 1,
    changed: true,
    draft: { tagline: 'Round 3' },
    published: { version: 15 },
  });
  const { look: again } = await move('storefrontLookPublish', storefrontId, version + 1);
  expect(again?.history.map((one) => one.version)).toEqual([15, 13, 11, 9, 7]);
});

test('another team can neither read nor change a look, nor use its photos', async () => {
  const { id: storefrontId } = await storefront();
  const other = await newDeveloper(platform);
  expect(await read(storefrontId, other)).toBeNull();
  const missing = [{ code: 'NOT_FOUND', field: ['input', 'storefrontId'] }];
  expect(await set({ storefrontId, version: 0, tagline: 'Ours' }, other)).toMatchObject({
    userErrors: missing,
  });
  expect(await move('storefrontLookPublish', storefrontId, 0, other)).toMatchObject({ userErrors: missing });
  expect(await move('storefrontLookRestore', storefrontId, 0, other)).toMatchObject({ userErrors: missing });
  const photo = await uploadPhoto(platform, other.host, await plainPhoto());
  expect(await set({ storefrontId, version: 0, logoId: photo.id })).toMatchObject({
    userErrors: [{ code: 'NOT_FOUND', field: ['input', 'logoId'] }],
  });
});

test('a closed storefront’s look can’t be changed', async () => {
  const { id: storefrontId } = await storefront();
  await ask(platform, host.host, 'mutation ($id: ID!) { storefrontClose(id: $id) { storefront { id } } }', {
    id: storefrontId,
  });
  expect(await set({ storefrontId, version: 0, tagline: 'Closed' })).toMatchObject({
    userErrors: [{ code: 'CLOSED' }],
  });
});

test('the activity log records a draft once an hour, and every publication and restoration', async () => {
  const author = await newDeveloper(platform);
  const before = host;
  host = author;
  const { id: storefrontId } = await storefront();
  const { version } = await publishTagline(storefrontId, 0, 'One');
  await publishTagline(storefrontId, version, 'Two');
  await move('storefrontLookRestore', storefrontId, 1);
  host = before;
  const { teamEvents } = await ask<{ teamEvents: { nodes: { kind: string; subject: string }[] } }>(
    platform,
    author.host,
    '{ teamEvents(first: 20) { nodes { kind subject } } }',
  );
  expect(teamEvents.nodes.filter(({ kind }) => kind.startsWith('storefront_look'))).toEqual(
    ['restored', 'published', 'published', 'updated'].map((what) => ({
      kind: `storefront_look.${what}`,
      subject: 'Seehof',
    })),
  );
});

test('a photo in an earlier look isn’t deleted as unused', async () => {
  const { id: storefrontId } = await storefront();
  const [kept, unused] = [
    await uploadPhoto(platform, host.host, await plainPhoto()),
    await uploadPhoto(platform, host.host, await plainPhoto()),
  ];
  await set({ storefrontId, version: 0, heroId: kept.id });
  const { look } = await move('storefrontLookPublish', storefrontId, 1);
  await set({ storefrontId, version: look?.version ?? 0, heroId: null });
  await move('storefrontLookPublish', storefrontId, 3);
  const ctx = contextOf(platform);
  await sql`UPDATE catalog.media SET updated_at = now() - interval '8 days'`.execute(statements(ctx));
  await purgeMedia(ctx);
  const { one, other } = await ask<{ one: object | null; other: object | null }>(
    platform,
    host.host,
    'query ($one: ID!, $other: ID!) { one: media(id: $one) { id } other: media(id: $other) { id } }',
    { one: kept.id, other: unused.id },
  );
  expect([one, other]).toEqual([{ id: kept.id }, null]);
});

test('a storefront without a published look has plain pages, whatever its draft contains', async () => {
  const { id: storefrontId, domain } = await storefront();
  const before = await get(domain);
  await set({
    storefrontId,
    version: 0,
    tagline: 'Only a draft',
    fontPair: 'karla',
    accent: { light: '#7a3b12', dark: '#f0b48a' },
  });
  const page = await get(domain);
  expect(page.text).toBe(before.text);
  expect(policyOf(page)).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
});

test('a published look is on every page, in one `:root` block whose hash is in the policy', async () => {
  const { id: storefrontId, domain } = await storefront();
  const photo = await uploadPhoto(platform, host.host, await plainPhoto());
  await set({
    storefrontId,
    version: 0,
    tagline: 'Rooms <by> the lake',
    about: 'A house from 1870.\n\nFour rooms.',
    accent: { light: '#7a3b12', dark: '#f0b48a' },
    background: '#fdf8f2',
    logoId: photo.id,
    faviconId: photo.id,
    heroId: photo.id,
    heroFocus: { x: 0.2, y: 0.8 },
    contact: { phone: '+41 33 951 00 00', email: 'hello@example.com' },
    social: [{ kind: 'instagram', url: 'https://instagram.com/seehof' }],
    fontPair: 'fraunces_inter',
    corners: 'square',
    sections: ['stays', 'search', 'contact', 'about'],
  });
  await move('storefrontLookPublish', storefrontId, 1);
  const home = await get(domain);
  const { text } = home;
  for (const shown of [
    '<p class="tagline">Rooms &lt;by&gt; the lake</p>',
    '<p>A house from 1870.</p>',
    '<a href="tel:+41339510000">+41 33 951 00 00</a>',
    '<a href="mailto:hello@example.com">',
    'href="https://instagram.com/seehof" rel="me noopener noreferrer"',
    `<link rel="icon" href="/media/${photo.sha256}/320">`,
    `<meta property="og:image" content="http://${domain}/media/${photo.sha256}/1600">`,
    '<meta property="og:description" content="Rooms &lt;by&gt; the lake">',
    '--light-accent:#7a3b12',
    '--dark-accent:#f0b48a',
    '--light-ground:#fdf8f2',
    '--corner:0',
  ])
    expect(text).toContain(shown);
  expect(text).toMatch(/<div class="hero"><img class="fx2 fy8"/);
  expect(text.indexOf('id="contact"')).toBeLessThan(text.indexOf('id="about"'));
  expect(text).not.toContain('<script');
  for (const page of [home, await get(domain, '/nowhere')]) {
    expect(page.text).toMatch(
      new RegExp(`<header><a class="brand" href="/"><img src="/media/${photo.sha256}/320"`),
    );
    const sources = /style-src ([^;]+);/.exec(policyOf(page))?.[1]?.split(' ');
    expect(sources).toEqual(hashesIn(page.text));
    expect(page.text.match(/:root\{--/g)).toHaveLength(1);
  }
});

test('a look’s fonts come from the storefront itself, are preloaded, and can be kept forever', async () => {
  const { id: storefrontId, domain } = await storefront();
  await set({ storefrontId, version: 0, fontPair: 'lora_karla' });
  await move('storefrontLookPublish', storefrontId, 1);
  const page = await get(domain);
  expect(policyOf(page)).toContain("font-src 'self'");
  const preloaded = [
    ...page.text.matchAll(/<link rel="preload" href="([^"]+)" as="font" type="font\/woff2" crossorigin>/g),
  ];
  const used = [...page.text.matchAll(/src:url\(([^)]+)\)[^}]*font-display:optional/g)];
  expect(preloaded.map(([, path]) => path)).toEqual(used.map(([, path]) => path));
  expect(preloaded).toHaveLength(2);
  for (const [, path = ''] of preloaded) {
    const font = await get(domain, path);
    expect(font.text.slice(0, 4)).toBe('wOF2');
    expect(font.headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  }
  expect((await get(domain, '/fonts/karla.000000000000.woff2')).status).toBe(404);
});

test('a look’s words are marked with the storefront’s language on pages in another language', async () => {
  const { id: storefrontId, domain } = await storefront();
  const words = { tagline: 'Rooms by the lake', about: 'A house from 1870.' };
  await set({ storefrontId, version: 0, ...words });
  await move('storefrontLookPublish', storefrontId, 1);
  const english = (await get(domain, '/?lang=en')).text;
  for (const shown of [
    '<p class="tagline">Rooms',
    '<p>A house from 1870.</p>',
    '<meta name="description" content="Rooms by the lake">',
  ])
    expect(english).toContain(shown);
  const german = (await get(domain, '/?lang=de')).text;
  for (const shown of ['<p class="tagline" lang="en">Rooms', '<p lang="en">A house from 1870.</p>'])
    expect(german).toContain(shown);
  expect(german).not.toContain('content="Rooms by the lake"');
});

test('only a preview token shows the draft, and no cache keeps it', async () => {
  const { id: storefrontId, domain } = await storefront();
  const { look } = await set({ storefrontId, version: 0, tagline: 'Coming soon' });
  const { search } = new URL(look?.previewUrl ?? '');
  const preview = await get(domain, `/${search}`);
  expect(preview.text).toContain('Coming soon');
  expect(preview.headers['cache-control']).toBe('no-store');
  for (const path of ['/', `/${search.slice(0, -1)}_`, '/?preview=1.x'])
    expect((await get(domain, path)).text).not.toContain('Coming soon');
  const other = await storefront();
  expect((await get(other.domain, `/${search}`)).text).not.toContain('Coming soon');
});

test('only the panel’s own origin frames a preview, which never contains scripts', async () => {
  const { id: storefrontId, domain } = await storefront();
  const { look } = await set({ storefrontId, version: 0, tagline: 'Coming soon' });
  const { search } = new URL(look?.previewUrl ?? '');
  const preview = await get('localhost', `/look-preview/${domain}${search}`, FRAME);
  expect(preview.text).toContain('Coming soon');
  expect(preview.headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' });
  expect(policyOf(preview)).toContain("frame-ancestors 'self'");
  expect(policyOf(preview)).not.toContain('script-src');
  const other = await storefront();
  for (const [host, path] of [
    [domain, `/look-preview/${domain}${search}`],
    ['localhost', `/look-preview/${domain}`],
    ['localhost', `/look-preview/${domain}${search.slice(0, -1)}_`],
    ['localhost', `/look-preview/${other.domain}${search}`],
    ['localhost', `/look-preview/nowhere.localhost${search}`],
  ] as const)
    expect((await get(host, path, FRAME)).status).toBe(404);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['a page', { ...FRAME, 'sec-fetch-dest': 'document' }],
  ["another site's frame", { ...FRAME, 'sec-fetch-site': 'cross-site' }],
  ["a storefront's frame", { ...FRAME, 'sec-fetch-site': 'same-site' }],
  ['a program', {}],
])('a preview on the panel’s origin doesn’t open in %s', async (_name, headers) => {
  const { id: storefrontId, domain } = await storefront();
  const { look } = await set({ storefrontId, version: 0, tagline: 'Coming soon' });
  const { search } = new URL(look?.previewUrl ?? '');
  const { status, text } = await get('localhost', `/look-preview/${domain}${search}`, headers);
  expect([status, text.includes('Coming soon')]).toEqual([404, false]);
});

test('a look that another process publishes appears on the pages', async () => {
  const { id, domain } = await storefront();
  await publishTagline(id, 0, 'Rooms by the lake');
  await expect.poll(async () => (await get(domain)).text).toContain('Rooms by the lake');
  // Another process's writes reach this one only through the database.
  await sql`
    UPDATE catalog.storefront_looks SET live = jsonb_set(live, '{look,tagline}', '"Rooms by the mill"')
    WHERE storefront_id = ${Number(id)}`.execute(statements(contextOf(platform)));
  await expect.poll(async () => (await get(domain)).text).toContain('Rooms by the mill');
});
