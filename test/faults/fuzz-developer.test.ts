import { Pool } from 'undici';
import { afterAll, beforeAll, expect } from 'vitest';
import { GRAPHQL_ERROR_CODES } from '#kit/errors.ts';
import { demoHost } from '../support/app-world.ts';
import { installNewApp } from '../support/developer.ts';
import { MANIFEST } from '../support/management.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type Chance, chanceOf, patience, SEED, seededTest, tries } from '../support/seeded.ts';
import { operationsOf } from './good-operations.ts';
import { bytesOf, type Json, spoil } from './mutate.ts';

/** Per surface; `npm run tool fuzz` sends 10,000. */
const INPUTS = Math.max(500, tries(500)); // fewer may not meet every type of refusal
const AT_ONCE = 16;
/** Requests that fit one install's points and one token's minute. */
const PER_INSTALL = 60;
const PER_TOKEN = 100;

let platform: TestPlatform;
let pool: Pool;
const runtimeTokens: string[] = [];
const accessTokens = Array.from(
  { length: Math.ceil(INPUTS / PER_TOKEN) },
  (_, n) => `platform_pat_fuzz-${n}`,
);

beforeAll(async () => {
  platform = await startPlatform();
  pool = new Pool(platform.address, { connections: AT_ONCE });
  const lakeside = await demoHost(platform, 'lakeside');
  for (let n = 0; n < INPUTS / PER_INSTALL; n++) {
    runtimeTokens.push((await installNewApp(platform, lakeside, { scopes: SCOPES })).token);
  }
  await platform.database.query(
    `INSERT INTO apps.access_tokens (account_id, name, abilities, token_hash, hint, created_at)
     SELECT a.id, 'fuzz', '{develop-apps}', encode(sha256(token::bytea), 'hex'), 'x', now()
     FROM apps.accounts a, unnest($1::text[]) token WHERE a.email = 'developer@demo.test'`,
    [accessTokens],
  );
}, patience(60_000));
afterAll(async () => {
  await pool.close();
  await platform.close();
});

const SCOPES = ['write_bookings', 'write_properties', 'write_rates', 'write_tasks', 'write_payment_sessions'];

/** Internals that no response may reveal: our code and our database. */
const INSIDE = /node_modules|\.[tj]s:\d+|\bat (?:async )?[\w.<]+ \(|relation "|violates|column "/;

interface Input {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** Sends every input and passes each response to `check`; a failure shows the input. */
async function fuzz(
  make: (chance: Chance, number: number) => Input,
  check: (answer: { readonly status: number; readonly type: string; readonly text: string }) => void,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  let next = 0;
  const worker = async () => {
    while (next < INPUTS) {
      const number = next++;
      const input = make(chanceOf(SEED + number), number);
      const { statusCode: status, headers, body } = await pool.request({ ...input, headersTimeout: 30_000 });
      const text = await body.text();
      statuses[status] = (statuses[status] ?? 0) + 1;
      try {
        expect(status).toBeLessThan(500);
        expect(text).not.toMatch(INSIDE);
        check({ status, type: String(headers['content-type'] ?? ''), text });
      } catch (error) {
        const shown = `${input.method} ${input.path} ${input.body?.toString().slice(0, 2_000) ?? ''}`;
        throw new Error(`input ${number}: ${shown}\nanswer ${status}: ${text.slice(0, 1_000)}`, {
          cause: error,
        });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return statuses;
}

/** Occasionally drops or duplicates a piece of a document. */
function spoilDocument(chance: Chance, query: string): string {
  if (chance.below(4) > 0) return query;
  const from = chance.below(query.length);
  const until = from + chance.below(12);
  const piece = query.slice(from, until);
  return query.slice(0, from) + (chance.below(2) ? '' : piece + piece) + query.slice(until);
}

const OPERATIONS = operationsOf('2026-01');

function graphqlInput(chance: Chance, number: number): Input {
  const { query, variables } = chance.pick(OPERATIONS);
  const request = { query: spoilDocument(chance, query), variables: spoil(chance, variables) };
  return {
    method: 'POST',
    path: '/developer/api/2026-01/graphql',
    headers: {
      authorization: `Bearer ${runtimeTokens[Math.floor(number / PER_INSTALL)]}`,
      'content-type': 'application/json',
    },
    body: chance.below(3) ? Buffer.from(JSON.stringify(request)) : bytesOf(chance, spoil(chance, request)),
  };
}

seededTest(
  `${INPUTS} spoiled GraphQL requests: no 5xx, no failure of ours, nothing of the inside`,
  async () => {
    const expected = GRAPHQL_ERROR_CODES.filter(
      (code) => code !== 'INTERNAL_SERVER_ERROR',
    ) as readonly string[];
    const statuses = await fuzz(graphqlInput, ({ type, text }) => {
      expect(type).toMatch(/^application\/json/);
      const { errors = [] } = JSON.parse(text);
      for (const { extensions } of errors) expect(expected).toContain(extensions.code);
    });
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '400']));
  },
  patience(60_000),
);

const GOOD_MANIFEST: Json = { ...MANIFEST, scopes: [...MANIFEST.scopes], webhooks: [...MANIFEST.webhooks] };
const PUSH: Json = {
  name: 'Fuzz',
  type: 'remote',
  distribution: 'private',
  slug: 'fuzzed',
  manifest: GOOD_MANIFEST,
  release: true,
};
const SLUGS = ['fuzzed', 'fuzzed', 'no-such-app', '%00', '..', '%zz', 'x'.repeat(300), '%F0%9F%8F%A1'];

function managementInput(chance: Chance, number: number): Input {
  const slug = chance.pick(SLUGS);
  const [method, path, good] = chance.pick<readonly [Input['method'], string, Json | null]>([
    ['POST', 'apps', PUSH],
    ['POST', 'apps', PUSH],
    ['POST', 'apps/validate', { distribution: 'private', manifest: GOOD_MANIFEST }],
    ['POST', `apps/${slug}/release`, { version: 1 }],
    ['POST', `apps/${slug}/installs`, { dev: true }],
    ['POST', `apps/${slug}/installs/token`, {}],
    ['DELETE', `apps/${slug}/installs`, null],
    ['GET', `apps/${slug}`, null],
    ['GET', `apps/${slug}/versions?${slug}=${slug}`, null],
    ['GET', `apps/${slug}/forward?wait=${chance.pick(['0', '-1', 'x', '1e9', ''])}`, null],
    ['GET', `apps/${slug}/deliveries/${slug}`, null],
  ]);
  return {
    method,
    path: `/api/dev/${path}`,
    headers: {
      authorization: `Bearer ${accessTokens[Math.floor(number / PER_TOKEN)]}`,
      'x-platform-team': chance.pick([
        'devteam',
        'devteam',
        'devteam',
        'lakeside',
        '\u00ff',
        'x'.repeat(2_000),
      ]),
      ...(good === null ? {} : { 'content-type': 'application/json' }),
    },
    body: good === null ? null : bytesOf(chance, spoil(chance, good)),
  };
}

seededTest(
  `${INPUTS} spoiled requests to the management API: no 5xx, nothing of the inside, always problem+json`,
  async () => {
    const statuses = await fuzz(managementInput, ({ status, type, text }) => {
      if (status < 400) return void JSON.parse(text);
      expect(type).toMatch(/^application\/problem\+json/);
      expect(JSON.parse(text)).toMatchObject({
        status,
        code: expect.any(String),
        detail: expect.any(String),
      });
    });
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '201', '400', '404', '422']));
  },
  patience(60_000),
);
