import { inspect } from 'node:util';
import { buildSubgraphSchema, type GraphQLResolverMap } from '@apollo/subgraph';
import { composeServices } from '@theguild/federation-composition';
import { GraphQLError, GraphQLScalarType, type GraphQLSchema, Kind, parse } from 'graphql';

/** A small federated shop with every difficult shape for an engine: its fields fail, are late, are null. */

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3",
  import: ["@key", "@requires", "@external", "@shareable"])`;

const PRODUCTS = `${LINK}
  scalar Money
  scalar Day
  enum Kind { BOOK TOOL GAME }
  interface Item { id: ID! name: String! }
  type Dimensions { width: Float! height: Float }
  type Part { label: String! @shareable maker: Person }
  type Product implements Item @key(fields: "id") {
    id: ID!
    name: String!
    kind: Kind!
    price(currency: String = "EUR"): Money!
    weight: Float
    tags: [String!]!
    grid: [[Int!]]
    dimensions: Dimensions
    related(first: Int! = 2): [Product!]!
    late: [Product]
    parts: [Part] @shareable
    maker: Person
    fragile: String
    sturdy: String!
  }
  type Service implements Item { id: ID! name: String! hours: Int provider: Person! }
  type Person @key(fields: "id") { id: ID! }
  union Hit = Product | Service | Person
  input Range { from: Int! = 1 to: Int = 4 since: Day }
  input ProductFilter { kind: Kind = BOOK kinds: [Kind!] range: Range = { from: 2 } name: String }
  input Rename { id: ID! name: String! = "unnamed" on: Day }
  type Query {
    product(id: ID!): Product
    products(filter: ProductFilter, first: Int! = 5, on: Day): [Product!]!
    items: [Item!]!
    search(text: String!): [Hit]
    anything: Hit
    echo(filter: ProductFilter, ids: [ID!], on: Day): String!
    broken: Product!
  }
  type Mutation {
    rename(input: Rename!): Product
    count: Int!
    refuse(code: String): Product
  }
`;

const PEOPLE = `${LINK}
  scalar Day
  type Person @key(fields: "id") {
    id: ID!
    name: String
    email: String!
    born(format: String): Day
    age: Int
    boss: Person
    friends: [Person!]!
  }
  type Query { person(id: ID!): Person people(ids: [ID!] = ["1", "2"]): [Person] }
  type Mutation { greet(name: String! = "you"): String! }
`;

const REVIEWS = `${LINK}
  enum Zone { NEAR FAR }
  type Product @key(fields: "id") {
    id: ID!
    weight: Float @external
    tags: [String!]! @external
    postage(to: Zone! = NEAR): Int @requires(fields: "weight tags")
    reviews(first: Int = 3): [Review]
    rating: Float!
    parts: [Part] @shareable
  }
  type Part { label: String! @shareable left: Int! }
  type Person @key(fields: "id") { id: ID! reviews: [Review!]! }
  type Review { id: ID! text: String score: Int! author: Person product: Product! }
  type Query { reviews: [Review] best: Review }
`;

/** Internally, money is an object and a day a Date; neither survives JSON serialization. */
const Money = new GraphQLScalarType({
  name: 'Money',
  serialize: (value) => {
    const { amount, currency } = value as { amount: number; currency: string };
    return `${currency} ${amount}`;
  },
});
const toDay = (value: unknown): Date => {
  const day = new Date(String(value));
  if (Number.isNaN(day.getTime())) throw new GraphQLError(`"${String(value)}" is no day.`);
  return day;
};
const Day = new GraphQLScalarType<Date, string>({
  name: 'Day',
  serialize: (value) => (value as Date).toISOString().slice(0, 10),
  parseValue: toDay,
  parseLiteral: (node) => toDay(node.kind === Kind.STRING ? node.value : undefined),
});

const refusal = (code: string) => new GraphQLError(`Refused with ${code}.`, { extensions: { code } });
const later = <T>(value: T): Promise<T> => new Promise((resolve) => setImmediate(resolve, value));
const idsFrom = (first: number, count: number): string[] =>
  Array.from({ length: Math.max(0, Math.min(count, 6)) }, (_, i) => String(((first + i - 1) % 6) + 1));

interface Reference {
  readonly id: string;
}

/** Two subgraphs' data about a product's parts: a list without identity, merged item by item. */
const partsOf = (id: string) =>
  id === '6'
    ? null
    : ['a', 'b', null].map((label, i) => label && { label, maker: { id: String(i + 1) }, left: i });

interface ShopState {
  counter: number;
  readonly names: Map<string, string>;
}

function products(state: ShopState) {
  const { names } = state;
  const product = (id: string) => {
    const n = Number(id);
    return {
      __typename: 'Product',
      id,
      name: names.get(id) ?? `Product ${id}`,
      kind: ['b', 't', 'g'][n % 3],
      weight: n === 2 ? null : n * 1.5,
      tags: n === 5 ? null : ['new', `n${n}`],
      grid: n === 4 ? [[1, 2], null, [3, null]] : [[n], []],
      dimensions: n === 3 ? { width: null, height: 2 } : { width: n, height: n === 1 ? null : 0.5 },
      maker: n === 4 ? null : { id: String((n % 4) + 1) },
    };
  };
  const service = (n: number) => ({
    __typename: 'Service',
    id: `s${n}`,
    name: `Service ${n}`,
    hours: n === 2 ? null : n,
    provider: { id: String(n) },
  });
  return {
    Money,
    Day,
    Kind: { BOOK: 'b', TOOL: 't', GAME: 'g' },
    Item: { __resolveType: (item: { __typename: string }) => item.__typename },
    Hit: { __resolveType: (hit: { __typename: string }) => hit.__typename },
    Product: {
      __resolveReference: ({ id }: Reference) => (Number(id) ? product(id) : null),
      price: ({ id }: Reference, { currency }: { currency: string | null }) =>
        id === '6' ? Promise.reject(refusal('NO_PRICE')) : { amount: Number(id) * 100, currency },
      related: ({ id }: Reference, { first }: { first: number }) =>
        later(idsFrom(Number(id) + 1, first).map(product)),
      late: ({ id }: Reference) => [
        later(product(id)),
        Promise.reject(refusal('LATE')),
        product('1'),
        later(null),
        later(0).then(() => Promise.reject(new Error('too late'))),
        null,
      ],
      parts: ({ id }: Reference) => partsOf(id),
      fragile: ({ id }: Reference) => {
        if (id === '3') throw refusal('FRAGILE');
        if (id === '4') throw new Error('an outage');
        return `fragile ${id}`;
      },
      sturdy: ({ id }: Reference) => (id === '2' ? null : id === '1' ? later('sturdy') : 'sturdy'),
    },
    Query: {
      product: (_: unknown, { id }: Reference) => (Number(id) ? later(product(id)) : null),
      products: (_: unknown, { first, filter, on }: { first: number; filter?: object; on?: Date }) => {
        if (on && on.getUTCFullYear() > 2029) throw refusal('TOO_FAR');
        return idsFrom(filter ? 2 : 1, first).map(product);
      },
      items: () => [product('1'), service(1), product('3'), service(2)],
      search: (_: unknown, { text }: { text: string }) => [
        product('2'),
        { __typename: 'Person', id: '2' },
        text.length > 3 ? null : service(3),
        { __typename: 'Person', id: '9' },
        product('1'),
      ],
      anything: () => later(service(1)),
      echo: (_: unknown, args: object) => inspect(args, { sorted: true, depth: 9 }),
      broken: () => null,
    },
    Mutation: {
      rename: (_: unknown, { input }: { input: { id: string; name: string; on?: Date } }) => {
        names.set(input.id, `${input.name} ${input.on?.getUTCDate() ?? ''}`);
        return later(product(input.id));
      },
      count: () => later(++state.counter),
      refuse: (_: unknown, { code }: { code?: string }) => {
        state.counter += 10;
        if (code) throw refusal(code);
        throw new Error('refused');
      },
    },
  };
}

function people() {
  const person = (id: string) => {
    const n = Number(id);
    if (!(n >= 1 && n <= 5)) return null;
    return {
      id,
      name: n === 3 ? null : `Person ${n}`,
      email: n === 4 ? null : `p${n}@shop.test`,
      age: n * 10,
      bossId: n > 1 ? String(n - 1) : null,
    };
  };
  return {
    Day,
    Person: {
      __resolveReference: ({ id }: Reference) => {
        if (id === '5') return Promise.reject(refusal('GONE'));
        return Number(id) % 2 ? person(id) : later(person(id));
      },
      born: ({ id }: Reference) => (id === '2' ? null : new Date(`2000-01-0${id}`)),
      boss: ({ bossId }: { bossId: string | null }) => bossId && person(bossId),
      friends: ({ id }: Reference) => idsFrom(Number(id), 2).map((friend) => later(person(friend))),
    },
    Query: {
      person: (_: unknown, { id }: Reference) => person(id),
      people: (_: unknown, { ids }: { ids: string[] | null }) => (ids ?? []).map((id) => later(person(id))),
    },
    Mutation: { greet: (_: unknown, { name }: { name: string }) => later(`Hello ${name}`) },
  };
}

function reviews() {
  const review = (n: number) => ({
    id: `r${n}`,
    text: n % 4 ? `text ${n}` : null,
    score: n % 5,
    author: n === 7 ? null : { id: String((n % 6) + 1) },
    product: { id: String((n % 6) + 1) },
  });
  return {
    Product: {
      postage: ({ weight, tags }: { weight: number; tags: string[] }, { to }: { to: string }) =>
        Math.round(weight * (to === 'FAR' ? 20 : 10)) + tags.length,
      reviews: ({ id }: Reference, { first }: { first: number | null }) =>
        id === '6' ? null : idsFrom(Number(id), first ?? 1).map((n) => review(Number(n) + 1)),
      parts: ({ id }: Reference) => partsOf(id),
      rating: ({ id }: Reference) => {
        if (id === '3') throw refusal('UNRATED');
        return id === '4' ? null : later(Number(id) / 2);
      },
    },
    Person: { reviews: ({ id }: Reference) => [review(Number(id)), review(Number(id) + 1)] },
    Query: {
      reviews: () => [1, 2, 3, 7].map(review),
      best: () => later(review(2)),
    },
  };
}

const typeDefs = { products: PRODUCTS, people: PEOPLE, reviews: REVIEWS };

export const shopSupergraph = (): string => {
  const services = Object.entries(typeDefs).map(([name, sdl]) => ({ name, typeDefs: parse(sdl), url: name }));
  const { supergraphSdl, errors } = composeServices(services);
  if (!supergraphSdl) throw new Error(errors?.map((error) => error.message).join('\n'));
  return supergraphSdl;
};

/** The three subgraphs with their own state, and a way to reset it. */
export function openShop(): {
  readonly subgraphs: readonly { readonly name: string; readonly schema: GraphQLSchema }[];
  readonly reset: () => void;
} {
  const state: ShopState = { counter: 0, names: new Map() };
  const resolvers = { products: products(state), people: people(), reviews: reviews() };
  return {
    subgraphs: (['products', 'people', 'reviews'] as const).map((name) => ({
      name,
      schema: buildSubgraphSchema([
        // The library types resolver maps as a loose index signature.
        { typeDefs: parse(typeDefs[name]), resolvers: resolvers[name] as GraphQLResolverMap<unknown> },
      ]),
    })),
    reset() {
      state.counter = 0;
      state.names.clear();
    },
  };
}
