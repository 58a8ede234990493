import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readManifest } from '#manifest/manifest.ts';
import { MANIFEST_KEYS, SCOPES } from '#manifest/vocabulary.ts';
import { WEBHOOK_TOPICS } from '#schema/events.ts';
import { DEFAULT_API_VERSION } from '#schema/views.ts';

const LOCAL = { allowPrivate: true };
const PRODUCTION = { allowPrivate: false };

const full = {
  name: 'Turnover Crew',
  type: 'remote',
  distribution: 'public',
  slug: 'turnover-crew',
  scopes: ['read_tasks', 'write_tasks', 'read_tasks'],
  capabilities: ['act_as_assignment_provider'],
  webhooks: ['task.assignment_requested'],
  webhook_url: 'https://crew.example.com/webhooks',
  oauth: { redirect_uris: ['https://crew.example.com/callback'] },
  app_page: { url: 'https://crew.example.com/page' },
  delivery: { standard_webhooks: true, api_version: '2026-10' },
  injections: [{ handle: 'reviews', target: 'stay.bottom', url: 'https://crew.example.com/reviews' }],
};

describe('app.toml keys that are shown', () => {
  test('a manifest with every key is read, with each scope once', () => {
    expect(readManifest(full, PRODUCTION)).toEqual({
      manifest: {
        name: 'Turnover Crew',
        type: 'remote',
        distribution: 'public',
        slug: 'turnover-crew',
        scopes: ['read_tasks', 'write_tasks'],
        capabilities: ['act_as_assignment_provider'],
        webhooks: ['task.assignment_requested'],
        webhookUrl: 'https://crew.example.com/webhooks',
        redirectUris: ['https://crew.example.com/callback'],
        appPageUrl: 'https://crew.example.com/page',
        paymentSessionUrl: null,
        refundSessionUrl: null,
        channelTestUrl: null,
        channelProductsUrl: null,
        channelAriUrl: null,
        channelName: null,
        channelFeatures: [],
        channelHorizonDays: null,
        standardWebhooks: true,
        webhookApiVersion: '2026-10',
        declaredInjections: [
          {
            handle: 'reviews',
            name: 'reviews',
            kind: 'frame',
            target: 'stay.bottom',
            url: 'https://crew.example.com/reviews',
            integrity: null,
            height: { min: 0, max: 400 },
            lazy: false,
            consent: 'necessary',
            autoPlace: false,
            meta: null,
          },
        ],
        taskTypes: [],
      },
      issues: [],
    });
  });

  test('a manifest pins the version that it chooses, otherwise the default', () => {
    const read = (api_version?: unknown, defaultApiVersion?: string) =>
      readManifest(
        { delivery: { api_version } },
        { ...PRODUCTION, ...(defaultApiVersion && { defaultApiVersion }) },
      );
    expect(readManifest({}, PRODUCTION).manifest?.webhookApiVersion).toBe(DEFAULT_API_VERSION);
    expect(read(undefined, '2026-01').manifest?.webhookApiVersion).toBe('2026-01');
    expect(read('2026-10', '2026-01').manifest?.webhookApiVersion).toBe('2026-10');
    for (const wrong of ['2026-11', 'unstable', 202610, null, ['2026-10', '2026-01']]) {
      expect(read(wrong).issues).toMatchObject([{ path: 'delivery.api_version' }]);
    }
  });

  test('a scope without fields in the pinned version is refused, with a version in which it has fields', () => {
    const read = (api_version: string, ...scopes: readonly string[]) =>
      readManifest({ scopes, delivery: { api_version } }, PRODUCTION).issues;
    expect(read('2026-10', 'read_tasks', 'write_conversations')).toEqual([
      {
        path: 'scopes[1]',
        code: 'invalid',
        message:
          'scopes[1] "write_conversations" grants nothing in 2026-10, the app\'s pinned version. Set delivery.api_version to "2027-01", in which it does.',
      },
    ]);
    expect(read('2027-01', 'read_tasks', 'write_conversations')).toEqual([]);
    // It includes read_contacts, which has fields.
    expect(read('2026-01', 'write_contacts')).toEqual([]);
    // An unknown version and an unknown scope have issues of their own.
    expect(read('2026-11', 'write_conversations')).toMatchObject([{ path: 'delivery.api_version' }]);
    expect(read('2026-10', 'constructor')).toMatchObject([{ path: 'scopes[0]', code: 'unknown' }]);
  });

  test('scopes are checked in the default version if the manifest pins none', () => {
    const given = { scopes: ['read_reports'] };
    expect(readManifest(given, { ...PRODUCTION, defaultApiVersion: '2026-01' }).issues).toMatchObject([
      { path: 'scopes[0]', message: expect.stringContaining('nothing in 2026-01') },
    ]);
    expect(readManifest(given, PRODUCTION).issues).toEqual([]);
  });

  test('every scope grants something in the newest version', () => {
    expect(readManifest({ scopes: SCOPES }, PRODUCTION).issues).toEqual([]);
  });

  test('an empty manifest is a private remote app without permissions', () => {
    const { manifest } = readManifest({}, PRODUCTION);
    expect(manifest).toMatchObject({ type: 'remote', distribution: 'private', scopes: [], webhookUrl: null });
  });

  test('a payment app declares its capabilities as a table', () => {
    const { manifest } = readManifest(
      {
        type: 'payment',
        capabilities: { refunds: true, register_task_types: false },
        endpoints: { payment_session: 'https://pay.example.com/sessions' },
      },
      PRODUCTION,
    );
    expect(manifest?.capabilities).toEqual(['refunds']);
  });
});

const long = 'a'.repeat(31);
const WRONG: readonly [string, unknown, string, string, RegExp][] = [
  ['no table', [], '', 'invalid', /must be an object/],
  ['a name of 31 characters', { name: long }, 'name', 'too_long', /at most 30/],
  ['an empty name', { name: '  ' }, 'name', 'required', /empty/],
  ['a name that is a number', { name: 5 }, 'name', 'invalid', /string/],
  ['an unknown type', { type: 'remot' }, 'type', 'unknown', /Did you mean "remote"\?/],
  [
    'an unknown distribution',
    { distribution: 'secret' },
    'distribution',
    'unknown',
    /Known: private, public/,
  ],
  ['a public app without slug', { distribution: 'public' }, 'slug', 'required', /required for public apps/],
  ['a slug in upper case', { slug: 'Crew' }, 'slug', 'invalid', /lower-case/],
  ['a slug of two letters', { slug: 'ab' }, 'slug', 'invalid', /3 to 50/],
  ['an unknown scope', { scopes: ['read_task'] }, 'scopes[0]', 'unknown', /Did you mean "read_tasks"\?/],
  ['scopes that are a string', { scopes: 'read_tasks' }, 'scopes', 'invalid', /array/],
  [
    'an unknown topic',
    { webhooks: ['task.status_change'], webhook_url: 'https://a.example/' },
    'webhooks[0]',
    'unknown',
    /"task.status_changed"/,
  ],
  [
    'topics without a webhook_url',
    { webhooks: ['rates.updated'] },
    'webhook_url',
    'required',
    /must be a valid https URL/,
  ],
  [
    'a webhook_url that is no URL',
    { webhook_url: 'crew' },
    'webhook_url',
    'invalid_url',
    /must be a valid https URL/,
  ],
  [
    'a webhook_url over plain http',
    { webhook_url: 'http://crew.example.com/' },
    'webhook_url',
    'invalid_url',
    /https/,
  ],
  [
    'a webhook_url with credentials',
    { webhook_url: 'https://a:b@c.example/' },
    'webhook_url',
    'invalid_url',
    /https/,
  ],
  [
    'a redirect URI over plain http',
    { oauth: { redirect_uris: ['http://localhost/cb'] } },
    'oauth.redirect_uris[0]',
    'invalid_url',
    /https/,
  ],
  [
    'a redirect URI outside ASCII',
    { oauth: { redirect_uris: ['https://crew.example.com/zurück'] } },
    'oauth.redirect_uris[0]',
    'invalid_url',
    /ASCII/,
  ],
  ['a name with characters that reorder it', { name: 'moc.elpmaxe\u202E' }, 'name', 'invalid', /visible/],
  [
    'a redirect URI with a fragment',
    { oauth: { redirect_uris: ['https://a.example/cb#x'] } },
    'oauth.redirect_uris[0]',
    'invalid_url',
    /fragment/,
  ],
  [
    'an unknown capability',
    { capabilities: ['refunds'] },
    'capabilities[0]',
    'unknown',
    /isn't a known capability/,
  ],
  [
    'a capability table of a remote app',
    { capabilities: { refunds: true } },
    'capabilities',
    'invalid',
    /array/,
  ],
  [
    'a payment app without endpoint',
    { type: 'payment' },
    'endpoints.payment_session',
    'required',
    /required/,
  ],
  ['a misspelled key', { webhook_urls: 'https://a.example/' }, 'webhook_urls', 'misspelt', /"webhook_url"/],
  [
    'a misspelt key in a table',
    { oauth: { redirect_uri: [] } },
    'oauth.redirect_uri',
    'misspelt',
    /"redirect_uris"/,
  ],
  [
    'an unknown key',
    { preferences: { depth: 3 } },
    'preferences',
    'unknown',
    /^preferences isn't a key of app\.toml/,
  ],
  [
    'an unknown key in a table',
    { app_page: { colour: 'red' } },
    'app_page.colour',
    'unknown',
    /Known here: url\./,
  ],
  ['injections that are a table', { injections: {} }, 'injections', 'invalid', /\[\[injections\]\]/],
];

describe('manifest rules', () => {
  test.each(WRONG)('%s is refused at its path', (_title, manifest, path, code, message) => {
    const { issues } = readManifest(manifest, PRODUCTION);
    expect(issues).toEqual([{ path, code, message: expect.stringMatching(message) }]);
  });

  test.each([
    ['http://127.0.0.1:3000/hook', true],
    ['http://localhost:3000', true],
    ['http://crew:3000/hook', true],
    ['http://[::1]:3000/', true],
    ['http://192.168.1.7/', true],
    ['http://crew.example.com/', false],
    ['http://8.8.8.8/', false],
    ['ftp://localhost/', false],
    ['http:localhost', false],
  ])('local development accepts the webhook_url %s: %s', (webhook_url, accepted) => {
    expect(readManifest({ webhook_url }, LOCAL).issues.length === 0).toBe(accepted);
  });

  test.each([
    ['more values than 2,000', Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`key_${i}`, i]))],
    ['more array entries than 2,000', { injections: [{ rows: Array.from({ length: 2_000 }, () => 1) }] }],
    ['a key over 64 characters', { ['k'.repeat(65)]: 1 }],
    ['tables more than 12 deep', JSON.parse(`${'{"a":'.repeat(14)}1${'}'.repeat(14)}`)],
    ['a million levels', JSON.parse('['.repeat(1_000_000) + ']'.repeat(1_000_000))],
  ])('a manifest with %s is too large to be read', (_title, manifest) => {
    const { issues } = readManifest(manifest, PRODUCTION);
    expect(issues.map(({ path, code }) => [path, code])).toEqual([['', 'too_large']]);
  });

  test('at most a hundred problems are listed', () => {
    const wrong = { scopes: Array.from({ length: 100 }, () => 'read_al'), webhooks: ['x', 'y', 'z'] };
    const { issues } = readManifest(wrong, PRODUCTION);
    expect(issues).toHaveLength(101);
    expect(issues.at(-1)?.message).toBe("3 more problems aren't listed.");
  });

  test('the first five unknown names get suggestions', () => {
    const { issues } = readManifest({ scopes: Array.from({ length: 9 }, () => 'read_bokings') }, PRODUCTION);
    const proposed = issues.map(({ message }) => message.includes('Did you mean "read_bookings"?'));
    expect(proposed).toEqual([true, true, true, true, true, false, false, false, false]);
  });

  test('every known scope and topic is accepted', () => {
    const manifest = {
      scopes: [...SCOPES],
      webhooks: [...WEBHOOK_TOPICS],
      webhook_url: 'https://a.example/',
    };
    expect(readManifest(manifest, PRODUCTION).issues).toEqual([]);
  });

  test('any input is read without throwing', () => {
    const keys = Object.values(MANIFEST_KEYS).flat();
    const value = fc.anything({ withNullPrototype: true, maxDepth: 4 });
    const manifest = fc.oneof(value, fc.dictionary(fc.constantFrom(...keys, '__proto__', 'x'), value));
    fc.assert(
      fc.property(manifest, fc.boolean(), (input, allowPrivate) => {
        const { manifest: read, issues } = readManifest(input, { allowPrivate });
        expect(read === null).toBe(issues.length > 0);
        if (read) expect(JSON.stringify(read)).not.toContain('\\u0000');
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('[[task_types]]', () => {
  const read = (taskType: object, more: object = {}) =>
    readManifest(
      {
        capabilities: ['register_task_types'],
        task_types: [{ key: 'linen', name: 'Linen', ...taskType }],
        ...more,
      },
      PRODUCTION,
    );

  test('a task type is read with its fields and rules, with durations in milliseconds', () => {
    const { manifest } = read({
      sla: 'PT30M',
      icon: 'wash',
      blocks_guest_ready: true,
      fields: [{ key: 'bags', type: 'integer', label: 'Bags', required_to_complete: true }],
      rules: [
        { trigger: 'booking.confirmed', offset: 'P1DT2H', due: 'check_in', enabled_by_default: true },
        { trigger: 'every', offset: 'P90D' },
      ],
    });
    expect(manifest?.taskTypes).toEqual([
      {
        key: 'linen',
        name: 'Linen',
        description: '',
        icon: 'wash',
        slaMs: 1_800_000,
        provider: 'host',
        blocksGuestReady: true,
        fields: [{ key: 'bags', type: 'integer', label: 'Bags', required: true }],
        rules: [
          { trigger: 'booking.confirmed', offsetMs: 93_600_000, due: 'check_in', enabledByDefault: true },
          { trigger: 'every', offsetMs: 7_776_000_000, due: null, enabledByDefault: false },
        ],
      },
    ]);
  });

  test.each([
    ['task_types[0].key', { key: 'Linen' }],
    ['task_types[0].key', { key: 'cleaning' }],
    ['task_types[0].name', { name: '' }],
    ['task_types[0].icon', { icon: 'unicorn' }],
    ['task_types[0].sla', { sla: 'PT30S' }],
    ['task_types[0].sla', { sla: 'P2D' }],
    ['task_types[0].provider', { provider: 'self' }],
    ['task_types[0].blocks_guest_ready', { blocks_guest_ready: 'yes' }],
    ['task_types[0].blocks_guestready', { blocks_guestready: true }],
    ['task_types[0].fields[0].type', { fields: [{ key: 'a', type: 'rainbow', label: 'A' }] }],
    [
      'task_types[0].fields[1].key',
      {
        fields: [
          { key: 'a', type: 'string', label: 'A' },
          { key: 'a', type: 'string', label: 'B' },
        ],
      },
    ],
    ['task_types[0].fields', { fields: Array.from({ length: 21 }, () => ({})) }],
    ['task_types[0].rules[0].trigger', { rules: [{ trigger: 'booking.created' }] }],
    ['task_types[0].rules[0].offset', { rules: [{ trigger: 'every' }] }],
    ['task_types[0].rules[0].offset', { rules: [{ trigger: 'booking.confirmed', offset: 'P31D' }] }],
    ['task_types[0].rules[0].due', { rules: [{ trigger: 'every', offset: 'P1D', due: 'check_in' }] }],
  ])('a task type that breaks a rule is refused at %s', (path, taskType) => {
    expect(read(taskType).issues.map((issue) => issue.path)).toEqual([path]);
  });

  test('task types need the capability to add them', () => {
    const paths = (input: object) => readManifest(input, PRODUCTION).issues.map(({ path }) => path);
    const types = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ key: `k${i}`, name: 'Kind' }));
    expect(paths({ task_types: types(1) })).toEqual(['capabilities']);
    const capabilities = ['register_task_types'];
    expect(paths({ capabilities, task_types: types(20) })).toEqual([]);
    expect(paths({ capabilities, task_types: types(21) })).toEqual(['task_types']);
    expect(paths({ capabilities, task_types: [...types(1), ...types(1)] })).toEqual(['task_types[1].key']);
  });
});
