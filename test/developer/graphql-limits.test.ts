import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localBudgets } from '#db/limits/local.ts';
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
    [
      'a list below a list, at its own default size',
      '{ bookings(first: 100) { nodes { tasks { nodes { id } } } } }',
      802,
      '2026-10',
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

  test('a query over 1,000 points is MAX_COST_EXCEEDED and takes nothing', async () => {
    const pages = Array.from({ length: 11 }, (_, n) => `p${n}: tasks(first: 100) { nodes { id } }`);
    const { status, errors, cost } = await run(`{ ${pages.join('\n')} }`);
    expect(status).toBe(400);
    expect(errors).toMatchObject([{ extensions: { code: 'MAX_COST_EXCEEDED' } }]);
    expect(cost).toEqual({ requested: 11 * 102, maximum: 1_000 });
  });

  test('an install that spent its budget is THROTTLED with 429 and Retry-After', async () => {
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

  test('a bucket refills with time up to its size', async () => {
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

const nested = (depth: number) =>
  `{ tasks { nodes { id ${'... on Task { '.repeat(depth)} id ${'}'.repeat(depth)} } } }`;
const doubling = (levels: number) =>
  `{ ...F0 } ${Array.from({ length: levels }, (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`).join(' ')} fragment F${levels} on Query { apiVersion }`;

/** A property of a unit type of a property and so on, `depth` fields deep. */
const ordinary = (depth: number) => {
  const fields = [
    'property(id: 1)',
    ...Array.from({ length: depth - 2 }, (_, n) => (n % 2 ? 'property' : 'unitTypes')),
    'id',
  ];
  return `${fields.join(' { ')}${' }'.repeat(depth - 1)}`;
};
/** The same with every field in a fragment of its own. */
const inFragments = (depth: number) => {
  const fragments = Array.from({ length: depth - 2 }, (_, n) => {
    const [type, field] = n % 2 ? ['UnitType', 'property'] : ['Property', 'unitTypes'];
    return `fragment F${n} on ${type} { ${field} { ${n === depth - 3 ? 'id' : `...F${n + 1}`} } }`;
  });
  return `{ property(id: 1) { ...F0 } } ${fragments.join(' ')}`;
};
const aliases = (count: number) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}: apiVersion`).join(' ')} }`;
/** A document of that many tokens: nine for a fragment and its spread, one for a field, two braces. */
const tokens = (count: number) => {
  const names = Array.from({ length: Math.floor((count - 2) / 9) }, (_, n) => `F${n}`);
  const spreads = names.map((name) => `...${name}`).join(' ');
  const fragments = names.map((name) => `fragment ${name} on Query { apiVersion }`).join(' ');
  return `{ ${spreads} ${'apiVersion '.repeat((count - 2) % 9)}} ${fragments}`;
};

describe('limits of a document', () => {
  test.each([
    ['13 ordinary fields within each other', `{ ${ordinary(13)} }`, /: depth at most 12\./],
    ['13 fields that fragments put within each other', inFragments(13), /: depth at most 12\./],
    ['51 aliases', aliases(51), /: aliases at most 50\./],
    ['2,049 fields in fragments', doubling(11), /: fields at most 2000\./],
    ['1,001 tokens', tokens(1_001), /more that 1000 tokens/],
  ])('%s are refused with the reason', async (_title, query, message) => {
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
  ])('%s are answered', async (_title, query) => {
    const { status, errors } = await run(query);
    expect({ status, errors }).toEqual({ status: 200, errors: [] });
  });

  test.each([`{ ${ordinary(12)} }`, inFragments(12)])(
    '12 nested fields are not too deep: %s',
    async (query) => {
      expect((await run(query)).errors).toMatchObject([{ extensions: { code: 'MAX_COST_EXCEEDED' } }]);
    },
  );
});

/** Documents that cost an unguarded server seconds. */
const ATTACKS: readonly (readonly [title: string, query: string])[] = [
  [
    'deep introspection',
    `{ __schema ${'{ types { fields { type '.repeat(20)} { name } ${'} } }'.repeat(20)} }`,
  ],
  ['deep fields', `{ ${ordinary(200)} }`],
  ['a fragment that doubles 60 times', doubling(60)],
  ['as many aliases as tokens allow', aliases(332)],
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
  [
    'a list in a list where a DateTime belongs',
    `{ tasks(filter: { updatedSince: ${'['.repeat(400)}${']'.repeat(400)} }) { nodes { id } } }`,
  ],
  [
    'the same where it is skipped',
    `{ tasks(filter: { updatedSince: ${'['.repeat(25)}${']'.repeat(25)} }) @skip(if: true) { nodes { id } } }`,
  ],
  [
    'the same where a Date belongs',
    `{ rates(unitTypeId: 1, from: ${'['.repeat(60)}${']'.repeat(60)}, until: {a: [[{b: {}}]]}) { nodes { rate } } }`,
  ],
  [
    'the same as an amount',
    `mutation { ratesUpdate(input: { updates: [{ unitTypeId: 1, from: "2027-01-01", until: "2027-01-01", rate: ${'['.repeat(60)}${']'.repeat(60)} }] }) { userErrors { code } } }`,
  ],
  [
    'the same as the default of a variable',
    `query ($since: DateTime = ${'['.repeat(60)}${']'.repeat(60)}) { tasks(filter: { updatedSince: $since }) { nodes { id } } }`,
  ],
  ['the schema twice', '{ a: __schema { types { name } } b: __schema { types { name } } }'],
  [
    'the schema twice in a fragment',
    '{ ...A ...B } fragment A on Query { a: __schema { types { name } } } fragment B on Query { b: __schema { types { name } } }',
  ],
  [
    'every field of every type 45 times',
    `{ __schema { types { ${Array.from({ length: 45 }, (_, n) => `a${n}: fields { name description args { name } }`).join(' ')} } } }`,
  ],
  [
    'every field of one type 45 times',
    `{ ${Array.from({ length: 45 }, (_, n) => `a${n}: __type(name: "Query") { fields { name type { fields { name } } } }`).join(' ')} }`,
  ],
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
