import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { type DocumentNode, parse } from 'graphql';
import { createTask, openTaskWorld } from '../support/task-world.ts';
import { check, type Judge } from './judge.ts';
import { tool } from './tools.ts';

const client = tool('@apollo/client');

interface Result {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the checks assert
  readonly data: any;
  readonly error?: { readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[] };
}

/**
 * Parts of `@apollo/client` for an app without React. The package isn't installed with the repository, so its
 * types aren't available here.
 */
interface ApolloCore {
  readonly ApolloClient: new (
    options: object,
  ) => {
    readonly query: (options: object) => Promise<Result>;
    readonly mutate: (options: object) => Promise<Result>;
    readonly stop: () => void;
  };
  readonly HttpLink: new (options: object) => object;
  readonly InMemoryCache: new (options: object) => object;
}

const document = (text: string): DocumentNode => parse(text);
const TASKS = document(
  'query Tasks($after: String) { tasks(first: 2, after: $after) { edges { cursor node { id canonicalStatus } } pageInfo { hasNextPage endCursor } } }',
);

/** Apollo Client with its cache, as an app's page or server uses it. */
export const apolloClient: Judge = {
  name: 'Apollo Client',
  version: client.version,
  about:
    'An app’s query, pages merged by the cache as Relay connections, mutation and errors through Apollo Client.',
  pace: 'nightly',
  exceptions: [],
  missing: client.missing,
  async run(server) {
    const { ApolloClient, HttpLink, InMemoryCache } = await load<ApolloCore>('core/index.js');
    const { relayStylePagination } = await load<{ relayStylePagination: () => object }>('utilities/index.js');
    const world = await openTaskWorld(server, { url: 'https://crew.example.com/webhooks' });
    for (let task = 0; task < 3; task++) await createTask(server, world);
    const fields = { Query: { fields: { tasks: relayStylePagination() } } };
    const clientWith = (token: string) =>
      new ApolloClient({
        cache: new InMemoryCache({ typePolicies: fields }),
        link: new HttpLink({
          uri: `${server.address}/developer/api/2026-01/graphql`,
          headers: { authorization: `Bearer ${token}` },
        }),
      });
    const app = clientWith(world.app.token);
    const stranger = clientWith('platform_app_unknown');
    try {
      return [
        await check('a query', async () => {
          const { data } = await app.query({ query: document('{ apiVersion currentApp { name } }') });
          assert.equal(data.currentApp.name, 'Tidy');
        }),
        await check('two pages of a connection are one list in the cache', async () => {
          const first = await app.query({ query: TASKS });
          assert.equal(first.data.tasks.edges.length, 2);
          const after = first.data.tasks.pageInfo.endCursor;
          await app.query({ query: TASKS, variables: { after }, fetchPolicy: 'network-only' });
          const all = await app.query({ query: TASKS, fetchPolicy: 'cache-only' });
          assert.equal(all.data.tasks.edges.length, 3);
        }),
        await check('a mutation and its userErrors', async () => {
          const { data } = await app.mutate({
            mutation: document(
              'mutation Assign($input: TaskAssignInput!) { taskAssign(input: $input) { task { id } userErrors { code } } }',
            ),
            variables: { input: { id: '0', assigneeType: 'app', assigneeName: 'Tidy' } },
          });
          assert.equal(data.taskAssign.userErrors[0].code, 'NOT_FOUND');
        }),
        await check('a refused field beside an answered one', async () => {
          const query = document('{ apiVersion task(id: 1) { id } }');
          const { data, error } = await stranger.query({ query, errorPolicy: 'all' });
          assert.equal(data.apiVersion, '2026-01');
          assert.equal(error?.errors?.[0]?.extensions?.code, 'UNAUTHENTICATED');
        }),
        await check('a document that is not valid', async () => {
          const { error } = await app.query({ query: document('{ passwords }'), errorPolicy: 'all' });
          assert.equal(error?.errors?.[0]?.extensions?.code, 'GRAPHQL_VALIDATION_FAILED');
        }),
      ];
    } finally {
      app.stop();
      stranger.stop();
    }
  },
};

async function load<T>(file: string): Promise<T> {
  return (await import(pathToFileURL(client.file(file)).href)) as T; // see ApolloCore
}
