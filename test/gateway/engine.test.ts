import { ApolloGateway, LocalGraphQLDataSource } from '@apollo/gateway';
import fc from 'fast-check';
import {
  defaultFieldResolver,
  type ExecutionResult,
  type GraphQLSchema,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataSource } from '#gateway/engine/data-source.ts';
import { createEngine, type EngineOptions } from '#gateway/engine/engine.ts';
import { createPlanner } from '#gateway/engine/planner.ts';
import { createKnownDocuments } from '#gateway/http/known-documents.ts';
import { inProcess } from '#gateway/jit/in-process.ts';
import type { Context } from '#kit/context.ts';
import type { Viewer } from '#kit/viewer.ts';
import { patience, SEED, seededTest, tries } from '../support/seeded.ts';
import { expectSameAnswer, isInPlace } from './answers.ts';
import { withoutConditions } from './conditions.ts';
import { type Generated, generateOperation } from './operations.ts';
import { openShop, shopSupergraph } from './shop.ts';

const supergraphSdl = shopSupergraph();
const planner = createPlanner(supergraphSdl);
// The shop's resolvers ignore the context.
const context = {} as Context;
const caller = { viewer: { kind: 'platform' }, requestId: 'r', apiVersion: null } as const;

type Run = (operation: Generated) => Promise<ExecutionResult>;

/** Apollo's gateway over subgraphs executed by plain graphql-js: our code takes no part in its responses. */
async function openStock() {
  // The gateway would send metrics and probe for cloud metadata.
  process.env.APOLLO_TELEMETRY_DISABLED = '1';
  const { subgraphs, reset } = openShop();
  const schemas = new Map(subgraphs.map(({ name, schema }) => [name, schema]));
  for (const { schema } of subgraphs) resolveLate(schema);
  const gateway = new ApolloGateway({
    supergraphSdl,
    buildService: ({ name }) => new LocalGraphQLDataSource(schemas.get(name) as GraphQLSchema),
  });
  const { schema, executor } = await gateway.load();
  const run: Run = ({ text, variables }) => {
    reset();
    const request = { document: parse(text), request: { variables }, queryHash: text, context, metrics: {} };
    // The executor reads only these members; the rest belongs to Apollo Server.
    return executor(request as unknown as Parameters<typeof executor>[0]) as Promise<ExecutionResult>;
  };
  return { run, schema, stop: () => gateway.stop() };
}

/**
 * graphql-js drops promises next to a field that throws synchronously, and their rejections then end the
 * process.
 */
function resolveLate(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve ?? defaultFieldResolver;
      field.resolve = async (source, args, contextValue, info) => resolve(source, args, contextValue, info);
    }
  }
}

/** Opens the engine over its own shop; with `merges`, entity fetches are merged as over HTTP. */
function openEngine({ merges = false, ...options }: Partial<EngineOptions> & { merges?: boolean } = {}) {
  const { subgraphs, reset } = openShop();
  let requests = 0;
  const dataSources = subgraphs.map(inProcess).map(
    (source): DataSource => ({
      ...source,
      merges,
      prepare(text, name) {
        const fetch = source.prepare(text, name);
        return (variables, given) => {
          requests += 1;
          return fetch(variables, given);
        };
      },
    }),
  );
  const engine = createEngine({ planner, dataSources, contextFor: () => context, ...options });
  const run: Run = ({ text, variables }) => {
    reset();
    return engine.run(parse(text), undefined, variables, caller);
  };
  /** Runs an operation as a text that reuses a document made from another text with other literals. */
  const runShared = (operation: Generated) => {
    reset();
    const shared = sharedBy(operation.text);
    if (!shared) return null;
    const variables = { ...operation.variables, ...shared.literals };
    return engine.run(shared.document, undefined, variables, caller);
  };
  const prepare = (text: string) => {
    const { run: runPrepared, notCompiledBecause } = engine.prepare(text);
    const fresh: Run = ({ variables }) => {
      reset();
      return runPrepared(variables, caller);
    };
    return { run: fresh, notCompiledBecause };
  };
  return { run, runShared, prepare, requests: () => requests };
}

/** The document that a text shares with its copy with other literals; null if it doesn't share any. */
function sharedBy(text: string) {
  const documentOf = createKnownDocuments(planner.apiSchema, 10_000);
  const other = documentOf(
    text.replace(/"(?:[^"\\]|\\.)*"|\b\d+\b/g, (literal) =>
      literal.startsWith('"') ? '"other"' : `${literal}1`,
    ),
    undefined,
  );
  const own = documentOf(text, undefined);
  if (!own || !other || !('document' in own) || !('document' in other)) return null;
  return own.document === other.document && Object.keys(own.literals).length > 0 ? own : null;
}

let stock: Awaited<ReturnType<typeof openStock>>;
let engine: ReturnType<typeof openEngine>;
let merging: ReturnType<typeof openEngine>;

beforeAll(async () => {
  stock = await openStock();
  engine = openEngine({ compiles: false });
  merging = openEngine({ merges: true });
});
afterAll(() => stock.stop());

seededTest(
  'any operation answers as Apollo does, compiled or not, merged or not, and most compile',
  async () => {
    let tried = 0;
    let merged = 0;
    let compiled = 0;
    let shared = 0;
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const operation = generateOperation(draw, stock.schema);
        const { text } = operation;
        fc.pre(validate(stock.schema, parse(text)).length === 0);
        const shown = `${text}\n${JSON.stringify(operation.variables)}`;
        const decided = withoutConditions(operation);
        if (decided) {
          const expected = await stock.run(decided);
          expectSameAnswer(await engine.run(operation), expected, shown);
          const sharing = await engine.runShared(operation);
          if (sharing) expectSameAnswer(sharing, expected, shown);
          if (sharing) shared += 1;
        }

        const prepared = engine.prepare(text);
        const before = [engine.requests(), merging.requests()] as const;
        const answer = await prepared.run(operation);
        const expected = await stock.run(operation);
        expectSameAnswer(answer, expected, shown);
        tried += 1;
        if (prepared.notCompiledBecause) return;
        compiled += 1;
        const together = await merging.prepare(text).run(operation);
        expectSameAnswer(together, expected, shown);
        if (merging.requests() - before[1] < engine.requests() - before[0]) merged += 1;
        for (const { path } of together.errors ?? []) {
          expect(!path || isInPlace(together.data ?? null, path), `${path} in ${shown}`).toBe(true);
        }
        for (const { path } of answer.errors ?? []) {
          expect(!path || isInPlace(answer.data ?? null, path), `${path} in ${shown}`).toBe(true);
        }
      }),
      { numRuns: tries(300), seed: SEED, endOnFailure: true },
    );
    expect(compiled / tried).toBeGreaterThan(0.5);
    expect(shared).toBeGreaterThan(0);
    // Only one in forty merges its fetches, so a short run may see none.
    if (tried >= 300) expect(merged).toBeGreaterThan(0);
  },
  patience(120_000),
);

describe('what the generated operations leave out', () => {
  const answerTo = async (text: string, variables = {}) => {
    const prepared = engine.prepare(text);
    return { ...(await prepared.run({ text, variables })), why: prepared.notCompiledBecause };
  };

  test('__typename works under an alias in fragments on abstract types', async () => {
    const text = '{ items { a: __typename ... on Item { ... on Product { b: __typename } } } }';
    const { data, why } = await answerTo(text);
    expect(why).toBeNull();
    expect(data).toEqual({
      items: [
        { a: 'Product', b: 'Product' },
        { a: 'Service' },
        { a: 'Product', b: 'Product' },
        { a: 'Service' },
      ],
    });
  });

  test('aliases that equal built-in property names work like any other', async () => {
    const text = '{ constructor: product(id: 1) { toString: name hasOwnProperty: fragile } }';
    const { data, why } = await answerTo(text);
    expect(why).toContain('constructor');
    expect(JSON.stringify(data)).toBe(
      '{"constructor":{"toString":"Product 1","hasOwnProperty":"fragile 1"}}',
    );
  });

  test('variables may have any name', async () => {
    const text =
      'query ($bound0: Day, $_bound1: [ID!]) { echo(on: $bound0, ids: $_bound1, filter: { name: "n" }) }';
    const { data } = await answerTo(text, { bound0: '2026-01-02', _bound1: '7' });
    expect(data?.echo).toContain("ids: [ '7' ]");
    expect(data?.echo).toContain('on: 2026-01-02T');
  });

  test('introspection is executed without being compiled', async () => {
    const { data, why } = await answerTo('{ __type(name: "Zone") { enumValues { name } } }');
    expect(why).not.toBeNull();
    expect(data).toEqual({ __type: { enumValues: [{ name: 'NEAR' }, { name: 'FAR' }] } });
  });

  test('an item that fails late leaves the other items in place', async () => {
    const { data, errors } = await answerTo('{ product(id: 3) { late { id } } }');
    expect(data).toEqual({ product: { late: [{ id: '3' }, null, { id: '1' }, null, null, null] } });
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions.code])).toEqual([
      ['product.late.1', 'LATE'],
      ['product.late.4', 'INTERNAL_SERVER_ERROR'],
    ]);
  });

  test('mutations run one after the other, even after one fails', async () => {
    const { data } = await answerTo('mutation { a: count b: refuse(code: "NO") { id } c: count }');
    expect(data).toEqual({ a: 1, b: null, c: 12 });
  });

  test("a mutation field doesn't run in the position of its skipped duplicate", async () => {
    const text = 'mutation ($no: Boolean!) { count @skip(if: $no) a: count count }';
    const { data } = await answerTo(text, { no: true });
    expect(data).toEqual({ a: 1, count: 2 });
  });

  test.each([
    ['field', 'query ($no: Boolean!) { items { __typename } items @skip(if: $no) { ...Broken } }'],
    ['fragment', 'query ($no: Boolean!) { items { __typename } ... @skip(if: $no) { items { ...Broken } } }'],
  ])('a skipped %s adds no selections to its duplicate', async (_what, text) => {
    const broken = 'fragment Broken on Product { related { sturdy } }';
    const { data, errors } = await answerTo(`${text} ${broken}`, { no: true });
    expect(errors).toBeUndefined();
    expect(data?.items).toHaveLength(4);
  });

  test.each([
    ['a variable of the wrong type', { first: 'many' }],
    ['a variable that the operation requires', {}],
    ['a variable that only a subgraph can judge', { first: 1, on: 'no day' }],
  ])('%s is BAD_USER_INPUT', async (_what, variables) => {
    const text = 'query ($first: Int!, $on: Day) { products(first: $first, on: $on) { id } }';
    const { errors } = await answerTo(text, variables);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
  });
});

test('an entity in several places is fetched once', async () => {
  const asked: unknown[] = [];
  const watched = (source: DataSource): DataSource => ({
    ...source,
    prepare: (text, name) => {
      const fetch = source.prepare(text, name);
      return (variables, given) => {
        if (variables.representations) asked.push(variables.representations);
        return fetch(variables, given);
      };
    },
  });
  const dataSources = openShop().subgraphs.map(inProcess).map(watched);
  const watching = createEngine({ planner, dataSources, contextFor: () => context });
  const text =
    '{ a: product(id: 1) { maker { name } } b: product(id: 1) { maker { name } } products(first: 4) { maker { name } } }';
  const { data } = await watching.prepare(text).run({}, caller);
  expect(data).toMatchObject({ a: { maker: { name: 'Person 2' } }, b: { maker: { name: 'Person 2' } } });
  expect(data?.products).toMatchObject([{ maker: { name: 'Person 2' } }, {}, {}, { maker: null }]);
  for (const representations of asked as object[][]) {
    expect(new Set(representations.map((one) => JSON.stringify(one))).size).toBe(representations.length);
  }
  expect(asked.length).toBeGreaterThan(0);
});

test('a document returns the same response each time', async () => {
  const text = 'query ($id: ID!) { product(id: $id) { name postage maker { name friends { id } } } }';
  const often = openEngine({ documents: { known: 1_000, strangers: 1_000 } });
  const expected = await stock.run({ text, variables: { id: '2' } });
  for (let use = 1; use <= 5; use++) {
    const answer = await often.run({ text, variables: { id: '2' } });
    expectSameAnswer(answer, expected, `use ${use}`);
  }
});

describe('callers’ documents', () => {
  /** An engine that counts prepared fetches. */
  function counting() {
    let prepared = 0;
    const counted = (source: DataSource): DataSource => ({
      ...source,
      prepare(text, name) {
        prepared += 1;
        return source.prepare(text, name);
      },
    });
    const dataSources = openShop().subgraphs.map(inProcess).map(counted);
    const documents = { known: 2_000, strangers: 2_000 };
    const counter = createEngine({ planner, dataSources, contextFor: () => context, documents });
    const ask = async (text: string, viewer: Viewer) => {
      const before = prepared;
      const { errors } = await counter.run(parse(text), undefined, {}, { ...caller, viewer });
      expect(errors).toBeUndefined();
      return prepared - before;
    };
    return ask;
  }
  const KNOWN: Viewer = { kind: 'platform' };
  const STRANGER: Viewer = { kind: 'public' };
  const product = (alias: string) => `{ ${alias}: product(id: 1) { name } }`;

  test("strangers' documents never evict needed ones", async () => {
    const ask = counting();
    expect(await ask(product('mine'), KNOWN)).toBe(1);
    for (let n = 0; n < 50; n++) await ask(product(`theirs${n}`), STRANGER);
    expect(await ask(product('mine'), KNOWN)).toBe(0);
  });

  test('documents are evicted by weight, least recently used first', async () => {
    const ask = counting();
    expect(await ask(product('first'), STRANGER)).toBe(1);
    expect(await ask(product('first'), STRANGER)).toBe(0);
    for (let n = 0; n < 50; n++) await ask(product(`theirs${n}`), STRANGER);
    expect(await ask(product('first'), STRANGER)).toBe(1);
    expect(await ask(product('theirs49'), STRANGER)).toBe(0);
  });

  test("an entity isn't fetched if a condition leaves it without fields", async () => {
    const text = `query ($skip: Boolean!) {
      search(text: "EUR") { ... on Service { provider { reviews { author { __typename name @skip(if: $skip) } } } } }
    }`;
    expect((await engine.run({ text, variables: { skip: false } })).errors?.[0]?.extensions?.code).toBe(
      'GONE',
    );
    expect((await engine.run({ text, variables: { skip: true } })).errors).toBeUndefined();
  });

  test("an entity isn't fetched if a literal condition leaves it without fields", async () => {
    const text = `{
      search(text: "EUR") { ... on Service { provider { reviews { author { __typename name @skip(if: true) } } } } }
    }`;
    expect((await engine.run({ text, variables: {} })).errors).toBeUndefined();
    expect((await engine.prepare(text).run({ text, variables: {} })).errors).toBeUndefined();
  });

  test('a document is planned again for each combination of its conditions', async () => {
    const { run } = openEngine();
    const text =
      'query ($name: Boolean!, $no: Boolean = false) { product(id: 1) { id name @include(if: $name) maker @include(if: $no) { name } } }';
    const answer = async (variables: Record<string, unknown>) =>
      (await run({ text, variables })).data?.product;
    expect(await answer({ name: true })).toEqual({ id: '1', name: expect.any(String) });
    expect(await answer({ name: false })).toEqual({ id: '1' });
    expect(await answer({ name: false, no: true })).toEqual({ id: '1', maker: { name: 'Person 2' } });
    expect(await answer({ name: true })).toEqual({ id: '1', name: expect.any(String) });
  });

  test.each([
    ['missing', {}],
    ['null', { name: null }],
    ['no boolean', { name: 1 }],
  ])('a condition whose variable is %s is BAD_USER_INPUT', async (_what, variables) => {
    const text = 'query ($name: Boolean!) { product(id: 1) { id name @include(if: $name) } }';
    const { data, errors } = await openEngine().run({ text, variables });
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('a selection whose conditions omit every field is an empty object', async () => {
    const text = '{ product(id: 1) { name @skip(if: true) } }';
    const { data } = await openEngine().run({ text, variables: {} });
    expect(JSON.parse(JSON.stringify(data))).toEqual({ product: {} });
  });
});
