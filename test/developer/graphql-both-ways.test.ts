import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPlainJson, readPlain } from '#gateway/http/plain-request.ts';
import { ATTACKS, aliases, doubling, inFragments, ordinary, tokens } from '../support/attack-documents.ts';
import { type Developer, type InstalledApp, installNewApp, newDeveloper } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// Plain requests take a direct path to the engine; Apollo Server handles the others. Both return the same
// responses.

let platform: TestPlatform;
let developer: Developer;
let app: InstalledApp;
/** An install with separate points. */
let other: InstalledApp;
beforeAll(async () => {
  platform = await startPlatform();
  developer = await newDeveloper(platform);
  app = await installNewApp(platform, developer, {});
  other = await installNewApp(platform, developer, {});
});
afterAll(() => platform.close());

/** The same preference in a form that only Apollo Server parses. */
const weighed = (accept: string) => `${accept};q=1`;

const ACCEPTS = ['application/json', 'application/graphql-response+json'] as const;
const endpoint = () => `${platform.address}/developer/api/2026-10/graphql`;

async function ask(body: unknown, accept: string, token: string | undefined) {
  const response = await fetch(endpoint(), {
    method: 'POST',
    headers: {
      accept,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const headers = Object.fromEntries(response.headers);
  for (const name of ['date', 'x-request-id', 'content-length', 'retry-after']) delete headers[name];
  const text = (await response.text()).replace(/"available":\d+/, '"available":0');
  return { status: response.status, headers, text };
}

const FIRST = 'query A($first: Int = 2) { tasks(first: $first) { nodes { id } } } query B { apiVersion }';

const REQUESTS: readonly (readonly [title: string, body: object])[] = [
  ['a field', { query: '{ apiVersion }' }],
  ['an object of the install', { query: '{ currentApp { name type } currentInstall { team } }' }],
  ['a list', { query: '{ tasks(first: 3) { nodes { id } edges { cursor } pageInfo { hasNextPage } } }' }],
  ['a join', { query: '{ tasks(first: 3) { nodes { property { name } booking { reference } } } }' }],
  ['a named operation of two', { query: FIRST, operationName: 'A', variables: { first: 1 } }],
  ['no name for two operations', { query: FIRST }],
  ['an unknown operation name', { query: FIRST, operationName: 'C' }],
  ['an empty name', { query: '{ apiVersion }', operationName: '' }],
  ['variables that are null', { query: '{ apiVersion }', variables: null, operationName: null }],
  ['extensions of a client', { query: '{ apiVersion }', extensions: { clientLibrary: { name: 'x' } } }],
  ['a persisted query', { query: '{ apiVersion }', extensions: { persistedQuery: { version: 1 } } }],
  ['a variable of a different type', { query: FIRST, operationName: 'A', variables: { first: 'many' } }],
  ['a missing variable', { query: 'query ($id: ID!) { task(id: $id) { id } }' }],
  ['an argument out of bounds', { query: '{ tasks(first: 1000) { nodes { id } } }' }],
  ['a scope that the install lacks', { query: '{ contacts { nodes { id } } apiVersion }' }],
  ['a condition', { query: 'query ($x: Boolean!) { apiVersion @skip(if: $x) }', variables: { x: true } }],
  ['a condition without a value', { query: 'query ($x: Boolean) { apiVersion @skip(if: $x) }' }],
  [
    'a user error',
    { query: 'mutation { taskTransitionStatus(id: 0, status: ASSIGNED) { userErrors { code } } }' },
  ],
  ['introspection', { query: '{ __schema { queryType { name } } apiVersion }' }],
  ['only introspection', { query: '{ __type(name: "Task") { fields { name } } }' }],
  ['a fragment', { query: '{ ...F } fragment F on Query { apiVersion }' }],
  ['a syntax error', { query: '{ apiVersion' }],
  ['an unknown field', { query: '{ passwords apiVersion { x } }' }],
  ['a host’s field', { query: '{ installs { id } }' }],
  ['a literal of the wrong type', { query: '{ tasks(first: "1") { nodes { id } } }' }],
  [
    'a literal that is not a DateTime',
    { query: '{ tasks(filter: { updatedSince: "x" }) { nodes { id } } }' },
  ],
  [
    'too many points',
    {
      query: `{ ${'x '.repeat(3).replace(/x/g, '')}bookings(first: 100) { nodes { tasks(first: 100) { nodes { id } } } } }`,
    },
  ],
  ['13 levels', { query: `{ ${ordinary(13)} }` }],
  ['13 levels of fragments', { query: inFragments(13) }],
  ['51 aliases', { query: aliases(51) }],
  ['fields in doubling fragments', { query: doubling(11) }],
  ['1,001 tokens', { query: tokens(1_001) }],
  ['1,000 tokens', { query: tokens(1_000) }],
  ['no document', { query: '' }],
  ['a batch', [{ query: '{ apiVersion }' }]],
  ...ATTACKS.map(([title, query]) => [title, { query }] as const),
];

/** Texts with a placeholder `%` for each value: in the plain path, matching texts share a document. */
const ALIKE: readonly (readonly [title: string, text: string, values: string])[] = [
  ['numbers', '{ tasks(first: %) { nodes { id } } }', '2 3 100 101 0 -0 99999999999 1.5'],
  [
    'instants',
    '{ tasks(filter: { updatedSince: % }) { nodes { id } } }',
    '"2020-01-01T00:00:00Z" "2021-01-01T00:00:00Z" "x" """2020-01-01T00:00:00Z""" 5',
  ],
  ['ids', '{ task(id: %) { id } }', '1 0 "1" "x" 12345678901234567890 1.5'],
  ['one of two fields', '{ tasks(first: 1) { nodes { id } } tasks(first: %) { nodes { taskType } } }', '1 2'],
  ['a fragment', '{ ...F } fragment F on Query { tasks(first: %) { nodes { id } } }', '1 2'],
  ['a default', 'query ($n: Int = %) { tasks(first: $n) { nodes { id } } }', '1 2 "2"'],
  [
    'what is beside a variable',
    'query ($status: TaskStatus) { tasks(filter: { status: $status, propertyId: % }) { nodes { id } } }',
    '"0" "1" 1.5',
  ],
  ['one of two operations', 'query A { tasks(first: %) { nodes { id } } } query B { apiVersion }', '1 2'],
  ['names of the schema', '{ __type(name: %) { name } }', '"Task" "Booking" 1'],
  ['such names next to fields', '{ apiVersion __type(name: %) { name } }', '"Task" "Booking"'],
  ['a mutation', 'mutation { taskTransitionStatus(id: %, status: ASSIGNED) { userErrors { code } } }', '0 1'],
  ['what it costs', '{ bookings(first: %) { nodes { tasks(first: %) { nodes { id } } } } }', '1 100 50'],
  ['a directive', '{ apiVersion @include(if: %) }', '1 "yes"'],
];

describe.each(ACCEPTS)('answered in %s', (accept) => {
  test.each(ALIKE)(
    'queries that differ only in %s get the same response on both paths',
    async (_title, text, values) => {
      const { token } = other;
      for (const value of values.split(' ')) {
        const query = text.replaceAll('%', value);
        const plainly = await ask({ query }, accept, token);
        expect(plainly, query).toEqual(await ask({ query }, weighed(accept), token));
      }
    },
  );

  test.each(REQUESTS)('%s gets the same response on both paths', async (_title, body) => {
    for (const token of [app.token, undefined]) {
      const plainly = await ask(body, accept, token);
      expect(plainly).toEqual(await ask(body, weighed(accept), token));
    }
  });

  test('an install without points gets the same refusal on both paths', async () => {
    const { token } = await installNewApp(platform, developer, {});
    const body = {
      query: `{ ${Array.from({ length: 9 }, (_, n) => `p${n}: tasks(first: 100) { nodes { id } }`)} }`,
    };
    for (let spent = 0; spent < 2; spent++) expect((await ask(body, accept, token)).status).toBe(200);
    const plainly = await ask(body, accept, token);
    const other = await ask(body, weighed(accept), token);
    expect([plainly.status, other.status]).toEqual([429, 429]);
    expect(plainly.headers).toEqual(other.headers);
  });

  test('an internal error is masked the same way on both paths', async () => {
    await platform.database.query('ALTER TABLE tasks.task RENAME TO task_gone');
    try {
      const body = { query: '{ task(id: 1) { id } apiVersion }' };
      const plainly = await ask(body, accept, app.token);
      expect(plainly.text).not.toMatch(/task_gone|relation/);
      expect(plainly).toEqual(await ask(body, weighed(accept), app.token));
    } finally {
      await platform.database.query('ALTER TABLE tasks.task_gone RENAME TO task');
    }
  });
});

test('the GraphQL over HTTP audits have the same results on both paths', async () => {
  const judged = async (change: (accept: string) => string) => {
    const fetchFn = (to: string, init?: RequestInit) => {
      const headers = new Headers(init?.headers);
      headers.set('accept', change(headers.get('accept') ?? '*/*'));
      return fetch(to, { ...init, headers });
    };
    const results = [];
    for (const { name, fn } of serverAudits({ url: endpoint(), fetchFn })) {
      const { status } = await fn();
      results.push({ name, status });
    }
    return results;
  };
  const plainly = await judged((accept) => accept);
  expect(plainly).toEqual(await judged(weighed));
  expect(plainly.filter(({ status }) => status === 'error')).toEqual([]);
});

describe('a plain request', () => {
  const body = { query: '{ apiVersion }' };

  test.each([undefined, '*/*', ...ACCEPTS])('a request that accepts %s is plain', (accept) => {
    expect(readPlain(body, accept)).not.toBeNull();
  });

  test.each([weighed('application/json'), 'text/html', 'multipart/mixed', ''])(
    "a request that accepts %s isn't plain",
    (accept) => {
      expect(readPlain(body, accept)).toBeNull();
    },
  );

  test.each([
    ['application/json', true],
    ['application/json; charset=UTF-8', true],
    ['text/plain', false],
    ['text/plain; application/json', false],
    [undefined, false],
  ])('a request with the content type %s is plain: %s', (type, plain) => {
    expect(isPlainJson(type)).toBe(plain);
  });
});
