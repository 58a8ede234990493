import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { composeServices } from '@theguild/federation-composition';
import Fastify, { type FastifyInstance } from 'fastify';
import { type DocumentNode, parse, validate } from 'graphql';
import { systemClock } from '#kit/clock.ts';
import type { Context } from '#kit/context.ts';
import { TYPE_DEFS } from './shop.ts';

/**
 * A gateway of bench/federation.ts, named by `PEER`, over the subgraphs at `SUBGRAPHS`. `PEERS` is a folder with
 * Hive's npm packages; `SHARES=1` turns on the sharing of equal requests in flight.
 */
const origin = process.env.SUBGRAPHS ?? '';
const shares = process.env.SHARES === '1';
const services = Object.entries(TYPE_DEFS).map(([name, sdl]) => ({
  name,
  url: `${origin}/${name}`,
  typeDefs: parse(sdl),
}));
const { supergraphSdl = '' } = composeServices(services);

/** Imports a package from the peers' folder. The benchmark doesn't need its types. */
async function peer<T>(name: string): Promise<T> {
  const require = createRequire(join(process.env.PEERS ?? '', 'package.json'));
  return (await import(pathToFileURL(require.resolve(name)).href)) as T;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

const PEERS: Readonly<Record<string, () => Promise<FastifyInstance | Listener>>> = {
  async product() {
    const { createEngine } = await import('#gateway/engine/engine.ts');
    const { createPlanner } = await import('#gateway/engine/planner.ts');
    const { overHttp } = await import('#gateway/remote/over-http.ts');
    const { createSharing } = await import('#gateway/remote/sharing.ts');
    const viewerKey = Buffer.alloc(32, 7);
    const sharing = shares ? createSharing() : undefined;
    const engine = createEngine({
      planner: createPlanner(supergraphSdl),
      dataSources: services.map(({ name, url }) => overHttp({ name, url, viewerKey, sharing })),
      // Over HTTP, a context contains the caller and the time.
      contextFor: (caller) => ({ ...caller, clock: systemClock, log: console }) as unknown as Context,
    });
    const documents = new Map<string, DocumentNode>();
    const documentOf = (query: string): DocumentNode => {
      const known = documents.get(query);
      if (known) return known;
      const document = parse(query);
      const [problem] = validate(engine.schema, document);
      if (problem) throw problem;
      documents.set(query, document);
      return document;
    };
    let requests = 0;
    const app = Fastify();
    app.post<{ Body: { query: string; variables?: Record<string, unknown> } }>(
      '/graphql',
      async ({ body }) => {
        const requestId = `request-${++requests}`;
        const caller = { viewer: { kind: 'public' }, requestId, apiVersion: null } as const;
        return engine.run(documentOf(body.query), undefined, body.variables ?? {}, caller);
      },
    );
    return app;
  },
  async apollo() {
    const { ApolloGateway } = await import('@apollo/gateway');
    const { ApolloServer } = await import('@apollo/server');
    const { fastifyApolloHandler } = await import('@as-integrations/fastify');
    process.env.APOLLO_TELEMETRY_DISABLED = '1';
    const server = new ApolloServer({ gateway: new ApolloGateway({ supergraphSdl }) });
    await server.start();
    const app = Fastify();
    app.post('/graphql', fastifyApolloHandler(server));
    return app;
  },
  'hive-js': () => hive({}),
  'hive-rust': async () => hive(await rust()),
  'hive-rust-whole': async () => hive({ ...(await rust()), inboundInflightRequestDeduplication: true }),
};

const rust = () => peer<{ readonly unifiedGraphHandler: unknown }>('@graphql-hive/router-runtime');

async function hive(options: object): Promise<Listener> {
  const { createGatewayRuntime } = await peer<{ createGatewayRuntime: (options: object) => Listener }>(
    '@graphql-hive/gateway-runtime',
  );
  return createGatewayRuntime({
    supergraph: supergraphSdl,
    logging: false,
    inboundInflightRequestDeduplication: false,
    transportEntries: { '*.http': { options: { deduplicateInflightRequests: shares } } },
    ...options,
  });
}

const made = await PEERS[process.env.PEER ?? '']?.();
if (!made) throw new Error(`PEER must be one of ${Object.keys(PEERS).join(', ')}.`);
const ready = (port: number) => process.stdout.write(`ready http://localhost:${port}\n`);
if (typeof made === 'function') {
  const server = createServer((request, response) => void made(request, response));
  server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
} else {
  await made.listen({ port: 0, host: '127.0.0.1' });
  ready((made.server.address() as AddressInfo).port);
}
process.on('SIGTERM', () => process.exit(0));
