import { buildSubgraphSchema, type GraphQLResolverMap } from '@apollo/subgraph';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createEngine } from '#gateway/engine/engine.ts';
import { createPlanner } from '#gateway/engine/planner.ts';
import { inProcess } from '#gateway/jit/in-process.ts';
import type { Context } from '#kit/context.ts';

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3",
  import: ["@key", "@requires", "@external", "@interfaceObject"])`;
const caller = { viewer: { kind: 'platform' }, requestId: 'r', apiVersion: null } as const;

/** Returns each subgraph's results, by compiled plans and by Apollo's executor. */
function runOver(
  subgraphs: Readonly<Record<string, { readonly typeDefs: string; readonly resolvers: object }>>,
) {
  const named = Object.entries(subgraphs).map(([name, { typeDefs, resolvers }]) => ({
    name,
    url: name,
    typeDefs: parse(`${LINK} ${typeDefs}`),
    // The library types resolver maps as a loose index signature.
    resolvers: resolvers as GraphQLResolverMap<unknown>,
  }));
  const { supergraphSdl, errors } = composeServices(named);
  if (!supergraphSdl) throw new Error(errors?.map((error) => error.message).join('\n'));
  const planner = createPlanner(supergraphSdl);
  const engineThat = (compiles: boolean) =>
    createEngine({
      planner,
      compiles,
      dataSources: named.map(({ name, typeDefs, resolvers }) =>
        inProcess({ name, schema: buildSubgraphSchema([{ typeDefs, resolvers }]) }),
      ),
      contextFor: () => ({}) as Context, // the resolvers ignore it
    });
  const engines = { compiled: engineThat(true), interpreted: engineThat(false) };
  return {
    schema: planner.apiSchema,
    notCompiled: (text: string) => engines.compiled.prepare(text).notCompiledBecause,
    run: async (text: string, by: keyof typeof engines, variables = {}) => {
      const result = await engines[by].run(parse(text), undefined, variables, caller);
      return JSON.parse(JSON.stringify(result)) as { readonly data?: unknown; readonly errors?: unknown[] };
    },
  };
}

const PRICES: Readonly<Record<string, number>> = { EUR: 10, USD: 12, JPY: 0 };
const shop = runOver({
  products: {
    typeDefs: `
      type Product @key(fields: "id") { id: ID! price(currency: String! = "EUR"): Int offers: [Offer!]! }
      type Offer @key(fields: "id") { id: ID! rebate(percent: Int!): Int }
      type Query { products: [Product!]! }`,
    resolvers: {
      Query: { products: () => [{ id: '1', offers: [{ id: 'a' }, { id: 'b' }] }] },
      Product: { price: (_: unknown, { currency }: { currency: string }) => PRICES[currency] ?? null },
      Offer: { rebate: (_: unknown, { percent }: { percent: number }) => percent * 2 },
    },
  },
  shipping: {
    typeDefs: `
      type Product @key(fields: "id") {
        id: ID!
        price(currency: String! = "EUR"): Int @external
        offers: [Offer!]! @external
        inEuros: String @requires(fields: "price(currency: \\"EUR\\")")
        inDollars: String @requires(fields: "price(currency: \\"USD\\")")
        inYen: String @requires(fields: "price(currency: \\"JPY\\")")
        inPounds: String @requires(fields: "price(currency: \\"GBP\\")")
        rebates: [Int!] @requires(fields: "offers { rebate(percent: 5) }")
      }
      type Offer @key(fields: "id") { id: ID! rebate(percent: Int!): Int @external }`,
    resolvers: {
      Product: {
        __resolveReference: (reference: object) => reference,
        ...Object.fromEntries(
          ['inEuros', 'inDollars', 'inYen', 'inPounds'].map((name) => [
            name,
            ({ price }: { price?: number | null }) => `${price}`,
          ]),
        ),
        rebates: ({ offers }: { offers: { rebate: number }[] }) => offers.map(({ rebate }) => rebate),
      },
    },
  },
});

describe('a @requires with arguments', () => {
  test.each(['compiled', 'interpreted'] as const)('gets its own value, %s', async (by) => {
    const text = '{ products { inEuros inDollars rebates } }';
    expect(await shop.run(text, by)).toEqual({
      data: { products: [{ inEuros: '10', inDollars: '12', rebates: [10, 10] }] },
    });
  });

  test.each(['compiled', 'interpreted'] as const)(
    'leaves the operation its own arguments, %s',
    async (by) => {
      const text = `query ($other: String!) {
        products { inEuros price(currency: $other) rebates offers { rebate(percent: 50) } }
      }`;
      expect(await shop.run(text, by, { other: 'USD' })).toEqual({
        data: {
          products: [
            { inEuros: '10', price: 12, rebates: [10, 10], offers: [{ rebate: 100 }, { rebate: 100 }] },
          ],
        },
      });
    },
  );

  test('is compiled, and passes on zero and null', async () => {
    const text = '{ products { inYen inPounds } }';
    expect(shop.notCompiled(text)).toBeNull();
    expect(await shop.run(text, 'compiled')).toEqual({
      data: { products: [{ inYen: '0', inPounds: 'null' }] },
    });
  });

  test('adds no fields to the schema that callers see', () => {
    expect(JSON.stringify(shop.schema.toConfig().types.map((type) => type.toConfig()))).not.toContain(
      '_required',
    );
  });
});

test('a @requires returns to its subgraph by a key that the subgraph resolves', async () => {
  const keys = runOver({
    a: {
      typeDefs: 'type Item @key(fields: "id") @key(fields: "code") { id: ID! code: ID! name: String! }',
      resolvers: {
        Item: {
          __resolveReference: ({ id }: { id: string }) => ({ id, code: `c${id}`, name: `Item ${id}` }),
        },
      },
    },
    b: {
      typeDefs: `
        type Item @key(fields: "code", resolvable: false) @key(fields: "id") {
          id: ID!
          code: ID!
          name: String! @external
          label: String! @requires(fields: "name")
        }
        type Query { item: Item }`,
      resolvers: {
        Query: { item: () => ({ id: '1', code: 'c1' }) },
        Item: {
          __resolveReference: (reference: { id?: string }) => (reference.id ? reference : null),
          label: ({ id, name }: { id: string; name: string }) => `${id}: ${name}`,
        },
      },
    },
  });
  expect(await keys.run('{ item { label } }', 'compiled')).toEqual({
    data: { item: { label: '1: Item 1' } },
  });
});

test('an operation that no subgraph can resolve has an error instead of null', async () => {
  const nodes = runOver({
    a: {
      typeDefs: 'interface Node @key(fields: "id") { id: ID! } type Query { a: Node }',
      resolvers: { Query: { a: () => null } },
    },
    b: {
      typeDefs: `
        type Node @key(fields: "id", resolvable: false) @interfaceObject { id: ID! field: String }
        type Query { b: Node }`,
      resolvers: { Query: { b: () => ({ id: '1', field: 'f' }) } },
    },
  });
  expect(await nodes.run('{ a { field } }', 'compiled')).toMatchObject({
    errors: [{ message: "No subgraph can resolve the operation's fields." }],
  });
  expect(await nodes.run('{ b { field } __typename }', 'compiled')).toEqual({
    data: { b: { field: 'f' }, __typename: 'Query' },
  });
});
