import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApolloServer } from '@apollo/server';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { announce, contextOf, schema } from './monolith.ts';

/**
 * A peer of bench/joins.ts, named by `PEER`: the same schema, resolvers and data in a server set up as its
 * documentation shows.
 */
const path = '/developer/api/unstable/graphql';
const PEERS = {
  async apollo() {
    const server = new ApolloServer({ schema, introspection: true });
    await server.start();
    const app = Fastify();
    const context = ({ headers }: { readonly headers: { readonly authorization?: string | undefined } }) =>
      contextOf(headers.authorization);
    app.post(path, fastifyApolloHandler(server, { context }));
    return app;
  },
  async mercurius() {
    const app = Fastify();
    await app.register(mercurius, {
      schema,
      path,
      jit: 1,
      context: ({ headers }: { readonly headers: { readonly authorization?: string | undefined } }) =>
        contextOf(headers.authorization),
    });
    return app;
  },
} as const;

/**
 * The part of Yoga used here. Its own types would change the `graphql` types for every file checked together
 * with them.
 */
interface Yoga {
  readonly createYoga: (options: {
    readonly schema: typeof schema;
    readonly graphqlEndpoint: string;
    readonly logging: false;
    readonly context: (given: { readonly request: Request }) => unknown;
  }) => (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}
const YOGA: string = 'graphql-yoga';

if (process.env.PEER === 'yoga') {
  const { createYoga } = (await import(YOGA)) as Yoga;
  const yoga = createYoga({
    schema,
    graphqlEndpoint: path,
    logging: false,
    context: ({ request }) => contextOf(request.headers.get('authorization') ?? undefined),
  });
  const server = createServer((request, response) => void yoga(request, response)); // it never rejects
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  announce((server.address() as AddressInfo).port, async () => void server.close());
} else {
  const app = await PEERS[process.env.PEER === 'apollo' ? 'apollo' : 'mercurius']();
  await app.listen({ port: 0, host: '127.0.0.1' });
  announce((app.server.address() as AddressInfo).port, () => app.close());
}
