import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillIn } from '../support/app-settings.ts';
import { demoHost } from '../support/app-world.ts';
import { ask, type Developer } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import {
  authorizeUrl,
  exchange,
  newOauthApp,
  type OauthApp,
  type Page,
  type PlainBrowser,
  plainBrowser,
  REDIRECT_URI,
  signIn,
} from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/settings.md#at-an-oauth-consent.

const setting = (key: string, type: string, more: object = {}) => ({
  key,
  type,
  label: `The ${key}`,
  ...more,
});

const ACCOUNT = setting('account', 'text', { required: true, pattern: '[A-Z]{2}-\\d+' });
const KEY = setting('api_key', 'secret', { required: true, min: 8 });
const NOTE = setting('note', 'textarea');

const SECRET = 'sk-of-the-consent-7f';

let platform: TestPlatform;
let browser: PlainBrowser;
let host: Developer;

beforeAll(async () => {
  platform = await startPlatform();
  host = await demoHost(platform, 'devteam');
  browser = plainBrowser(platform.address);
  await signIn(platform, browser);
});
afterAll(() => platform.close());

const newApp = (settings: readonly object[]) => newOauthApp(platform, { settings });

const consentPage = async (app: OauthApp): Promise<Page> =>
  browser.submit(await browser.open(authorizeUrl(app)), { team: 'devteam' });

const allow = (page: Page, filled: Readonly<Record<string, string>> = {}): Promise<Page> =>
  browser.submit(page, { decision: 'approve', ...filled });

const codeIn = ({ url }: Page): string => {
  expect(url.startsWith(REDIRECT_URI)).toBe(true);
  return new URL(url).searchParams.get('code') ?? '';
};

/** Exchanges a code, and reads settings as the app. */
async function redeem(app: OauthApp, code: string) {
  const { status, json } = await exchange(platform, app, { code });
  expect(status).toBe(200);
  const query = '{ currentInstall { settings { key value } settingsComplete } }';
  const { data } = await graphql(platform.address, query, { token: json.access_token, version: 'unstable' });
  const { settings, settingsComplete } = data.currentInstall;
  const values = settings.map(({ key, value }: { key: string; value: string | null }) => [key, value]);
  return { values: Object.fromEntries(values), settingsComplete };
}

/** A field's HTML on the page, with its description. */
function fieldOf({ html }: Page, key: string): string {
  const [field = ''] = html.match(new RegExp(`<(?:input|textarea|select) id="setting-${key}"[^>]*>`)) ?? [];
  return field;
}
const refusalOf = ({ html }: Page, key: string): string | undefined =>
  html.match(new RegExp(`<small id="setting-${key}-refusal" class="refusal">([^<]*)<`))?.[1];

describe('a consent to an app with required settings', () => {
  test('the consent page requests the settings required for installing', async () => {
    const app = await newApp([ACCOUNT, KEY, NOTE]);
    const page = await consentPage(app);
    const note = 'first line\r\nsecond line';
    const filled = { 'setting.account': 'CH-12', 'setting.api_key': SECRET, 'setting.note': note };
    expect(await redeem(app, codeIn(await allow(page, filled)))).toEqual({
      values: { account: 'CH-12', api_key: SECRET, note: 'first line\nsecond line' },
      settingsComplete: true,
    });
  });

  test("the consent page shows a field's error next to it", async () => {
    const page = await allow(await consentPage(await newApp([ACCOUNT, KEY])), { 'setting.account': 'nine' });
    expect(page.status).toBe(422);
    expect([refusalOf(page, 'account'), refusalOf(page, 'api_key')]).toEqual([
      expect.stringContaining('The account'),
      'The api_key is required.',
    ]);
    expect(fieldOf(page, 'account')).toContain('aria-invalid="true"');
  });

  test('the consent page keeps filled-in values next to an invalid one', async () => {
    const app = await newApp([ACCOUNT, KEY, NOTE]);
    const filled = { 'setting.account': 'nine', 'setting.api_key': SECRET, 'setting.note': 'a <b> note' };
    const page = await allow(await consentPage(app), filled);
    expect(page.html).toContain('a &lt;b&gt; note</textarea>');
    expect(fieldOf(page, 'account')).toContain('value="nine"');
  });

  test('the consent page accepts values already set for the install', async () => {
    const areas = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => setting(key, 'textarea', { per: 'property' }));
    const app = await newApp([ACCOUNT, ...areas]);
    await redeem(app, codeIn(await allow(await consentPage(app), { 'setting.account': 'CH-1' })));
    const [row] = await platform.database.query<{ id: string }>(
      `SELECT min(p.id)::text AS id FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
       WHERE s.team_id = $1`,
      [host.teamId],
    );
    const values = areas.map(({ key }) => ({ key, value: 'x'.repeat(10_000) }));
    const saved = await ask<{ it: { userErrors: unknown[] } }>(
      platform,
      host.host,
      `mutation ($slug: String!, $id: ID, $values: [SettingValueInput!]!) {
        it: appSettingsSet(slug: $slug, per: property, id: $id, values: $values) { userErrors { message } } }`,
      { slug: app.slug, id: row?.id, values },
    );
    expect(saved.it.userErrors).toEqual([]);
    await app.push({ settings: [ACCOUNT, { ...NOTE, required: true }, ...areas] });
    const page = await consentPage(app);
    const filled = (length: number) => ({ 'setting.account': 'CH-1', 'setting.note': 'x'.repeat(length) });
    const refused = await allow(page, filled(9_900));
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('settings together can have at most 64 KB.');
    expect(codeIn(await allow(refused, filled(1_000)))).not.toBe('');
  });

  test("the consent page ignores deleted objects' values", async () => {
    const areas = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => setting(key, 'textarea', { per: 'property' }));
    const app = await newApp([ACCOUNT, ...areas]);
    await redeem(app, codeIn(await allow(await consentPage(app), { 'setting.account': 'CH-1' })));
    const [row] = await platform.database.query<{ id: string }>(
      `SELECT min(p.id)::text AS id FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
       WHERE s.team_id = $1`,
      [host.teamId],
    );
    const values = areas.map(({ key }) => ({ key, value: 'x'.repeat(10_000) }));
    await ask(
      platform,
      host.host,
      `mutation ($slug: String!, $id: ID, $values: [SettingValueInput!]!) {
        it: appSettingsSet(slug: $slug, per: property, id: $id, values: $values) { userErrors { message } } }`,
      { slug: app.slug, id: row?.id, values },
    );
    await app.push({ settings: [ACCOUNT, { ...NOTE, required: true }, ...areas] });
    const page = await consentPage(app);
    await platform.database.query('UPDATE catalog.property SET archived_at = now() WHERE id = $1', [row?.id]);
    try {
      const allowed = await allow(page, { 'setting.account': 'CH-1', 'setting.note': 'x'.repeat(9_900) });
      expect(codeIn(allowed)).not.toBe('');
    } finally {
      await platform.database.query('UPDATE catalog.property SET archived_at = NULL WHERE id = $1', [
        row?.id,
      ]);
    }
  });

  test('the consent page never shows a secret again', async () => {
    const app = await newApp([ACCOUNT, KEY]);
    const filled = { 'setting.account': 'nine', 'setting.api_key': SECRET };
    const page = await allow(await consentPage(app), filled);
    expect(page.status).toBe(422);
    expect(page.html).not.toContain(SECRET);
    expect(fieldOf(page, 'api_key')).toMatch(/type="password" value=""/);
  });

  test('the consent page accepts each type of value from a plain form', async () => {
    const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));
    const app = await newApp([
      ACCOUNT,
      setting('many', 'multiselect', { options }),
      setting('on', 'boolean', { default: 'true' }),
      setting('kind', 'select', { options }),
    ]);
    const page = await consentPage(app);
    const many = { 'setting.many.0': 'on', 'setting.many.2': 'on' };
    const filled = { 'setting.account': 'CH-1', 'setting.on': 'false', 'setting.kind': 'b', ...many };
    const { values } = await redeem(app, codeIn(await allow(page, filled)));
    expect(values).toEqual({ account: 'CH-1', many: '["a","c"]', on: 'false', kind: 'b' });
  });

  test("the consent page offers the team's properties by name", async () => {
    const app = await newApp([setting('house', 'property', { required: true })]);
    const page = await consentPage(app);
    const [, id = '', name = ''] = /<option value="(\d+)">([^<]+)<\/option>/.exec(page.html) ?? [];
    const [row] = await platform.database.query<{ name: string }>(
      `SELECT p.name FROM catalog.property p
       JOIN catalog.storefront s ON s.id = p.storefront_id WHERE p.id = $1 AND s.team_id = $2`,
      [id, host.teamId],
    );
    expect(row?.name).toBe(name);
    const { values } = await redeem(app, codeIn(await allow(page, { 'setting.house': id })));
    expect(values).toEqual({ house: id });
  });

  test("the consent page refuses another team's property", async () => {
    const app = await newApp([setting('house', 'property', { required: true })]);
    const [foreign] = await platform.database.query<{ id: number }>(
      `SELECT p.id FROM catalog.property p
       JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.team_id <> $1 LIMIT 1`,
      [host.teamId],
    );
    const page = await allow(await consentPage(app), { 'setting.house': String(foreign?.id) });
    expect(refusalOf(page, 'house')).toBe('The house must be a property of the team.');
  });

  test('the consent page omits fields hidden by their condition', async () => {
    const options = ['all', 'some'].map((value) => ({ value, label: value }));
    const app = await newApp([
      setting('mode', 'select', { options, required: true }),
      setting('which', 'text', { show_if: { key: 'mode', equals: 'some' }, required: true }),
    ]);
    const filled = { 'setting.mode': 'all', 'setting.which': 'typed by mistake' };
    const { values } = await redeem(app, codeIn(await allow(await consentPage(app), filled)));
    expect(values).toEqual({ mode: 'all', which: null });
  });

  test('denying consent requires no values', async () => {
    const page = await consentPage(await newApp([ACCOUNT]));
    const { url } = await browser.submit(page, { decision: 'deny' });
    expect(new URL(url).searchParams.get('error')).toBe('access_denied');
  });
});

test('the consent page for an app without required settings requests no values', async () => {
  const page = await consentPage(await newApp([NOTE]));
  expect(page.html).toContain('Allow');
  expect(fieldOf(page, 'note')).toBe('');
});

describe('what waits for the exchange of a code', () => {
  const kept = (clientId: string) =>
    platform.database.query<{ row: string; sealed: string | null }>(
      `SELECT c::text AS row, c.settings_sealed AS sealed FROM apps.authorization_codes c
       JOIN apps.apps a ON a.id = c.app_id WHERE a.client_id = $1`,
      [clientId],
    );

  test('no column contains readable pending settings', async () => {
    const app = await newApp([ACCOUNT, KEY]);
    await allow(await consentPage(app), { 'setting.account': 'CH-1234567', 'setting.api_key': SECRET });
    const [code] = await kept(app.clientId);
    expect(code?.sealed).toMatch(/^v1\./);
    expect(code?.row).not.toMatch(/CH-1234567|sk-of-the-consent/);
  });

  test('the exchange deletes pending settings', async () => {
    const app = await newApp([ACCOUNT]);
    await redeem(app, codeIn(await allow(await consentPage(app), { 'setting.account': 'CH-12' })));
    expect(await kept(app.clientId)).toEqual([expect.objectContaining({ sealed: null })]);
  });

  test('pending settings are saved if a version released in the meantime still accepts them', async () => {
    const app = await newApp([ACCOUNT, setting('size', 'integer')]);
    const page = await allow(await consentPage(app), { 'setting.account': 'CH-12', 'setting.size': '40' });
    const stricter = { ...ACCOUNT, pattern: '[A-Z]{3}-\\d+' };
    await app.push({ settings: [stricter, setting('size', 'integer')] });
    expect(await redeem(app, codeIn(page))).toEqual({
      values: { account: null, size: '40' },
      settingsComplete: false,
    });
  });

  test("pending settings aren't saved under a key that a newer version dropped", async () => {
    const app = await newApp([ACCOUNT, setting('size', 'integer')]);
    const page = await allow(await consentPage(app), { 'setting.account': 'CH-12', 'setting.size': '40' });
    await app.push({ settings: [ACCOUNT] });
    expect((await redeem(app, codeIn(page))).values).toEqual({ account: 'CH-12' });
  });
});

describe('connecting again', () => {
  const connected = async (settings: readonly object[], filled: Readonly<Record<string, string>>) => {
    const app = await newApp(settings);
    await redeem(app, codeIn(await allow(await consentPage(app), filled)));
    return app;
  };

  test('reconnecting keeps complete settings', async () => {
    const app = await connected([ACCOUNT], { 'setting.account': 'CH-12' });
    const page = await consentPage(app);
    expect(fieldOf(page, 'account')).toBe('');
    expect((await redeem(app, codeIn(await allow(page)))).values).toEqual({ account: 'CH-12' });
  });

  test('reconnecting requests newly required settings next to the current values', async () => {
    const app = await connected([ACCOUNT, KEY], { 'setting.account': 'CH-12', 'setting.api_key': SECRET });
    await app.push({ settings: [ACCOUNT, KEY, setting('size', 'integer', { required: true })] });
    const page = await consentPage(app);
    expect(fieldOf(page, 'account')).toContain('value="CH-12"');
    expect(page.html).toContain('Set, ends in …7f. Leave it empty to keep it.');
    expect(page.html).not.toContain(SECRET);
    const again = { 'setting.account': 'CH-12', 'setting.api_key': '', 'setting.size': '40' };
    const { values } = await redeem(app, codeIn(await allow(page, again)));
    expect(values).toEqual({ account: 'CH-12', api_key: SECRET, size: '40' });
  });

  test('reconnecting shows settings that changed in the meantime', async () => {
    const app = await connected([ACCOUNT], { 'setting.account': 'CH-12' });
    await app.push({ settings: [ACCOUNT, setting('size', 'integer', { required: true })] });
    const page = await consentPage(app);
    await fillIn(platform, host, app.slug, { account: 'CH-13', size: '39' });
    const shown = await allow(page, { 'setting.account': 'CH-12', 'setting.size': '40' });
    expect(shown.html).toContain('The settings changed in the meantime. Review them again.');
  });

  test('reconnecting publishes the changed keys to the team', async () => {
    const app = await connected([ACCOUNT], { 'setting.account': 'CH-12' });
    await app.push({ settings: [ACCOUNT, setting('size', 'integer', { required: true })] });
    const page = await consentPage(app);
    await redeem(app, codeIn(await allow(page, { 'setting.account': 'CH-12', 'setting.size': '40' })));
    const events = await platform.database.query<{ change: string }>(
      "SELECT change FROM team_events WHERE kind = 'app.settings_changed' AND subject = $1",
      [app.slug],
    );
    expect(events).toEqual([{ change: 'size' }]);
  });
});
