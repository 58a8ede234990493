import type { FastifyInstance } from 'fastify';
import type { IslandContext } from '#db/context.ts';
import { type Database, openDatabase } from '#db/database.ts';
import { openEmbeddedServer } from '#db/server.ts';
import { createExecute } from '#gateway/execute.ts';
import { systemClock } from '#kit/clock.ts';
import type { Config, Role } from '#kit/config.ts';
import type { Caller, Execute } from '#kit/execute.ts';
import { newUuid } from '#kit/ids.ts';
import { openVault, type Vault } from '#kit/secrets.ts';
import { type DemoWorld, openDemoWorld } from './demo/demo-world.ts';
import { healthRoutes, newHttpServer } from './http.ts';
import { ISLANDS } from './islands.ts';
import { secretKeyOf } from './secret-key.ts';
import { openSupergraph } from './supergraph.ts';
import { openSurfaces } from './surfaces.ts';
import { startWorker } from './worker.ts';

/** The running product: what a process of some role serves, and how to end it. */
export interface Platform {
  readonly role: Role;
  /** `http://localhost:PORT` of this process. */
  readonly origin: string;
  readonly http: FastifyInstance;
  readonly db: Database;
  readonly vault: Vault;
  readonly execute: Execute;
  /** The demo world, where this data folder holds one. */
  readonly demo: DemoWorld | null;
  /** Stops taking requests, finishes those under way, then the workers, then the database. */
  readonly close: () => Promise<void>;
}

/** Opens everything a role needs, in the order it depends on each other, and listens. */
export async function openPlatform(config: Config): Promise<Platform> {
  const vault = openVault(await secretKeyOf(config.dataDir, config.secretKey));
  const server = config.databaseUrl
    ? { url: config.databaseUrl, release: async () => {} }
    : await openEmbeddedServer(config.dataDir);
  const http = newHttpServer(config);
  const db = await openDatabase({
    url: server.url,
    entities: ISLANDS.flatMap(({ entities }) => entities),
    queues: ISLANDS.flatMap(({ queues }) => queues.map(({ queue }) => queue)),
    log: http.log,
  });

  const contextFor = (caller: Caller & { readonly apiVersion?: string | null }): IslandContext => ({
    viewer: caller.viewer,
    requestId: caller.requestId,
    apiVersion: caller.apiVersion ?? null,
    clock: systemClock,
    log: http.log,
    execute,
    db,
    vault,
    config,
  });
  const supergraph = openSupergraph({ config, contextFor });
  const { execute } = createExecute(supergraph.engine('internal'));
  const newContext = () => contextFor({ viewer: { kind: 'platform' }, requestId: newUuid() });

  const demo = config.role === 'all' ? await openDemoWorld(newContext()) : null;
  const worker =
    config.role === 'all' || config.role === 'worker'
      ? await startWorker({ islands: ISLANDS, newContext })
      : null;

  healthRoutes(http, { ready: db.ping });
  if (config.role !== 'worker') {
    const localStorefront = demo?.localStorefront ?? null;
    await openSurfaces({ http, config, supergraph, execute, vault, db, contextFor, localStorefront });
  }
  await http.listen({ port: config.port, host: config.host });
  const address = http.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;

  return {
    role: config.role,
    origin: `http://localhost:${port}`,
    http,
    db,
    vault,
    execute,
    demo: (await demo?.write(port)) ?? null,
    async close() {
      await http.close();
      await worker?.stop();
      await supergraph.close();
      await db.close();
      await server.release();
    },
  };
}
