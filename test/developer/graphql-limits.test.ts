import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localBudgets } from '#db/limits/local.ts';
import {
  ATTACKS,
  aliases,
  doubling,
  inFragments,
  nested,
  ordinary,
  tokens,
} from '../support/attack-documents.ts';
import { type Developer, installNewApp, newDeveloper } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let developer: Developer;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  developer = await newDeveloper(platform);
  token = (await installNewApp(platform, developer, {})).token;
});
afterAll(() => platform.close());

const run = (query: string, request = {}) => graphql(platform.address, query, { token, ...request });

describe('cost', () => {
  test.each([
    ['a value', '{ apiVersion }', 0],
    ['an object', '{ currentApp { name } }', 1],
    ['a connection is 2 and a page of 50', '{ tasks { nodes { id } } }', 52],
    ['of the requested size', '{ tasks(first: 10) { nodes { id customFields { key } } } }', 22],
    [
      'edges are free, their nodes are not',
      '{ tasks(first: 10) { edges { cursor node { id } } pageInfo { endCursor } } }',
      12,
    ],
    [
      'a list below a list, at its own default size',
      '{ bookings(first: 100) { nodes { tasks { nodes { id } } } } }',
      802,
      '2026-10',
    ],
    [
      'messages below conversations, five by default',
      '{ conversations(first: 100) { nodes { messages { nodes { id text } } } } }',
      802,
      'unstable',
    ],
    ['a list without pages is five', '{ properties(first: 10) { nodes { unitTypes { id } } } }', 62],
    ['a variable’s size', 'query ($n: Int = 3) { tasks(first: $n) { nodes { id } } }', 5],
    [
      'fragments as often as they are spread',
      '{ a: currentApp { ...F } b: currentApp { ...F } } fragment F on App { name }',
      2,
    ],
    [
      'a mutation',
      'mutation { taskTransitionStatus(id: 1, status: ASSIGNED) { task { id } userErrors { code } } }',
      12,
    ],
    ['introspection', '{ __schema { types { name fields { name } } } }', 0],
  ])('%s', async (_title, query, requested, version = '2026-01') => {
    const { status, cost } = await run(query, { version });
    expect(status).toBe(200);
    expect(cost).toMatchObject({ requested, maximum: 1_000, capacity: 2_000, restoredPerSecond: 100 });
  });

  test('a query over 1,000 points is MAX_COST_EXCEEDED and costs no points', async () => {
    const pages = Array.from({ length: 11 }, (_, n) => `p${n}: tasks(first: 100) { nodes { id } }`);
    const { status, errors, cost } = await run(`{ ${pages.join('\n')} }`);
    expect(status).toBe(400);
    expect(errors).toMatchObject([{ extensions: { code: 'MAX_COST_EXCEEDED' } }]);
    expect(cost).toEqual({ requested: 11 * 102, maximum: 1_000 });
  });

  test('an install without points is THROTTLED with 429 and Retry-After', async () => {
    const spender = await installNewApp(platform, developer, {});
    const pages = Array.from({ length: 9 }, (_, n) => `p${n}: tasks(first: 100) { nodes { id } }`);
    const ask = () => run(`{ ${pages.join('\n')} }`, { token: spender.token });
    const answers = [await ask(), await ask(), await ask()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    const refused = answers[2];
    expect(refused?.errors).toMatchObject([{ extensions: { code: 'THROTTLED' } }]);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect(refused?.cost.available).toBeLessThan(918);
    expect((await run('{ currentApp { name } }')).status).toBe(200);
  });

  test('a bucket refills over time up to its size', async () => {
    let now = 0;
    const budgets = localBudgets({ capacity: 2_000, restoredPerSecond: 100, now: () => now });
    expect(await budgets.take('a', 2_000)).toEqual({ allowed: true, available: 0, retryAfterSeconds: 1 });
    expect(await budgets.take('a', 150)).toEqual({ allowed: false, available: 0, retryAfterSeconds: 2 });
    now = 1_500;
    expect(await budgets.take('a', 150)).toMatchObject({ allowed: true, available: 0 });
    now = 3_600_000;
    expect(await budgets.take('a', 0)).toMatchObject({ allowed: true, available: 2_000 });
    expect(await budgets.take('b', 1)).toMatchObject({ allowed: true, available: 1_999 });
  });
});

describe('limits of a document', () => {
  test.each([
    ['13 ordinary fields within each other', `{ ${ordinary(13)} }`, /: depth at most 12\./],
    ['13 fields that fragments put within each other', inFragments(13), /: depth at most 12\./],
    ['51 aliases', aliases(51), /: aliases at most 50\./],
    ['2,049 fields in fragments', doubling(11), /: fields at most 2000\./],
    ['1,001 tokens', tokens(1_001), /more that 1000 tokens/],
  ])('a document with %s is refused with the reason', async (_title, query, message) => {
    const { status, errors } = await run(query);
    expect(status).toBe(400);
    expect(errors).toMatchObject([
      { message: expect.stringMatching(message), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    ]);
  });

  test.each([
    ['50 aliases', aliases(50)],
    ['1,000 tokens', tokens(1_000)],
    ['1,024 fields in fragments', doubling(10)],
  ])('a document with %s succeeds', async (_title, query) => {
    const { status, errors } = await run(query);
    expect({ status, errors }).toEqual({ status: 200, errors: [] });
  });

  test.each([`{ ${ordinary(12)} }`, inFragments(12)])(
    "12 nested fields aren't too deep: %s",
    async (query) => {
      expect((await run(query)).errors).toMatchObject([{ extensions: { code: 'MAX_COST_EXCEEDED' } }]);
    },
  );
});

describe('documents made to hurt', () => {
  test.each(ATTACKS)('a document with %s is refused', async (_title, query) => {
    const { status, errors } = await run(query);
    expect(status).toBe(400);
    expect(errors.length).toBeGreaterThan(0);
  });

  test('a document with recursive fields that cost nothing succeeds', async () => {
    expect((await run(nested(12))).status).toBe(200);
  });

  test('introspection may exceed 12 nested fields', async () => {
    const types = `${'ofType { '.repeat(9)} name ${'}'.repeat(9)}`;
    const { status, data } = await run(`{ __type(name: "Task") { fields { type { ${types} } } } }`);
    expect(status).toBe(200);
    expect(data.__type.fields.length).toBeGreaterThan(5);
  });
});
