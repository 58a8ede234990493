import { type ExecutionResult, GraphQLError } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import type { DataSource, PreparedFetch } from '#gateway/engine/data-source.ts';
import { createEngine, type Engine } from '#gateway/engine/engine.ts';
import { createPlanner } from '#gateway/engine/planner.ts';
import { inProcess } from '#gateway/jit/in-process.ts';
import type { Context } from '#kit/context.ts';
import { expectSameAnswer } from './answers.ts';
import { openShop, shopSupergraph } from './shop.ts';

const planner = createPlanner(shopSupergraph());
const caller = { viewer: { kind: 'platform' }, requestId: 'r', apiVersion: null } as const;

interface Sent {
  readonly subgraph: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}
type Around = (sent: Sent, fetch: () => ReturnType<PreparedFetch>) => ReturnType<PreparedFetch>;

let sent: Sent[];
/** Stands between the engine and its subgraphs. */
let around: Around;
let apart: Engine;
let together: Engine;

beforeEach(() => {
  sent = [];
  around = (_, fetch) => fetch();
  const engineOver = (merges: boolean) =>
    createEngine({
      planner,
      dataSources: openShop()
        .subgraphs.map(inProcess)
        .map(
          (source): DataSource => ({
            ...source,
            merges,
            prepare(query, name) {
              const fetch = source.prepare(query, name);
              return (variables, context) => {
                const one = { subgraph: source.name, query, variables };
                sent.push(one);
                return around(one, () => fetch(variables, context));
              };
            },
          }),
        ),
      // The shop's resolvers ignore the context.
      contextFor: () => ({}) as Context,
    });
  apart = engineOver(false);
  together = engineOver(true);
});

const requestsTo = (subgraph: string) => sent.filter((one) => one.subgraph === subgraph);

async function answersTo(text: string, variables = {}) {
  const run = async (engine: Engine) => {
    sent = [];
    const prepared = engine.prepare(text);
    expect(prepared.notCompiledBecause).toBeNull();
    const answer = await prepared.run(variables, caller);
    return { answer, entities: sent.filter(({ query }) => query.includes('_entities')) };
  };
  return { apart: await run(apart), together: await run(together) };
}

const SAME_FIELDS = '{ best { author { name } } anything { ... on Service { provider { name } } } }';
const OTHER_FIELDS = '{ best { author { name } } anything { ... on Service { provider { email } } } }';

test('entities in several places that lack the same fields are one list', async () => {
  const { apart: before, together: after } = await answersTo(SAME_FIELDS);
  expect(before.entities).toHaveLength(2);
  expect(after.entities).toHaveLength(1);
  expect(Object.values(after.entities[0]?.variables ?? {})).toEqual([
    [
      { __typename: 'Person', id: '3' },
      { __typename: 'Person', id: '1' },
    ],
  ]);
  expect(after.answer).toEqual(before.answer);
});

test('entities that lack different fields are lists of one request', async () => {
  const { apart: before, together: after } = await answersTo(OTHER_FIELDS);
  expect(before.entities).toHaveLength(2);
  expect(after.entities).toHaveLength(1);
  expect(after.answer).toEqual(before.answer);
  expect(after.answer.data).toEqual({
    best: { author: { name: null } },
    anything: { provider: { email: 'p1@shop.test' } },
  });
});

test("a merged request has the variables of each fetch, whatever they're called", async () => {
  const text = `query ($r0: String, $e0: Int) {
    best { author { born(format: $r0) } product { reviews(first: $e0) { score } } }
    anything { ... on Service { provider { name } } }
    products(first: 2) { reviews(first: $e0) { text } maker { born(format: $r0) } }
  }`;
  const { apart: before, together: after } = await answersTo(text, { r0: 'long', e0: 2 });
  expect(after.entities.length).toBeLessThan(before.entities.length);
  expect(after.answer.errors).toBeUndefined();
  expect(after.answer).toEqual(before.answer);
});

test('errors of entities in several lists are reported at their places', async () => {
  const text = `{
    reviews { author { name } product { rating } }
    products(first: 4) { rating maker { email } }
    search(text: "EUR") { ... on Person { name } ... on Product { rating postage } }
  }`;
  const { apart: before, together: after } = await answersTo(text);
  expect(after.entities.length).toBeLessThan(before.entities.length);
  expect(before.answer.errors?.length).toBeGreaterThan(0);
  expectSameAnswer(after.answer, before.answer, text);
  const placesOf = ({ errors = [] }: ExecutionResult) =>
    errors.map(({ path, message, extensions }) => `${path?.join('.')} ${extensions.code} ${message}`).sort();
  expect(placesOf(after.answer)).toEqual(placesOf(before.answer));
});

test('a list that fails as a whole affects no other list', async () => {
  const error = new GraphQLError('refused', { path: ['e0'], extensions: { code: 'NO' } });
  around = ({ query }, fetch) =>
    query.includes('e0: _entities') ? { data: null, errors: [error] } : fetch();
  const { answer } = (await answersTo(OTHER_FIELDS)).together;
  expect(answer.data).toEqual({
    best: { author: { name: null } },
    anything: { provider: { email: 'p1@shop.test' } },
  });
  expect(answer.errors).toMatchObject([
    { message: 'refused', path: ['best', 'author', '_entities'], extensions: { code: 'NO' } },
  ]);
  expect(requestsTo('people')).toHaveLength(2);
});

test('a request that the subgraph refuses to run is repeated for each list', async () => {
  around = ({ query }, fetch) =>
    query.includes('email')
      ? { errors: [new GraphQLError('bad input', { extensions: { code: 'BAD_USER_INPUT' } })] }
      : fetch();
  const { answer } = (await answersTo(OTHER_FIELDS.replace('author { name }', 'author { age }'))).together;
  expect(answer.data).toMatchObject({ best: { author: { age: 30 } } });
  expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
});

test("an outage is reported once and doesn't repeat the request", async () => {
  around = ({ subgraph }, fetch) =>
    subgraph === 'people'
      ? { data: null, errors: [new GraphQLError('down', { extensions: { code: 'INTERNAL_SERVER_ERROR' } })] }
      : fetch();
  const { answer } = (await answersTo(OTHER_FIELDS.replace('email', 'age'))).together;
  expect(answer.data).toEqual({ best: { author: { name: null } }, anything: { provider: { age: null } } });
  expect(answer.errors).toMatchObject([{ message: 'down' }]);
  expect(requestsTo('people')).toHaveLength(1);
});

test('a merged request leaves out a list without entities', async () => {
  const text = '{ product(id: 4) { maker { name } } anything { ... on Service { provider { email } } } }';
  const { together: after } = await answersTo(text);
  const people = requestsTo('people');
  expect(people).toHaveLength(1);
  expect(Object.values(people[0]?.variables ?? {})).toEqual([[{ __typename: 'Person', id: '1' }]]);
  expect(after.answer.data).toEqual({
    product: { maker: null },
    anything: { provider: { email: 'p1@shop.test' } },
  });
});

test('a request waits only for the requests it depends on', async () => {
  const peopleRequested = Promise.withResolvers<void>();
  around = ({ subgraph, query }, fetch) => {
    if (subgraph === 'people') peopleRequested.resolve();
    const isHeld = subgraph === 'products' && !query.includes('_entities');
    return isHeld ? peopleRequested.promise.then(fetch) : fetch();
  };
  const text = `{
    best { author { name } } reviews { author { email } } product(id: 1) { postage }
  }`;
  const { data } = await together.prepare(text).run({}, caller);
  expect(data).toMatchObject({ best: { author: { name: null } }, product: { postage: 17 } });
});

test('a fetch whose data no other fetch needs joins a later request to its subgraph', async () => {
  const text =
    '{ best { author { name } } product(id: 3) { maker { name } } reviews { product { maker { email } } } }';
  const { apart: before, together: after } = await answersTo(text);
  const requested = (entities: readonly Sent[]) => entities.filter(({ subgraph }) => subgraph === 'people');
  expect(requested(before.entities)).toHaveLength(3);
  expect(requested(after.entities)).toHaveLength(1);
  expect(after.answer).toEqual(before.answer);
});

test('mutations and the fetches between them keep their order', async () => {
  const text = `mutation {
    rename(input: { id: 1, name: "a" }) { name rating maker { name } }
    again: rename(input: { id: 2, name: "b" }) { name rating maker { name } }
    count
  }`;
  const { apart: before, together: after } = await answersTo(text);
  expect(after.answer).toEqual(before.answer);
});
