import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBudgets } from '#gateway/limits/budgets.ts';
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
    ['of the size asked for', '{ tasks(first: 10) { nodes { id customFields { key } } } }', 22],
    [
      'edges are free, their nodes are not',
      '{ tasks(first: 10) { edges { cursor node { id } } pageInfo { endCursor } } }',
      12,
    ],
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
  ])('%s', async (_title, query, requested) => {
    const { status, cost } = await run(query);
    expect(status).toBe(200);
    expect(cost).toMatchObject({ requested, maximum: 1_000, capacity: 2_000, restoredPerSecond: 100 });
  });

  test('a query over 1,000 points is MAX_COST_EXCEEDED and takes nothing', async () => {
    const pages = Array.from({ length: 11 }, (_, n) => `p${n}: tasks(first: 100) { nodes { id } }`);
    const { status, errors, cost } = await run(`{ ${pages.join('\n')} }`);
    expect(status).toBe(400);
    expect(errors).toMatchObject([{ extensions: { code: 'MAX_COST_EXCEEDED' } }]);
    expect(cost).toEqual({ requested: 11 * 102, maximum: 1_000 });
  });

  test('an install that spent its budget is THROTTLED with 429 and Retry-After; another one is not', async () => {
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

  test('what is spent comes back with time, and never more than the bucket holds', () => {
    let now = 0;
    const budgets = createBudgets({ capacity: 2_000, restoredPerSecond: 100, now: () => now });
    expect(budgets.take('a', 2_000)).toEqual({ allowed: true, available: 0, retryAfterSeconds: 1 });
    expect(budgets.take('a', 150)).toEqual({ allowed: false, available: 0, retryAfterSeconds: 2 });
    now = 1_500;
    expect(budgets.take('a', 150)).toMatchObject({ allowed: true, available: 0 });
    now = 3_600_000;
    expect(budgets.take('a', 0)).toMatchObject({ allowed: true, available: 2_000 });
    expect(budgets.take('b', 1)).toMatchObject({ allowed: true, available: 1_999 });
  });
});

const nested = (depth: number) =>
  `{ tasks { nodes { id ${'... on Task { '.repeat(depth)} id ${'}'.repeat(depth)} } } }`;
const doubling = (levels: number) =>
  `{ ...F0 } ${Array.from({ length: levels }, (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`).join(' ')} fragment F${levels} on Query { apiVersion }`;

/** Documents that cost an unguarded server seconds. */
const ATTACKS: readonly (readonly [title: string, query: string])[] = [
  [
    'deep introspection',
    `{ __schema ${'{ types { fields { type '.repeat(20)} { name } ${'} } }'.repeat(20)} }`,
  ],
  ['deep fields', `{ ${'tasks { edges { node { '.repeat(30)} id ${'} } }'.repeat(30)} }`],
  ['a fragment that doubles 60 times', doubling(60)],
  ['a thousand aliases', `{ ${Array.from({ length: 330 }, (_, n) => `a${n}: apiVersion`).join(' ')} }`],
  ['a field two thousand times', `{ ${'apiVersion '.repeat(2_000)} }`],
  [
    'aliased introspection',
    `{ ${Array.from({ length: 60 }, (_, n) => `a${n}: __schema { types { name } }`).join(' ')} }`,
  ],
  ['a fragment cycle', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
  ['a fragment in itself', '{ tasks { nodes { ...A } } } fragment A on Task { id ...A }'],
  ['a thousand directives', `{ apiVersion ${'@include(if: true) '.repeat(250)} }`],
  ['a thousand unknown fields', `{ ${Array.from({ length: 990 }, (_, n) => `f${n}`).join(' ')} }`],
  ['brackets', '{'.repeat(30_000)],
  ['a list in a list', `{ task(id: ${'['.repeat(400)}1${']'.repeat(400)}) { id } }`],
  ['a subscription', 'subscription { tasks { nodes { id } } }'],
  ['overlapping fields', `{ ${'tasks { nodes { id } } '.repeat(120)} }`],
];

describe('documents made to hurt', () => {
  test.each(ATTACKS)('%s is refused', async (_title, query) => {
    const { status, errors } = await run(query);
    expect(status).toBe(400);
    expect(errors.length).toBeGreaterThan(0);
  });

  test('fields nested in themselves without cost are answered', async () => {
    expect((await run(nested(12))).status).toBe(200);
  });

  test('introspection may go deeper than 12 fields', async () => {
    const types = `${'ofType { '.repeat(9)} name ${'}'.repeat(9)}`;
    const { status, data } = await run(`{ __type(name: "Task") { fields { type { ${types} } } } }`);
    expect(status).toBe(200);
    expect(data.__type.fields.length).toBeGreaterThan(5);
  });
});
