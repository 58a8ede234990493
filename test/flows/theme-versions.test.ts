import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { storefrontHttp } from '../support/agent.ts';
import { ask, type Developer, newDeveloper } from '../support/developer.ts';
import { developer, type Developer as Management } from '../support/management.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { operator } from '../support/public-app.ts';
import { type Files, LEAST_THEME, zipOf } from '../support/themes.ts';

// docs/interface/management.md#themes: from a zip to a draft on a storefront.

let platform: TestPlatform;
let dev: Management;
let host: Developer;
/** The team lakeside’s owner, with their own token. */
let owner: Management;
beforeAll(async () => {
  platform = await startPlatform();
  const withToken = (who: string) =>
    developer(platform.address, platform.demo?.accounts.find(({ key }) => key === who)?.pat ?? '');
  dev = withToken('developer');
  owner = withToken('host');
  host = await newDeveloper(platform);
});
afterAll(() => platform.close());

const declared = (slug: string, version: string, rest = ''): Files => ({
  ...LEAST_THEME,
  'theme.toml': `name = "Lake House"\nslug = "${slug}"\nversion = "${version}"\n${rest}`,
});
const PUBLIC = 'distribution = "public"\n';
const push = async (files: Files, query = '') =>
  dev.call('POST', `themes${query}`, { zip: await zipOf(files) });

test('a package with mistakes is refused with each mistake’s file and line', async () => {
  const files = { ...declared('mistaken', '1.0.0'), 'templates/home.liquid': '<p>\n{% render "nothing" %}' };
  const zip = await zipOf(files);
  const issue = { file: 'templates/home.liquid', line: 2, code: 'THEME_INVALID' };
  const validated = await dev.call('POST', 'themes/validate', { zip });
  expect(validated).toMatchObject({ status: 200, json: { valid: false, issues: [issue] } });
  expect(validated.json.errors[0]).toMatch(/^templates\/home\.liquid:2: /);
  const pushed = await dev.call('POST', 'themes', { zip });
  expect(pushed).toMatchObject({ status: 422, json: { code: 'theme_invalid' } });
  expect(Object.keys(pushed.json.errors)).toEqual(['templates/home.liquid:2']);
  expect((await dev.call('GET', 'themes/mistaken')).status).toBe(404);
});

test('theme routes accept only zips of at most 5 MB', async () => {
  const zip = await zipOf(LEAST_THEME);
  for (const [path, options, status, detail] of [
    ['themes', { body: {} }, 415, 'Send the body as application/zip.'],
    ['apps', { zip }, 415, 'Send the body as application/json.'],
    ['themes', { zip: Buffer.alloc(5 * 2 ** 20 + 1) }, 413, 'The body can be at most 5 MB.'],
    ['themes', { zip: Buffer.from('not a zip') }, 422, expect.stringContaining('zip file can')],
  ] as const)
    expect(await dev.call('POST', path, options)).toMatchObject({ status, json: { detail } });
});

test('releasing a private theme takes it live, unless its package is unchanged', async () => {
  const first = await push(declared('private-house', '1.0.0'), '?release=true');
  expect(first).toMatchObject({
    status: 201,
    json: { slug: 'private-house', status: 'approved', live_version: 1, version: 1, label: '1.0.0' },
  });
  expect(await push(declared('private-house', '1.0.0'))).toMatchObject({
    status: 200,
    json: { version: 1, unchanged: true },
  });
  expect(await push(declared('private-house', '1.1.0'))).toMatchObject({
    status: 201,
    json: { version: 2, live_version: 1 },
  });
  const released = await dev.call('POST', 'themes/private-house/release');
  expect(released.json).toEqual({ version: 2, status: 'approved', live: true });
  const earlier = await dev.call('POST', 'themes/private-house/release', { body: { version: 1 } });
  expect(earlier.json).toEqual({ version: 1, status: 'approved', live: true });
  expect((await dev.call('POST', 'themes/private-house/release')).json.code).toBe('no_draft');
  const { json } = await dev.call('GET', 'themes/private-house/versions');
  expect(json.data).toMatchObject([
    { id: 2, label: '1.1.0', live: false },
    { id: 1, label: '1.0.0', live: true },
  ]);
});

test('releasing without a version refuses a draft that is older than the live version', async () => {
  await push(declared('stale-house', '1.0.0'));
  await push(declared('stale-house', '1.1.0'), '?release=true');
  expect(await dev.call('POST', 'themes/stale-house/release')).toMatchObject({
    status: 409,
    json: { code: 'no_draft', detail: expect.stringContaining('older than version 2') },
  });
});

test('another account can’t push to a theme, nor its own change the distribution', async () => {
  await push(declared('taken-house', '1.0.0'));
  const { themePush } = await ask<{ themePush: { userErrors: { code: string }[] } }>(
    platform,
    host.viewer,
    'mutation ($zip: String!) { themePush(zip: $zip, release: false) { userErrors { code } } }',
    { zip: (await zipOf(declared('taken-house', '2.0.0'))).toString('base64') },
  );
  expect(themePush.userErrors).toEqual([{ code: 'SLUG_TAKEN' }]);
  expect(await push(declared('taken-house', '2.0.0', PUBLIC))).toMatchObject({
    status: 422,
    json: { detail: `theme.toml: A theme's distribution can't change: "taken-house" is private.` },
  });
});

test('a setting whose type differs from a released version’s is refused', async () => {
  const typed = (type: string) => ({
    ...declared('typed-house', '1.0.0'),
    'config/settings.toml': `[[settings]]\nkey = "title"\ntype = "${type}"\nlabel = "Title"\n`,
  });
  expect((await push(typed('text'), '?release=true')).status).toBe(201);
  expect(await push(typed('integer'))).toMatchObject({ status: 422, json: { code: 'setting_type_changed' } });
});

interface InReview {
  readonly id: string;
  readonly label: string;
  readonly developer: string;
  readonly files: readonly { readonly path: string; readonly change: string; readonly text: string | null }[];
}
const inReview = async () =>
  (
    await ask<{ themeVersionsInReview: { nodes: readonly InReview[] } }>(
      platform,
      await operator(platform),
      '{ themeVersionsInReview { nodes { id label developer files { path change text } } } }',
    )
  ).themeVersionsInReview.nodes;

const decide = async (mutation: string) =>
  Object.values(
    await ask<Record<string, { version: { status: string } | null; userErrors: { code: string }[] }>>(
      platform,
      await operator(platform),
      `mutation { ${mutation} { version { status } userErrors { code } } }`,
    ),
  )[0];

test('a public version reaches storefronts once an operator approved its changed files', async () => {
  const slug = 'public-house';
  expect(await push(declared(slug, '1.0.0', PUBLIC), '?release=true')).toMatchObject({
    json: { status: 'in_review', live_version: null },
  });
  expect(await inReview()).toMatchObject([{ id: `${slug}@1`, label: '1.0.0' }]);
  const rejected = await decide(`themeVersionReject(id: "${slug}@1", reason: "Too dark.")`);
  expect(rejected?.version?.status).toBe('rejected');
  expect((await dev.call('GET', `themes/${slug}/versions`)).json.data).toMatchObject([
    { status: 'rejected', rejection_reason: 'Too dark.' },
  ]);
  await push(declared(slug, '1.1.0', PUBLIC), '?release=true');
  expect((await decide(`themeVersionApprove(id: "${slug}@2")`))?.version?.status).toBe('approved');
  expect((await decide(`themeVersionApprove(id: "${slug}@2")`))?.userErrors).toEqual([
    { code: 'NOT_IN_REVIEW' },
  ]);

  const { storefrontCreate } = await ask<{ storefrontCreate: { storefront: { id: string } } }>(
    platform,
    host.host,
    'mutation { storefrontCreate(input: { name: "Seehof", slug: "reviewed-theme" }) { storefront { id } } }',
  );
  const { id } = storefrontCreate.storefront;
  await ask(
    platform,
    host.host,
    `mutation { themeInstall(storefrontId: "${id}", slug: "${slug}") { userErrors { code } } }`,
  );
  await push({ ...declared(slug, '1.2.0', PUBLIC), 'snippets/new.liquid': 'New' }, '?release=true');
  expect(await inReview()).toMatchObject([
    {
      id: `${slug}@3`,
      files: [
        { path: 'snippets/new.liquid', change: 'added', text: 'New' },
        { path: 'layout/theme.liquid', change: 'same', text: null },
      ],
    },
  ]);
  await decide(`themeVersionApprove(id: "${slug}@3")`);
  const themes = async () =>
    (
      await ask<{ themes: readonly object[] }>(
        platform,
        host.host,
        `{ themes(storefrontId: "${id}") { status version { label } } }`,
      )
    ).themes;
  await expect.poll(themes).toEqual([{ status: 'draft', version: { label: '1.2.0' } }]);
});

test('a development copy is shown by its preview link, and its pages reload when it changes', async () => {
  const copy = async (heading: string, more = 'storefront=lakeside') => {
    const files = { ...declared('copied', '1.0.0'), 'templates/home.liquid': `<h1>${heading}</h1>` };
    return owner.call('PUT', `themes/copied/dev?${more}`, { zip: await zipOf(files), team: 'lakeside' });
  };
  const first = await copy('First');
  expect(first, JSON.stringify(first.json)).toMatchObject({ status: 200 });
  const link = new URL(first.json.preview_url);
  const site = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
  onTestFinished(() => site.close());
  const opened = await site.get(link.pathname + link.search, {});
  const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
  const html = { accept: 'text/html' };
  const seen = (path: string) => site.get(path, { ...html, cookie });
  const home = await seen('/');
  expect(home.text).toContain('<h1>First</h1>');
  expect(home.headers['content-security-policy']).toMatch(/script-src 'sha256-[^ ]+'; .*connect-src 'self'/);
  const before = (await seen('/theme-preview/changes')).text;
  const after = `themes/copied/dev/changes?storefront=lakeside&after=${first.json.version}`;
  expect((await owner.call('GET', after)).json.changed).toBe(false);
  const waiting = owner.call('GET', `${after}&wait=20`);
  expect((await copy('Second')).json.version).toBeGreaterThan(first.json.version);
  expect((await waiting).json.changed).toBe(true);
  expect((await seen('/')).text).toContain('<h1>Second</h1>');
  expect((await seen('/theme-preview/changes')).text).not.toBe(before);
  // Guests see neither the copy nor its script.
  expect((await site.get('/', html)).text).not.toContain('Second');
  expect((await site.get('/theme-preview/changes', {})).text).toBe('{"revision":null}');
});

test('a development copy needs a storefront of the team, and the slug in its theme.toml', async () => {
  const zip = await zipOf(declared('copied', '1.0.0'));
  for (const [path, team, status, code] of [
    ['copied/dev?storefront=nowhere', 'lakeside', 404, 'not_found'],
    ['copied/dev?storefront=harbour', 'lakeside', 404, 'not_found'],
    ['copied/dev?storefront=lakeside', 'nobody', 403, 'team_forbidden'],
    ['other/dev?storefront=lakeside', 'lakeside', 422, 'theme_invalid'],
  ] as const)
    expect(await owner.call('PUT', `themes/${path}`, { zip, team })).toMatchObject({
      status,
      json: { code },
    });
});
