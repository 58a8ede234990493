import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Developer, developer, MANIFEST } from '../support/management.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { tries } from '../support/seeded.ts';

const PROBES = tries(500);
const PER_TOKEN = 100;

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const patOf = (key: string) => platform.demo?.accounts.find((account) => account.key === key)?.pat ?? '';

/** Every endpoint about one app, as an account requests it with its own team. */
const ENDPOINTS = [
  ['GET', '', false],
  ['GET', '/health', false],
  ['GET', '/versions', false],
  ['POST', '/release', false],
  ['POST', '/client-secret', false],
  ['GET', '/installs', false],
  ['POST', '/installs', true],
  ['DELETE', '/installs', true],
  ['POST', '/installs/token', true],
  ['POST', '/installs/permissions', true],
  ['POST', '/forward', true],
  ['POST', '/trigger', true],
  ['GET', '/forward', true],
  ['GET', '/deliveries', true],
  ['GET', `/deliveries/EVENT`, true],
] as const;

test(`${PROBES} probes for another account's apps get the same result as unknown slugs`, async () => {
  const owner = developer(platform.address, patOf('developer'));
  const slugs = await Promise.all(
    ['private', 'public'].flatMap((distribution) =>
      [1, 2, 3].map((n) => makeApp(owner, `probed-${distribution}-${n}`, distribution)),
    ),
  );
  const before = await snapshot();
  const probers = await probersOf('outsider', Math.ceil((PROBES * 2) / PER_TOKEN));
  let asked = 0;
  const next = (): Developer => {
    const prober = probers[Math.floor(asked++ / PER_TOKEN)];
    if (!prober) throw new Error('There are too few tokens for the probes.');
    return prober;
  };
  const probe = async (n: number) => {
    const [method, path, withTeam] = ENDPOINTS[n % ENDPOINTS.length] ?? ENDPOINTS[0];
    const slug = slugs[Math.floor(n / ENDPOINTS.length) % slugs.length] ?? '';
    const body = method === 'POST' ? BODIES[path] : undefined;
    const options = { ...(withTeam ? { team: 'alpine' } : {}), ...(body && { body }) };
    const ask = async (name: string) => {
      const about = `apps/${name}${path.replace('EVENT', EVENT)}`;
      const { status, json } = await next().call(method, about, options);
      return JSON.stringify({ status, ...json, request_id: null }).replaceAll(name, 'slug');
    };
    const theirs = await ask(slug);
    expect(JSON.parse(theirs)).toMatchObject({ status: 404, code: 'not_found' });
    expect(theirs).toBe(await ask(`unknown-${n}`));
  };
  for (let first = 0; first < PROBES; first += 20) {
    await Promise.all(Array.from({ length: Math.min(20, PROBES - first) }, (_, i) => probe(first + i)));
  }
  expect(await snapshot()).toEqual(before);
}, 300_000);

const EVENT = randomUUID();
const BODIES: Readonly<Record<string, object>> = {
  '/trigger': { topic: 'task.created' },
  '/installs/permissions': { permissions: ['read_tasks'] },
  '/forward': { data: [{ event_id: EVENT, status: 204, error: null, latency_ms: 1 }] },
};

async function makeApp(owner: Developer, slug: string, distribution: string): Promise<string> {
  const body = { name: 'Probed', slug, distribution, manifest: MANIFEST, release: true };
  expect((await owner.call('POST', 'apps', { body })).status).toBe(201);
  await owner.call('POST', `apps/${slug}/installs`, { team: 'devteam' });
  await platform.database.query(
    `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, created_at)
     SELECT i.id, $2, 'rates.updated', 'x', '{}', 'pending', now() FROM apps.installs i
     JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = $1`,
    [slug, EVENT],
  );
  return slug;
}

/** Everything that a probe could have changed. */
const snapshot = () =>
  platform.database.query(
    `SELECT to_jsonb(a) - 'name' AS app, (SELECT jsonb_agg(to_jsonb(v)) FROM apps.app_versions v WHERE v.app_id = a.id) AS versions,
       (SELECT jsonb_agg(to_jsonb(i)) FROM apps.installs i WHERE i.app_id = a.id) AS installs,
       (SELECT count(*) FROM apps.runtime_tokens) AS tokens, (SELECT jsonb_agg(to_jsonb(d) ORDER BY d.id) FROM apps.deliveries d) AS deliveries
     FROM apps.apps a ORDER BY a.id`,
  );

async function probersOf(key: string, count: number): Promise<readonly Developer[]> {
  const tokens = Array.from({ length: count }, (_, i) => `platform_pat_probe-${i}`);
  await platform.database.query(
    `INSERT INTO apps.access_tokens (account_id, name, abilities, token_hash, hint, created_at)
     SELECT a.id, 'probe', '{develop-apps}', encode(sha256(token::bytea), 'hex'), 'x', now()
     FROM apps.accounts a, unnest($1::text[]) token WHERE a.email = $2`,
    [tokens, `${key}@demo.test`],
  );
  return tokens.map((token) => developer(platform.address, token));
}
