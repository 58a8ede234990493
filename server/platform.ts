import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { openClockWatch } from '#db/clock-watch.ts';
import type { Services, SubgraphContext } from '#db/context.ts';
import { type Database, OTHER_CONNECTIONS, openDatabase } from '#db/database.ts';
import { checkSecretKeys } from '#db/sealed.ts';
import type { DatabaseServer } from '#db/server.ts';
import { changedBy } from '#db/standby-reads.ts';
import { namesOf } from '#db/subgraph.ts';
import { openWriteProbe } from '#db/write-probe.ts';
import { createExecute } from '#gateway/engine/execute.ts';
import { subgraphService } from '#gateway/remote/service.ts';
import type { Config, Role } from '#kit/config.ts';
import type { Caller, Execute } from '#kit/execute.ts';
import { newUuid } from '#kit/ids.ts';
import { platformOrigin } from '#kit/platform-origin.ts';
import type { Vault } from '#kit/secrets.ts';
import { Unavailable } from '#kit/unavailable.ts';
import { checkPlatformTeam, countWaitingMails, openSetup } from '#subgraphs/apps/index.ts';
import { everyRequest } from './access-log.ts';
import { openCallers } from './callers.ts';
import { accessChanges, installChanges } from './changes.ts';
import { type DemoWorld, openDemoWorld } from './demo/demo-world.ts';
import { openDrain } from './drain.ts';
import { keepFigures } from './figures.ts';
import { openGauges } from './gauges.ts';
import { healthRoutes, newHttpServer, refuseWhile } from './http.ts';
import { refuseOtherMethods } from './known-paths.ts';
import { openLimits } from './limits.ts';
import { openMachineGauges } from './machine-gauges.ts';
import { openMetrics } from './metrics.ts';
import { OPERATIONS } from './operations.ts';
import { type Check, openReadiness } from './readiness.ts';
import { openVaultOf } from './secret-key.ts';
import { startDatabase } from './start-database.ts';
import { openServices, SEALED_COLUMNS, SUBGRAPHS } from './subgraphs.ts';
import { openSupergraph, viewerKeysOf } from './supergraph.ts';
import { openSurfaces } from './surfaces.ts';
import { startWorker, type Worker } from './worker.ts';

/** The running product: everything a process serves in its role, with a way to end it. */
export interface Platform {
  readonly role: Role;
  /** This process's `http://localhost:PORT`. */
  readonly origin: string;
  readonly http: FastifyInstance;
  readonly db: Database;
  readonly vault: Vault;
  readonly services: Services;
  readonly execute: Execute;
  /** Compiles unused internal operations, between requests, until the process receives a stop signal. */
  readonly prepareOperations: () => Promise<void>;
  /** The demo world, if this data folder has one. */
  readonly demo: DemoWorld | null;
  /** Fills a demo world that this process has just created with a year of guests; null for any other world. */
  readonly enlivenDemo: (() => Promise<void>) | null;
  /** URL for creating the first account while the platform has no operator; valid once and for a day. */
  readonly setupUrl: string | null;
  /** Emails waiting in the outbox because no mail server is set; null if one is set. */
  readonly waitingMails: number | null;
  /**
   * Lets proxies redirect requests elsewhere, stops accepting them, and ends requests in progress, then
   * workers, then the database.
   */
  readonly close: () => Promise<void>;
}

/**
 * Opens everything a role needs, in dependency order, and listens. If a step fails, closes everything opened
 * before it; `signal` aborts between two steps. `starting` is the database if it's already starting.
 */
export async function openPlatform(
  config: Config,
  signal: AbortSignal = new AbortController().signal,
  starting: Promise<DatabaseServer> = startDatabase(config),
): Promise<Platform> {
  const closers = [async () => (await starting.catch(() => null))?.release()]; // a failed start is reported below
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return { ...(await open(config, starting, closers, signal)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  config: Config,
  starting: Promise<DatabaseServer>,
  closers: (() => Promise<void>)[],
  signal: AbortSignal,
): Promise<Omit<Platform, 'close'>> {
  const { role } = config;
  const works = role === 'all' || role === 'worker';
  let running = config;
  const vault = await openVaultOf(config);
  const http = newHttpServer(config);
  refuseOtherMethods(http);
  const supergraph = openSupergraph({ config, vault, contextFor: (caller) => contextFor(caller) });
  closers.push(supergraph.close);
  const internal = supergraph.engine('internal'); // created while the database starts
  const server = await starting;
  server.supervise(http.log);
  signal.throwIfAborted();
  const db = await openDatabase({
    url: server.url,
    entities: SUBGRAPHS.flatMap(({ entities }) => entities),
    queues: SUBGRAPHS.flatMap(({ queues }) => queues.flatMap(namesOf)),
    worker: works,
    directUrl: config.databaseDirectUrl,
    prepares: config.databasePrepares,
    read: config.databaseRead,
    poolSize: config.databaseConnections - OTHER_CONNECTIONS,
    log: http.log,
  });
  closers.push(db.close);
  const watch = await openClockWatch({ db, log: http.log });
  closers.push(async () => watch.stop());
  const { clock } = watch;
  const { services, close: closeServices } = openServices({
    db,
    vault,
    config,
    clock,
    log: http.log,
  });
  closers.push(closeServices);
  signal.throwIfAborted();
  await checkSecretKeys({ db, vault }, SEALED_COLUMNS);

  const callers = openCallers();
  const contextFor = (caller: Caller & { readonly apiVersion?: string | null }): SubgraphContext => {
    const { viewer, requestId, address = null, apiVersion = null } = caller;
    callers.note(requestId, viewer);
    const log = http.log;
    return {
      viewer,
      requestId,
      address,
      apiVersion,
      changed: () => changedBy({ db }, viewer),
      clock,
      log,
      execute,
      db,
      vault,
      config: running,
      services,
    };
  };
  const { execute, prepareAll } = createExecute(internal);
  const newContext = () => contextFor({ viewer: { kind: 'platform' }, requestId: newUuid() });

  const demo = await openDemoWorld(newContext(), { mayMake: role === 'all' }); // a new one is created while the surfaces open
  closers.push(async () => void (await demo?.made.catch(() => {})));
  signal.throwIfAborted();
  const checks: Check[] = [
    { name: 'database', run: db.ping },
    { name: 'disk', run: openWriteProbe({ db }) },
    { name: 'changes', run: () => checkHeard(db) },
    { name: 'clocks', run: supergraph.checkClocks },
    { name: 'clock', run: watch.check },
  ];
  everyRequest(http, callers);
  refuseWhile(http, () => !clock.isRight());
  const registry = new Registry();
  openGauges(registry, { db, works });
  openMachineGauges(registry, { db, config, works });
  const stopFigures = keepFigures(registry);
  closers.push(async () => stopFigures());
  closers.push(await openMetrics(http, registry, config));
  if (config.otel) {
    const { startTelemetry } = await import('./telemetry/start.ts'); // loads OpenTelemetry
    closers.push(await startTelemetry(config.otel, { http, registry, role }));
  }
  healthRoutes(http, { failures: openReadiness(checks) });
  if (supergraph.served) {
    const viewerKeys = viewerKeysOf(vault);
    await subgraphService(http, { subgraph: supergraph.served, viewerKeys, contextFor });
  } else if (role !== 'worker') {
    const { redis, redisTimeoutMs } = config;
    const limits = await openLimits({ db, redis, redisTimeoutMs, log: http.log });
    closers.push(async () => limits.close());
    checks.push({ name: 'limits', run: limits.check });
    const localStorefront = demo?.localStorefront ?? null;
    await openSurfaces({
      http,
      config,
      supergraph,
      execute,
      vault,
      limits,
      contextFor,
      localStorefront,
      installChanges: installChanges(db),
      accessChanges: accessChanges(db),
    });
  }
  let worker: Worker | null = null;
  closers.push(async () => worker?.stop());
  closers.push(async () => http.close());
  const drain = openDrain(http, role === 'worker' ? 0 : config.drainMs);
  checks.push({ name: 'draining', run: drain.check });
  await demo?.made;
  await checkPlatformTeam(newContext());
  signal.throwIfAborted();
  await http.listen({ port: config.port, host: config.host });
  closers.push(drain.begin);
  const { port } = http.server.address() as AddressInfo; // it listens on TCP
  running = { ...config, port }; // base for links if no public origin is set
  const origin = `http://localhost:${port}`;
  const outside = role === 'all' || role === 'gateway';
  const ctx = newContext();
  const setupPath = outside ? await openSetup(ctx) : null;
  const waitingMails = config.mailUrl === null ? await countWaitingMails(ctx) : null;
  const written = outside && demo ? await demo.write(port) : null;
  if (works) {
    worker = await startWorker({ subgraphs: SUBGRAPHS, newContext }); // last, because its jobs begin immediately
    checks.push({ name: 'jobs', run: worker.check });
  }
  return {
    role,
    origin,
    http,
    db,
    vault,
    services,
    execute,
    prepareOperations: () => prepareAll(OPERATIONS, signal),
    demo: written,
    enlivenDemo: demo?.isNew
      ? async () => (await import('./demo/life/enliven.ts')).enlivenDemo(newContext(), signal)
      : null,
    setupUrl: setupPath === null ? null : new URL(setupPath, platformOrigin(ctx)).href,
    waitingMails,
  };
}

/** Maximum age of cached state: PostgreSQL responds every second. */
const LONGEST_UNHEARD_MS = 10_000;

function checkHeard(db: Database): void {
  if (db.silentMs() > LONGEST_UNHEARD_MS) throw new Unavailable("Database changes aren't being received.");
}
