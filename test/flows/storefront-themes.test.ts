import { sql } from 'kysely';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statements } from '#db/transaction.ts';
import { followTheme } from '#subgraphs/catalog/themes/commands/follow-theme.ts';
import { ask, contextOf, type Developer, newDeveloper } from '../support/developer.ts';
import { releaseTheme } from '../support/live-themes.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/storefront-themes.md: themes on storefronts, through the host API.

let platform: TestPlatform;
let host: Developer;
beforeAll(async () => {
  platform = await startPlatform();
  host = await newDeveloper(platform);
});
afterAll(async () => {
  await platform.close();
});

interface PlacedTheme {
  readonly id: string;
  readonly slug: string;
  readonly status: string;
  readonly settingsVersion: number;
  readonly problem: string | null;
  readonly values: readonly { readonly key: string; readonly value: string }[];
  readonly version: { readonly id: string; readonly label: string };
}
interface Payload {
  readonly theme: PlacedTheme | null;
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] | null }[];
}

const THEME = 'id slug status settingsVersion problem values { key value } version { id label }';
const PAYLOAD = `{ theme { ${THEME} } userErrors { code field message } }`;

let opened = 0;
async function storefront(): Promise<{ readonly id: string; readonly domain: string }> {
  const slug = `themed-${++opened}`;
  const { storefrontCreate } = await ask<{ storefrontCreate: { storefront: { id: string } } }>(
    platform,
    host.host,
    'mutation ($input: StorefrontCreateInput!) { storefrontCreate(input: $input) { storefront { id } } }',
    { input: { name: 'Seehof', slug } },
  );
  return { id: storefrontCreate.storefront.id, domain: `${slug}.localhost` };
}

const call = async (mutation: string, by: Developer = host): Promise<Payload> => {
  const done = await ask<Record<string, Payload>>(platform, by.host, `mutation { ${mutation} ${PAYLOAD} }`);
  return Object.values(done)[0] as Payload; // the only field requested
};
const install = (storefrontId: string, slug: string, by?: Developer) =>
  call(`themeInstall(storefrontId: "${storefrontId}", slug: "${slug}")`, by);
const publish = (id: string, by?: Developer) => call(`themePublish(id: "${id}")`, by);
const rollback = (storefrontId: string) => call(`themeRollback(storefrontId: "${storefrontId}")`);
const remove = (id: string) => call(`themeRemove(id: "${id}")`);
const set = (id: string, version: number, key: string, value: string | null) =>
  call(
    `themeSettingsSet(id: "${id}", version: ${version}, values: [{ key: "${key}", value: ${JSON.stringify(value)} }])`,
  );

async function installed(storefrontId: string, slug: string): Promise<PlacedTheme> {
  const { theme, userErrors } = await install(storefrontId, slug);
  if (!theme) throw new Error(JSON.stringify(userErrors));
  return theme;
}

const listed = async (storefrontId: string, by: Developer = host): Promise<readonly PlacedTheme[]> =>
  (
    await ask<{ themes: readonly PlacedTheme[] }>(
      platform,
      by.host,
      `{ themes(storefrontId: "${storefrontId}") { ${THEME} } }`,
    )
  ).themes;

interface Shown {
  readonly id: string;
  readonly revision: string;
  readonly number: number;
  readonly sha256: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** The theme that guest pages receive. */
const shown = async (domain: string): Promise<Shown | null> =>
  (
    await ask<{ storefrontByHost: { theme: Shown | null } }>(
      platform,
      { kind: 'public' },
      `{ storefrontByHost(host: "${domain}") { theme { id revision number sha256 settings } } }`,
    )
  ).storefrontByHost.theme;

const TITLED = `
[[settings]]
key = "title"
type = "text"
label = "Title"
[[settings]]
key = "columns"
type = "integer"
label = "Columns"
min = 1
max = 4
default = 2
`;
let named = 0;
/** Takes a new theme live, with the settings `title` and `columns`. */
async function theme(): Promise<string> {
  const slug = `lakeside-${++named}`;
  await releaseTheme(platform, host, { slug, settings: TITLED });
  return slug;
}

test('an installed theme with settings isn’t shown to guests until it’s published', async () => {
  const { id: storefrontId, domain } = await storefront();
  const { id, status, values } = await installed(storefrontId, await theme());
  expect({ status, values }).toEqual({ status: 'installed', values: [] });
  const changed = await set(id, 1, 'title', 'Rooms by the lake');
  expect(changed).toMatchObject({
    userErrors: [],
    theme: {
      id,
      status: 'draft',
      settingsVersion: 2,
      values: [{ key: 'title', value: 'Rooms by the lake' }],
    },
  });
  expect(await shown(domain)).toBeNull();
  expect((await publish(id)).theme).toMatchObject({ id, status: 'published' });
  expect(await shown(domain)).toMatchObject({
    id,
    revision: `${id}.2`,
    number: 1,
    settings: { title: 'Rooms by the lake' },
  });
});

test('a package is readable by its digest only if a version has it', async () => {
  const { id: storefrontId, domain } = await storefront();
  const { id } = await installed(storefrontId, await theme());
  await publish(id);
  const sha256 = (await shown(domain))?.sha256;
  const read = (digest: string | undefined) =>
    ask<{ themePackage: { json: string } | null }>(
      platform,
      { kind: 'public' },
      `{ themePackage(sha256: "${digest}") { json } }`,
    );
  expect(JSON.parse((await read(sha256)).themePackage?.json ?? '')).toMatchObject({
    sha256,
    settings: [{ key: 'title' }, { key: 'columns' }],
  });
  expect((await read('0'.repeat(64))).themePackage).toBeNull();
});

test('guests see the published theme’s settings while a draft has others', async () => {
  const { id: storefrontId, domain } = await storefront();
  const { id } = await installed(storefrontId, await theme());
  await set(id, 1, 'title', 'Old');
  await publish(id);
  const { theme: draft } = await set(id, 2, 'title', 'New');
  expect(draft).toMatchObject({ status: 'draft', settingsVersion: 3 });
  expect(draft?.id).not.toBe(id);
  expect(await shown(domain)).toMatchObject({ id, settings: { title: 'Old' } });
  expect((await set(id, 2, 'title', 'Newer')).userErrors).toMatchObject([{ code: 'STALE_VERSION' }]);
  await publish(draft?.id ?? '');
  expect(await shown(domain)).toMatchObject({ settings: { title: 'New' } });
  expect(await listed(storefrontId)).toMatchObject([{ status: 'published' }, { id, status: 'previous' }]);
});

test('settings that break the theme’s rules or are based on a stale version are refused', async () => {
  const { id: storefrontId } = await storefront();
  const { id } = await installed(storefrontId, await theme());
  for (const [key, value, code] of [
    ['columns', '5', 'INVALID'],
    ['rows', '5', 'UNKNOWN_SETTING'],
  ] as const)
    expect((await set(id, 1, key, value)).userErrors).toMatchObject([{ code, field: ['settings', key] }]);
  expect((await set(id, 1, 'columns', '3')).theme?.settingsVersion).toBe(2);
  expect((await set(id, 1, 'columns', '4')).userErrors).toMatchObject([{ code: 'STALE_VERSION' }]);
  expect((await set(id, 2, 'columns', null)).theme?.values).toEqual([]);
});

test('a rollback publishes the newest of five previous themes with its settings', async () => {
  const { id: storefrontId, domain } = await storefront();
  const slug = await theme();
  for (let round = 1; round <= 7; round++) {
    const { id } = await installed(storefrontId, slug);
    const { theme: draft, userErrors } = await set(
      id,
      (await settingsVersion(storefrontId, id)) ?? 0,
      'title',
      `${round}`,
    );
    expect(userErrors).toEqual([]);
    await publish(draft?.id ?? '');
  }
  const titles = async () =>
    (await listed(storefrontId)).map(({ status, values }) => `${status} ${values[0]?.value}`);
  expect(await titles()).toEqual([
    'published 7',
    'previous 6',
    'previous 5',
    'previous 4',
    'previous 3',
    'previous 2',
  ]);
  expect((await rollback(storefrontId)).theme?.values).toEqual([{ key: 'title', value: '6' }]);
  expect(await shown(domain)).toMatchObject({ settings: { title: '6' } });
  await rollback(storefrontId);
  expect(await shown(domain)).toMatchObject({ settings: { title: '7' } });
});

const settingsVersion = async (storefrontId: string, id: string) =>
  (await listed(storefrontId)).find((one) => one.id === id)?.settingsVersion;

test('a rollback without a previous theme shows the platform’s own pages until another one', async () => {
  const { id: storefrontId, domain } = await storefront();
  expect((await rollback(storefrontId)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
  const { id } = await installed(storefrontId, await theme());
  await publish(id);
  expect(await rollback(storefrontId)).toMatchObject({ theme: null, userErrors: [] });
  expect(await shown(domain)).toBeNull();
  expect((await rollback(storefrontId)).theme).toMatchObject({ id, status: 'published' });
  expect(await shown(domain)).toMatchObject({ id });
});

test('removing the published theme shows the platform’s own pages', async () => {
  const { id: storefrontId, domain } = await storefront();
  const { id } = await installed(storefrontId, await theme());
  await publish(id);
  expect(await remove(id)).toMatchObject({ theme: null, userErrors: [] });
  expect(await shown(domain)).toBeNull();
  expect(await listed(storefrontId)).toEqual([]);
});

test('a new version arrives as a draft with the settings that it still accepts', async () => {
  const { id: storefrontId, domain } = await storefront();
  const slug = await theme();
  const { id } = await installed(storefrontId, slug);
  await set(id, 1, 'title', 'Rooms by the lake');
  await set(id, 2, 'columns', '4');
  await publish(id);
  await releaseTheme(platform, host, { slug, settings: TITLED.replace('max = 4', 'max = 3') });
  await expect.poll(async () => (await listed(storefrontId)).length).toBe(2);
  expect(await listed(storefrontId)).toMatchObject([
    { status: 'draft', version: { id: `${slug}@2` }, values: [{ key: 'title', value: 'Rooms by the lake' }] },
    { id, status: 'published', version: { id: `${slug}@1` } },
  ]);
  expect(await shown(domain)).toMatchObject({ number: 1, settings: { columns: '4' } });
  await followTheme(contextOf(platform), { slug });
  expect(await listed(storefrontId)).toHaveLength(2);
});

test('a theme that fails 20 times in ten minutes becomes a draft with its problem', async () => {
  const { id: storefrontId, domain } = await storefront();
  const { id } = await installed(storefrontId, await theme());
  await publish(id);
  const { revision } = (await shown(domain)) ?? { revision: '' };
  const report = async (of: string) =>
    (
      await ask<{ themeFailureReport: boolean }>(
        platform,
        { kind: 'public' },
        'mutation ($id: ID!, $of: String!, $problem: String!) { themeFailureReport(storefrontId: $id, revision: $of, problem: $problem) }',
        { id: storefrontId, of, problem: 'home.liquid took longer than 50 ms.' },
      )
    ).themeFailureReport;
  expect(await report('1.1')).toBe(false);
  for (let failures = 0; failures < 19; failures++) expect(await report(revision)).toBe(true);
  const problem = 'home.liquid took longer than 50 ms.';
  expect(await listed(storefrontId)).toMatchObject([{ id, status: 'published', problem }]);
  expect(await report(revision)).toBe(true);
  expect(await listed(storefrontId)).toMatchObject([{ id, status: 'draft', problem }]);
  expect(await shown(domain)).toBeNull();
  expect((await publish(id)).theme).toMatchObject({ status: 'published', problem: null });
});

test('another team can neither read nor change a storefront’s themes, nor add a private one', async () => {
  const stranger = await newDeveloper(platform);
  const { id: storefrontId } = await storefront();
  const slug = await theme();
  const { id } = await installed(storefrontId, slug);
  expect(await listed(storefrontId, stranger)).toEqual([]);
  for (const refused of [publish(id, stranger), install(storefrontId, slug, stranger)])
    expect((await refused).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
  const { storefrontCreate } = await ask<{ storefrontCreate: { storefront: { id: string } } }>(
    platform,
    stranger.host,
    'mutation { storefrontCreate(input: { name: "Elsewhere", slug: "themes-elsewhere" }) { storefront { id } } }',
  );
  expect((await install(storefrontCreate.storefront.id, slug, stranger)).userErrors).toMatchObject([
    { code: 'NOT_FOUND', field: ['input', 'slug'] },
  ]);
});

test('only a frame on the platform’s own pages shows a theme’s preview, for a day', async () => {
  const { id: storefrontId, domain } = await storefront();
  const { id } = await installed(storefrontId, await theme());
  const address = async (by: Developer) =>
    (
      await ask<{ themePreview: { url: string } | null }>(
        platform,
        by.host,
        `{ themePreview(id: "${id}") { url } }`,
      )
    ).themePreview?.url;
  const { pathname, search } = new URL((await address(host)) ?? '');
  const get = async (at: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
    request(`${platform.address}${path}`, { headers: { host: at, accept: 'text/html', ...headers } });
  const framed = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };
  const preview = await get('localhost', pathname + search, framed);
  expect(preview.statusCode).toBe(200);
  expect(preview.headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' });
  for (const [at, path, headers] of [
    ['localhost', pathname + search, { ...framed, 'sec-fetch-dest': 'document' }],
    ['localhost', pathname + search, { ...framed, 'sec-fetch-site': 'cross-site' }],
    ['localhost', `${pathname}${search.slice(0, -1)}_`, framed],
    ['localhost', `/look-preview/${domain}${search}`, framed],
    [domain, pathname + search, framed],
  ] as const)
    expect((await get(at, path, headers)).statusCode).toBe(404);
  expect(await address(await newDeveloper(platform))).toBeUndefined();
});

test('a theme that another process publishes appears on the pages', async () => {
  const { id: storefrontId, domain } = await storefront();
  const { id } = await installed(storefrontId, await theme());
  await publish(id);
  expect(await shown(domain)).not.toBeNull();
  // What another process writes reaches this one only through the database.
  await sql`UPDATE catalog.storefront_themes SET status = 'draft' WHERE id = ${Number(id)}`.execute(
    statements(contextOf(platform)),
  );
  await expect.poll(() => shown(domain)).toBeNull();
});
