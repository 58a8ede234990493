import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MANIFEST_KEYS, SCOPES } from '#manifest/vocabulary.ts';
import { WEBHOOK_TOPICS } from '#schema/events.ts';
import { type Developer, developer, MANIFEST } from '../support/management.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { patience, tries } from '../support/seeded.ts';

let platform: TestPlatform;
let dev: Developer;

beforeAll(async () => {
  platform = await startPlatform();
  dev = developer(
    platform.address,
    platform.demo?.accounts.find(({ key }) => key === 'developer')?.pat ?? '',
  );
});
afterAll(() => platform.close());

const validate = (body: unknown) => dev.call('POST', 'apps/validate', { body });

/** Sends a body unchanged, JSON or not. */
async function sendText(body: string) {
  const pat = platform.demo?.accounts.find(({ key }) => key === 'developer')?.pat ?? '';
  const response = await fetch(`${platform.address}/api/dev/apps/validate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${pat}`, 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, json: JSON.parse(await response.text()) };
}

describe('POST apps/validate', () => {
  test('a pushable manifest is valid', async () => {
    const { status, json } = await validate({ distribution: 'private', manifest: MANIFEST });
    expect([status, json]).toEqual([200, { valid: true, errors: [], issues: [] }]);
  });

  test('an invalid manifest returns 200 with a list of messages', async () => {
    const { status, json } = await validate({
      distribution: 'public',
      manifest: { ...MANIFEST, webhook_url: 'ftp://x' },
    });
    expect(status).toBe(200);
    expect(json.valid).toBe(false);
    expect(json.errors).toEqual([
      'slug is required for public apps. Choose it before the first push.',
      expect.stringContaining('webhook_url must be a valid https URL.'),
    ]);
    expect(json.issues.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ['slug', 'required'],
      ['webhook_url', 'invalid_url'],
    ]);
  });

  test.each([[null], [[]], ['text'], [5], [{}], [{ manifest: null }], [{ manifest: [] }]])(
    'the body %j returns 200 and is invalid',
    async (body) => {
      const { status, json } = await validate(body);
      expect([status, json.valid]).toEqual([200, false]);
    },
  );

  test.each([
    ['a number', '5'],
    ['false', 'false'],
    ['an empty text', '""'],
    ['half a character', '"\\ud800"'],
    ['a distribution that is a number', '{"distribution":5,"manifest":{"name":"x"}}'],
    ['an unknown distribution', '{"distribution":"secret","manifest":{}}'],
    ['a name that is a table', '{"name":{},"manifest":{}}'],
    ['a slug that is null', '{"slug":null,"manifest":{}}'],
    [
      'a key that is a JavaScript built-in',
      '{"__proto__":{"manifest":{}},"manifest":{"__proto__":null,"scopes":1}}',
    ],
  ])('%s in POST apps/validate returns 200 and is invalid', async (_title, body) => {
    const { status, json } = await sendText(body);
    expect([status, json.valid]).toEqual([200, false]);
    expect(json.errors.length).toBeGreaterThan(0);
  });

  test('a bare manifest gets an error that shows the wrapper', async () => {
    const { status, json } = await validate(MANIFEST);
    const message = 'The manifest is missing. Send it as {"manifest": {…}}, not as the body itself.';
    const issues = [{ path: 'manifest', code: 'required', message }];
    expect([status, json]).toEqual([200, { valid: false, errors: [message], issues }]);
  });

  test('a body with 500,000 nested lists is refused with 400', async () => {
    const { status, json } = await sendText('['.repeat(500_000) + ']'.repeat(500_000));
    expect([status, json.code]).toEqual([400, 'bad_request']);
  });

  test.each([['{'], ['undefined'], ['{"manifest":{}}}'], ["{'manifest':{}}"]])(
    "the body %s isn't JSON and returns 400",
    async (body) => {
      const { status, json } = await sendText(body);
      expect([status, json.code]).toEqual([400, 'bad_request']);
    },
  );

  test('a manifest with thousands of misspelled keys is refused as too large', async () => {
    const manifest: Record<string, number> = {};
    for (let i = 0; i < 9_000; i += 1) manifest[`webhoo_url${i}`.padEnd(60, 'x')] = 1;
    const calls = Array.from({ length: 40 }, () => validate({ distribution: 'private', manifest }));
    for (const { status, json } of await Promise.all(calls)) {
      expect([status, json.issues.map(({ code }: { code: string }) => code)]).toEqual([200, ['too_large']]);
    }
  });

  test('validation creates no app', async () => {
    await validate({ name: 'Ghost', distribution: 'private', manifest: MANIFEST });
    expect((await dev.call('GET', 'apps')).json.data).toEqual([]);
  });

  test('production refuses plain http everywhere', async () => {
    const production = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '0' });
    try {
      const pat = production.demo?.accounts.find(({ key }) => key === 'developer')?.pat ?? '';
      const { json } = await developer(production.address, pat).call('POST', 'apps/validate', {
        body: { manifest: { ...MANIFEST, webhook_url: 'http://127.0.0.1:3000/' } },
      });
      expect(json.errors).toEqual(['webhook_url must be a valid https URL.']);
    } finally {
      await production.close();
    }
  });
});

const RUNS = tries(500);
const PER_TOKEN = 100;
const AT_ONCE = 16;

test(`${RUNS} fuzzed manifests each get 200 and a verdict`, {
  timeout: patience(60_000),
}, async () => {
  const tokens = await mintTokens(RUNS / PER_TOKEN);
  const bodies = fc.sample(fuzzedBody, { numRuns: RUNS, seed: 20_260_101 });
  const verdicts = { valid: 0, invalid: 0 };
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < bodies.length; i = next++) {
      const body = JSON.stringify(bodies[i]);
      const response = await fetch(`${platform.address}/api/dev/apps/validate`, {
        method: 'POST',
        body,
        headers: {
          authorization: `Bearer ${tokens[Math.floor(i / PER_TOKEN)]}`,
          'content-type': 'application/json',
        },
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${response.status} ${text} for ${body}`);
      const verdict = JSON.parse(text) as { valid: boolean; errors: string[] };
      if (verdict.valid !== (verdict.errors.length === 0)) throw new Error(`${text} for ${body}`);
      verdicts[verdict.valid ? 'valid' : 'invalid'] += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(verdicts.valid + verdicts.invalid).toBe(RUNS);
  expect(verdicts.valid).toBeGreaterThan(RUNS / 100);
  expect(verdicts.invalid).toBeGreaterThan(RUNS / 10);
});

test('a manifest can be released if and only if it is valid', { timeout: 120_000 }, async () => {
  const tokens = (await mintTokens(2 * PER_TOKEN, 'push')).values();
  const manifests = fc.sample(fuzzedManifest, { numRuns: 2 * PER_TOKEN, seed: 7 });
  const counts = { pushed: 0, refused: 0 };
  for (const { slug: _slug, type: _type, name: _name, ...manifest } of manifests) {
    const own = developer(platform.address, tokens.next().value ?? '');
    const body = { name: 'Fuzz', distribution: 'private', manifest, release: true };
    const { valid, errors } = (await own.call('POST', 'apps/validate', { body })).json;
    const { status, json } = await own.call('POST', 'apps', { body });
    expect([status, status === 201 ? [] : Object.values(json.errors).flat()]).toEqual([
      valid ? 201 : 422,
      errors,
    ]);
    counts[valid ? 'pushed' : 'refused'] += 1;
  }
  expect(Math.min(counts.pushed, counts.refused)).toBeGreaterThan(20);
});

const anything = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
/** Mostly valid manifest values, occasionally anything. */
const mostly = <T>(right: fc.Arbitrary<T>, ...wrong: fc.Arbitrary<unknown>[]) =>
  fc.oneof(
    { arbitrary: right, weight: 9 },
    ...[...wrong, anything].map((arbitrary) => ({ arbitrary, weight: 1 })),
  );
const url = mostly(fc.webUrl({ validSchemes: ['https'] }), fc.webUrl(), fc.string({ unit: 'binary' }));
const names = (known: readonly string[]) =>
  mostly(fc.subarray([...known]), fc.array(fc.oneof(fc.constantFrom(...known), fc.string())));
const fuzzedManifest = fc.record(
  {
    name: mostly(fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,29}$/), fc.string()),
    type: mostly(fc.constantFrom('remote', 'channel', 'injection'), fc.constant('payment')),
    slug: mostly(fc.stringMatching(/^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$/)),
    scopes: names(SCOPES),
    capabilities: mostly(fc.constant([]), fc.dictionary(fc.string(), fc.boolean())),
    webhooks: names(WEBHOOK_TOPICS),
    webhook_url: url,
    oauth: mostly(fc.record({ redirect_uris: fc.array(url) })),
    endpoints: mostly(fc.record({ payment_session: url })),
    injections: mostly(
      fc.constantFrom([], [{ handle: 'reviews', target: 'home.top', url: 'https://a.example/' }]),
      fc.array(anything, { maxLength: 1 }),
    ),
    delivery: mostly(fc.record({ standard_webhooks: fc.boolean() })),
  },
  { requiredKeys: [] },
);
const poisoned = fc.dictionary(
  fc.constantFrom('__proto__', 'constructor', 'toString', '', ...Object.values(MANIFEST_KEYS).flat()),
  anything,
);
const fuzzedBody = fc.oneof(
  {
    arbitrary: fc.record({ distribution: fc.constantFrom('private', 'public'), manifest: fuzzedManifest }),
    weight: 6,
  },
  { arbitrary: fc.record({ distribution: anything, manifest: poisoned }), weight: 2 },
  { arbitrary: poisoned, weight: 1 },
  { arbitrary: anything, weight: 1 },
);

async function mintTokens(count: number, name = 'fuzz'): Promise<readonly string[]> {
  const tokens = Array.from({ length: count }, (_, i) => `platform_pat_${name}-${i}`);
  await platform.database.query(
    `INSERT INTO apps.access_tokens (account_id, name, abilities, token_hash, hint, created_at)
     SELECT a.id, 'fuzz', '{develop-apps}', encode(sha256(token::bytea), 'hex'), 'x', now()
     FROM apps.accounts a, unnest($1::text[]) token WHERE a.email = 'developer@demo.test'`,
    [tokens],
  );
  return tokens;
}
