/**
 * A shop in four subgraphs, with the types and the query of the public gateway benchmark at
 * https://github.com/graphql-hive/graphql-gateways-benchmark (MIT, The Guild). The servers and the data are
 * our own.
 */
const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3",
  import: ["@key", "@requires", "@external", "@provides"])`;

export const TYPE_DEFS: Readonly<Record<string, string>> = {
  accounts: `${LINK}
    type User @key(fields: "id") { id: ID! name: String username: String birthday: Int }
    type Query { me: User user(id: ID!): User users: [User] }`,
  inventory: `${LINK}
    type Product @key(fields: "upc") {
      upc: String!
      weight: Int @external
      price: Int @external
      inStock: Boolean
      shippingEstimate: Int @requires(fields: "price weight")
    }`,
  products: `${LINK}
    type Product @key(fields: "upc") { upc: String! name: String price: Int weight: Int }
    type Query { topProducts(first: Int = 5): [Product] }`,
  reviews: `${LINK}
    type Product @key(fields: "upc") { upc: String! reviews: [Review] }
    type Review @key(fields: "id") {
      id: ID!
      body: String
      product: Product
      author: User @provides(fields: "username")
    }
    type User @key(fields: "id") { id: ID! username: String @external reviews: [Review] }`,
};

const USERS = ['Ada', 'Ben', 'Chloe', 'Dana', 'Emil', 'Fay'].map((name, index) => ({
  id: String(index + 1),
  name: `${name} Example`,
  username: name.toLowerCase(),
  birthday: 1_000_000_000 + index,
}));
const PRODUCTS = ['Table', 'Couch', 'Glass', 'Chair', 'TV', 'Lamp', 'Grill', 'Fridge', 'Sofa'].map(
  (name, index) => ({ upc: String(index + 1), name, price: 899 + index * 400, weight: 100 * (index + 1) }),
);
/** The product of each review: the first ones have several. */
const REVIEWED = ['1', '1', '1', '1', '2', '2', '2', '2', '3', '4', '4'];
const REVIEWS = REVIEWED.map((upc, index) => ({
  __typename: 'Review',
  id: String(index + 1),
  body: `Review ${index + 1}. ${'It is what the photos show, and it arrived on the day it was promised. '.repeat(5)}`,
  product: { upc },
  author: { id: '1', username: 'ada' },
}));
/** Reviews of every user, as in the original. */
const FIRST_REVIEWS = REVIEWS.slice(0, 2);

interface ProductReference {
  readonly upc: string;
  readonly price?: number;
  readonly weight?: number;
}

export const RESOLVERS: Readonly<Record<string, object>> = {
  accounts: {
    User: { __resolveReference: ({ id }: { readonly id: string }) => USERS[Number(id) - 1] ?? null },
    Query: {
      me: () => USERS[0],
      user: (_: unknown, { id }: { readonly id: string }) => USERS[Number(id) - 1] ?? null,
      users: () => USERS,
    },
  },
  inventory: {
    Product: {
      __resolveReference: (reference: ProductReference) => ({ ...reference }),
      inStock: ({ upc }: ProductReference) => Number(upc) % 3 !== 2,
      shippingEstimate: ({ price = 0, weight = 0 }: ProductReference) => (price > 1000 ? 0 : weight / 2),
    },
  },
  products: {
    Product: {
      __resolveReference: ({ upc }: ProductReference) => PRODUCTS[Number(upc) - 1] ?? null,
    },
    Query: { topProducts: (_: unknown, { first }: { readonly first: number }) => PRODUCTS.slice(0, first) },
  },
  reviews: {
    Product: {
      __resolveReference: ({ upc }: ProductReference) => ({ upc }),
      reviews: ({ upc }: ProductReference) => REVIEWS.filter((_, index) => REVIEWED[index] === upc),
    },
    Review: {
      __resolveReference: ({ id }: { readonly id: string }) => REVIEWS[Number(id) - 1] ?? null,
    },
    User: {
      __resolveReference: ({ id }: { readonly id: string }) => ({ id }),
      reviews: () => FIRST_REVIEWS,
    },
  },
};

/** The benchmark's query. */
export const QUERY = `
  fragment User on User { id username name }
  fragment Review on Review { id body }
  fragment Product on Product { inStock name price shippingEstimate upc weight }
  query TestQuery {
    users {
      ...User
      reviews {
        ...Review
        product {
          ...Product
          reviews {
            ...Review
            author { ...User reviews { ...Review product { ...Product } } }
          }
        }
      }
    }
    topProducts {
      ...Product
      reviews {
        ...Review
        author { ...User reviews { ...Review product { ...Product } } }
      }
    }
  }`;
