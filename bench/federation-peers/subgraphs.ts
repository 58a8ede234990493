import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSubgraphSchema, type GraphQLResolverMap } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import type { PreparedFetch } from '#gateway/engine/data-source.ts';
import { inProcess } from '#gateway/jit/in-process.ts';
import type { Context } from '#kit/context.ts';
import { RESOLVERS, TYPE_DEFS } from './shop.ts';

/**
 * The four subgraphs of bench/federation.ts as one process, each under its own path. Fetches are compiled, so
 * the gateways are the slow part. `GET /calls` returns the number of requests received so far.
 */
const known = new Map<string, (query: string, operationName: string | undefined) => PreparedFetch>();
for (const [name, typeDefs] of Object.entries(TYPE_DEFS)) {
  // The library types resolver maps as a loose index signature.
  const resolvers = RESOLVERS[name] as GraphQLResolverMap<unknown>;
  const schema: GraphQLSchema = buildSubgraphSchema([{ typeDefs: parse(typeDefs), resolvers }]);
  const source = inProcess({ name, schema });
  const prepared = new Map<string, PreparedFetch>();
  known.set(`/${name}`, (query, operationName) => {
    const fetch = prepared.get(query) ?? source.prepare(query, operationName);
    prepared.set(query, fetch);
    return fetch;
  });
}

const context = {} as Context; // the shop's resolvers ignore it
let calls = 0;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    const subgraph = known.get(request.url ?? '');
    if (!subgraph) return response.end(String(calls));
    calls += 1;
    const { query, operationName, variables } = JSON.parse(Buffer.concat(chunks).toString()) as {
      readonly query: string;
      readonly operationName?: string | null;
      readonly variables?: Record<string, unknown> | null;
    };
    const result = await subgraph(query, operationName ?? undefined)(variables ?? {}, context);
    const body = JSON.stringify(result);
    return response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://localhost:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
