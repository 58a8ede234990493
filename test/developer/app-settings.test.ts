import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgeExpired } from '#subgraphs/apps/installs/commands/purge-expired.ts';
import { demoHost } from '../support/app-world.ts';
import {
  ask,
  contextOf,
  type Developer,
  type InstalledApp,
  installNewApp,
  pushApp,
} from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { developer } from '../support/management.ts';
import { demoAccount } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { VALUE_TABLE } from '../support/setting-values.ts';

// docs/interface/settings.md: the settings that a host enters for an app, over the panel's API and the app's
// own.

let platform: TestPlatform;
let receiver: Receiver;
let host: Developer;
let other: Developer;
beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' });
  receiver = await startReceiver();
  host = await demoHost(platform, 'lakeside');
  other = await demoHost(platform, 'devteam');
});
afterAll(async () => {
  await platform.close();
  await receiver.close();
});

interface Saved {
  readonly settings:
    | readonly { key: string; value: string | null; isSet: boolean; hint: string | null }[]
    | null;
  readonly version: number | null;
  readonly userErrors: readonly { field: readonly string[]; code: string; message: string }[];
}

const SET = `mutation ($slug: String!, $per: SettingScope, $id: ID, $values: [SettingValueInput!]!, $version: Int) {
  it: appSettingsSet(slug: $slug, per: $per, id: $id, values: $values, version: $version) {
    settings { key value isSet hint } version userErrors { field code message } } }`;

const valuesOf = (values: Readonly<Record<string, string | null>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }));

const save = async (
  slug: string,
  values: Readonly<Record<string, string | null>>,
  more: Readonly<Record<string, unknown>> = {},
  by = host.host,
): Promise<Saved> =>
  (await ask<{ it: Saved }>(platform, by, SET, { slug, values: valuesOf(values), ...more })).it;

const refusals = ({ userErrors }: Saved) => userErrors.map(({ field, code }) => [field, code]);

/** Reads settings as the app. */
async function readBy(app: InstalledApp, args = '') {
  const query = `{ currentInstall { settings${args} { key value } settingsComplete settingsVersion } }`;
  const { data, errors } = await graphql(platform.address, query, { token: app.token, version: 'unstable' });
  const { settings, ...install } = data?.currentInstall ?? {};
  return {
    errors,
    ...install,
    values: Object.fromEntries(
      (settings ?? []).map((one: { key: string; value: string }) => [one.key, one.value]),
    ),
  };
}

const statusOf = async (slug: string) =>
  (
    await ask<{ install: { status: string } | null }>(
      platform,
      host.host,
      'query ($slug: String!) { install(slug: $slug) { status } }',
      { slug },
    )
  ).install?.status;

const text = (key: string, more: object = {}) => ({ key, type: 'text', label: key, ...more });
const install = (settings: readonly object[], more: object = {}) =>
  installNewApp(platform, host, { settings, ...more });

describe('values by type', () => {
  let app: InstalledApp;
  beforeAll(async () => {
    app = await install(
      VALUE_TABLE.map(({ type, more = {} }) => ({ key: type, type, label: type, ...more })),
    );
  });

  test.each(VALUE_TABLE.flatMap(({ type, good }) => good.map((value) => [type, value] as const)))(
    '%s accepts %j',
    async (type, value) => {
      expect(refusals(await save(app.slug, { [type]: value }))).toEqual([]);
      expect((await readBy(app)).values[type]).toBe(value);
    },
  );

  test.each(VALUE_TABLE.flatMap(({ type, bad }) => bad.map((value) => [type, value] as const)))(
    '%s refuses %j',
    async (type, value) => {
      expect(refusals(await save(app.slug, { [type]: value }))).toEqual([[['settings', type], 'INVALID']]);
    },
  );

  test.each(['property', 'unit_type'])("%s accepts only the team's own objects", async (type) => {
    const table = type === 'property' ? 'p.id' : 'u.id';
    const idOf = async (teamId: number) => {
      const [row] = await platform.database.query<{ id: number }>(
        `SELECT min(${table}) AS id FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
         JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.team_id = $1`,
        [teamId],
      );
      return String(row?.id);
    };
    expect(refusals(await save(app.slug, { [type]: await idOf(host.teamId) }))).toEqual([]);
    const [foreign] = await platform.database.query<{ team: number }>(
      'SELECT min(team_id) AS team FROM catalog.storefront WHERE team_id <> $1',
      [host.teamId],
    );
    const theirs = await idOf(foreign?.team ?? 0);
    expect(refusals(await save(app.slug, { [type]: theirs }))).toEqual([[['settings', type], 'INVALID']]);
  });
});

describe('saving', () => {
  test('saving keeps omitted settings', async () => {
    const app = await install([text('a'), text('b')]);
    await save(app.slug, { a: '1', b: '2' });
    expect(await save(app.slug, { b: '3' })).toMatchObject({ version: 2, userErrors: [] });
    expect((await readBy(app)).values).toEqual({ a: '1', b: '3' });
  });

  test('removing a value restores the default', async () => {
    const app = await install([text('a', { default: 'as usual' })]);
    await save(app.slug, { a: 'mine' });
    expect((await save(app.slug, { a: null })).settings).toEqual([
      { key: 'a', value: 'as usual', isSet: false, hint: null },
    ]);
  });

  test('saving names every invalid setting and saves no changes', async () => {
    const app = await install([
      text('must', { required: true }),
      { key: 'count', type: 'integer', label: 'Count' },
      text('fine'),
    ]);
    const saved = await save(app.slug, { count: 'many', fine: 'x', typo: 'y' });
    expect(refusals(saved)).toEqual([
      [['settings', 'count'], 'INVALID'],
      [['settings', 'typo'], 'UNKNOWN_SETTING'],
      [['settings', 'must'], 'REQUIRED'],
    ]);
    expect([saved.settings, saved.version]).toEqual([null, null]);
    expect((await readBy(app)).values).toEqual({ must: null, count: null, fine: null });
  });

  test('a hidden required setting may stay empty', async () => {
    const shown = { show_if: { key: 'mode', equals: 'own' }, required: true };
    const app = await install([text('mode', { required: true }), text('address', shown)]);
    expect(refusals(await save(app.slug, { mode: 'ours' }))).toEqual([]);
    expect(refusals(await save(app.slug, { mode: 'own' }))).toEqual([[['settings', 'address'], 'REQUIRED']]);
  });

  test('saving from an outdated version is refused', async () => {
    const app = await install([text('a')]);
    expect(await save(app.slug, { a: '1' }, { version: 0 })).toMatchObject({ version: 1 });
    expect(refusals(await save(app.slug, { a: '2' }, { version: 0 }))).toEqual([
      [['version'], 'STALE_VERSION'],
    ]);
  });

  test('only one of two concurrent saves with the same version succeeds', async () => {
    const app = await install([text('a')]);
    const both = await Promise.all(['1', '2'].map((a) => save(app.slug, { a }, { version: 0 })));
    expect(both.map(({ version }) => version).sort()).toEqual([1, null]);
  });

  test('saving unchanged values keeps the version', async () => {
    const app = await install([text('a')]);
    await save(app.slug, { a: '1' });
    expect((await save(app.slug, { a: '1' })).version).toBe(1);
  });

  test('an install stores at most 64 KB of setting values', async () => {
    const many = Array.from({ length: 8 }, (_, index) => ({
      key: `t${index}`,
      type: 'textarea',
      label: 'T',
    }));
    const app = await install(many);
    const long = 'x'.repeat(10_000);
    for (const { key } of many.slice(0, 6))
      expect(refusals(await save(app.slug, { [key]: long }))).toEqual([]);
    expect(refusals(await save(app.slug, { t6: long }))).toEqual([[['values'], 'LIMIT_REACHED']]);
  });

  test('a malformed slug identifies no app', async () => {
    const named = { per: 'connection', id: '1' };
    expect(refusals(await save('a\u0000b', { a: '1' }, named))).toEqual([[['slug'], 'NOT_FOUND']]);
  });

  test("another team can't read or change an install's settings", async () => {
    const app = await install([text('a')]);
    expect(refusals(await save(app.slug, { a: '1' }, {}, other.host))).toEqual([[['slug'], 'NOT_FOUND']]);
  });
});

describe('values of objects', () => {
  const propertyIds = async () => {
    const rows = await platform.database.query<{ id: number }>(
      `SELECT p.id FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.team_id = $1
       ORDER BY p.id`,
      [host.teamId],
    );
    return rows.map(({ id }) => String(id));
  };
  /** With all areas full, an install has room for 5 KB more. */
  const AREAS = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => ({ key, type: 'textarea', label: key }));

  test('every property has its own setting values', async () => {
    const app = await install([text('code', { per: 'property' })]);
    const [id = ''] = await propertyIds();
    expect(refusals(await save(app.slug, { code: 'A1' }, { per: 'property', id }))).toEqual([]);
    expect((await readBy(app, `(per: property, id: "${id}")`)).values).toEqual({ code: 'A1' });
    expect((await readBy(app, '(per: property, id: "999999")')).values).toEqual({ code: null });
    expect((await readBy(app)).values).toEqual({});
  });

  test('two people can save values for different objects concurrently', async () => {
    const app = await install([text('code', { per: 'property' }), text('name')]);
    const [one = '', other = ''] = await propertyIds();
    await save(app.slug, { name: 'As both see it' });
    const both = await Promise.all(
      [one, other].map((id, at) => save(app.slug, { code: `A${at}` }, { per: 'property', id, version: 1 })),
    );
    expect(both.map(refusals)).toEqual([[], []]);
    expect(refusals(await save(app.slug, { name: 'Another' }, { version: 1 }))).toEqual([]);
    for (const version of [1, 9])
      expect(refusals(await save(app.slug, { code: 'B' }, { per: 'property', id: one, version }))).toEqual([
        [['version'], 'STALE_VERSION'],
      ]);
    expect((await readBy(app, `(per: property, id: "${one}")`)).values).toEqual({ code: 'A0' });
  });

  test("a deleted object's values are ignored", async () => {
    const app = await install([
      { key: 'house', type: 'textarea', label: 'House', per: 'property' },
      ...AREAS,
    ]);
    const [id = ''] = await propertyIds();
    const full = Object.fromEntries(AREAS.map(({ key }) => [key, 'x'.repeat(10_000)]));
    expect(refusals(await save(app.slug, { house: 'x'.repeat(9_000) }, { per: 'property', id }))).toEqual([]);
    expect(refusals(await save(app.slug, full))).toEqual([[['values'], 'LIMIT_REACHED']]);
    await platform.database.query('UPDATE catalog.property SET archived_at = now() WHERE id = $1', [id]);
    try {
      expect(refusals(await save(app.slug, full))).toEqual([]);
    } finally {
      await platform.database.query('UPDATE catalog.property SET archived_at = NULL WHERE id = $1', [id]);
    }
  });

  test("a release doesn't restore a deleted object's values", async () => {
    const settings = [text('code', { per: 'property' }), text('name')];
    const app = await install(settings);
    const [id = ''] = await propertyIds();
    await save(app.slug, { code: 'A1' }, { per: 'property', id });
    const ofProperty = `(per: property, id: "${id}")`;
    await platform.database.query('UPDATE catalog.property SET archived_at = now() WHERE id = $1', [id]);
    try {
      await save(app.slug, { name: 'Another' });
      await pushApp(platform, host, { slug: app.slug, settings });
      expect((await readBy(app, ofProperty)).values).toEqual({ code: null });
    } finally {
      await platform.database.query('UPDATE catalog.property SET archived_at = NULL WHERE id = $1', [id]);
    }
  });

  test.each(['property', 'unit_type', 'connection', 'placement'])(
    'another team’s %s is not found',
    async (per) => {
      const app = await install([text('code', { per })]);
      expect(refusals(await save(app.slug, { code: 'A1' }, { per, id: '999999' }))).toEqual([
        [['id'], 'NOT_FOUND'],
      ]);
    },
  );
});

describe('a secret', () => {
  const SECRET = 'sk-live-4242-the-end';
  let app: InstalledApp;
  beforeAll(async () => {
    app = await install([{ key: 'token', type: 'secret', label: 'Token' }, text('note')], {
      webhooks: ['app.settings_changed'],
      webhook_url: receiver.url,
    });
    expect(refusals(await save(app.slug, { token: SECRET, note: 'x' }))).toEqual([]);
  });

  test('the host sees only the last two characters of a secret', async () => {
    expect((await save(app.slug, { note: 'y' })).settings).toContainEqual({
      key: 'token',
      value: null,
      isSet: true,
      hint: 'nd',
    });
  });

  test("a secret with fewer than 8 characters isn't shown at all", async () => {
    const short = await install([{ key: 'pin', type: 'secret', label: 'Pin' }]);
    expect((await save(short.slug, { pin: '1234567' })).settings).toEqual([
      { key: 'pin', value: null, isSet: true, hint: null },
    ]);
  });

  test('an app reads a secret with its runtime token', async () => {
    expect((await readBy(app)).values).toMatchObject({ token: SECRET });
  });

  test('no table stores a secret in plain text', async () => {
    const tables = await platform.database.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_schema IN ('apps', 'public', 'catalog', 'checkout', 'payments', 'tasks') AND table_type = 'BASE TABLE'`,
    );
    const holding = await Promise.all(
      tables.map(async ({ name }) => {
        const rows = await platform.database.query(
          `SELECT 1 FROM ${name} t WHERE strpos(t::text, $1) > 0 LIMIT 1`,
          [SECRET],
        );
        return rows.length > 0 ? [name] : [];
      }),
    );
    expect(holding.flat()).toEqual([]);
  });

  test('the webhook for a changed secret contains only its key', async () => {
    const about = () =>
      receiver.received.find(
        ({ envelope }) =>
          envelope.topic === 'app.settings_changed' && envelope.resource.id === app.viewer.installId,
      );
    await receiver.until(() => about() !== undefined);
    expect(about()?.body).not.toContain(SECRET);
    expect(about()?.envelope.resource).toMatchObject({
      keys: ['token', 'note'],
      complete: true,
      per: 'install',
    });
  });
});

describe('an install', () => {
  const REQUIRED = [text('account', { required: true })];

  test('an app installed over the management API still needs its settings', async () => {
    const app = await install(REQUIRED);
    expect([await statusOf(app.slug), (await readBy(app)).settingsComplete]).toEqual([
      'needs_settings',
      false,
    ]);
    await save(app.slug, { account: '42' });
    expect([await statusOf(app.slug), (await readBy(app)).settingsComplete]).toEqual(['ready', true]);
  });

  const INSTALL = `mutation ($slug: String!, $settings: [SettingValueInput!]) {
    it: appInstall(slug: $slug, settings: $settings) { install { status } userErrors { field code } } }`;

  test('installing with settings requires every required one', async () => {
    const { slug } = await install(REQUIRED);
    const uninstall = 'mutation ($slug: String!) { appUninstall(slug: $slug) { userErrors { code } } }';
    await ask(platform, host.host, uninstall, { slug });
    expect(await ask(platform, host.host, INSTALL, { slug, settings: [] })).toEqual({
      it: { install: null, userErrors: [{ field: ['settings', 'account'], code: 'REQUIRED' }] },
    });
    const settings = [{ key: 'account', value: '42' }];
    expect(await ask(platform, host.host, INSTALL, { slug, settings })).toEqual({
      it: { install: { status: 'ready' }, userErrors: [] },
    });
  });

  test('reinstalling an app within 30 days restores its setting values', async () => {
    const { slug } = await install(REQUIRED);
    await save(slug, { account: '42' });
    const uninstall = 'mutation ($slug: String!) { appUninstall(slug: $slug) { userErrors { code } } }';
    await ask(platform, host.host, uninstall, { slug });
    expect(await ask(platform, host.host, INSTALL, { slug })).toEqual({
      it: { install: { status: 'ready' }, userErrors: [] },
    });
  });
});

describe('a release', () => {
  test('a release that requires more settings puts installs into needs_settings', async () => {
    const app = await install([]);
    expect(await statusOf(app.slug)).toBe('ready');
    await pushApp(platform, host, { slug: app.slug, settings: [text('account', { required: true })] });
    expect(await statusOf(app.slug)).toBe('needs_settings');
    expect((await readBy(app)).values).toEqual({ account: null });
  });

  test('a release that drops a setting keeps its value for 30 days', async () => {
    const app = await install([text('a')]);
    await save(app.slug, { a: 'kept' });
    await pushApp(platform, host, { slug: app.slug, settings: [] });
    expect((await readBy(app)).values).toEqual({});
    await pushApp(platform, host, { slug: app.slug, settings: [text('a')] });
    expect((await readBy(app)).values).toEqual({ a: 'kept' });
    await pushApp(platform, host, { slug: app.slug, settings: [] });
    await platform.database.query(
      `UPDATE apps.install_settings SET removed_at = removed_at - interval '31 days' WHERE install_id = $1`,
      [app.viewer.installId],
    );
    await purgeExpired(contextOf(platform));
    await pushApp(platform, host, { slug: app.slug, settings: [text('a')] });
    expect((await readBy(app)).values).toEqual({ a: null });
  });

  test('a push that gives a released key another type is refused', async () => {
    const { call } = developer(platform.address, demoAccount(platform, 'developer').pat ?? '');
    const push = (settings: readonly object[]) =>
      call('POST', 'apps', {
        body: {
          manifest: { name: 'Typed', slug: 'typed-settings', type: 'remote', settings },
          release: true,
        },
      });
    expect((await push([text('a')])).status).toBe(201);
    const again = await push([text('b'), { key: 'a', type: 'integer', label: 'A' }]);
    expect([again.status, again.json]).toMatchObject([422, { code: 'setting_type_changed' }]);
    expect(again.json.message).toContain('settings[1].type');
  });
});
