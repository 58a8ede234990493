import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { freePort } from './process.ts';
import { REDIS } from './programs.ts';

/** A real Redis on a free port, without persistence. */
export interface TestRedis {
  readonly port: number;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly url: string;
  /** Sends a signal: `SIGSTOP` makes it hang, `SIGCONT` resume. */
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly stop: () => Promise<void>;
  /** Starts it again on the same port, empty. */
  readonly start: () => Promise<void>;
}

export async function startRedis(
  settings: Readonly<Record<string, string | number>> = {},
): Promise<TestRedis> {
  const port = await freePort();
  let running = await launch(port, settings);
  return {
    port,
    settings,
    url: `redis://127.0.0.1:${port}`,
    signal: (signal) => void running.kill(signal),
    stop: () => ended(running),
    async start() {
      running = await launch(port, settings);
    },
  };
}

/**
 * A primary, its replica and a sentinel that promotes the replica a second after the primary stopped
 * responding.
 */
export interface WatchedRedis {
  /** Value for `REDIS_URL`. */
  readonly url: string;
  readonly primary: TestRedis;
  readonly replica: TestRedis;
  readonly stop: () => Promise<void>;
}

export async function startWatchedRedis(): Promise<WatchedRedis> {
  const primary = await startRedis();
  const replica = await startRedis({ replicaof: `127.0.0.1 ${primary.port}` });
  const folder = await mkdtemp(join(tmpdir(), 'sentinel-'));
  const file = join(folder, 'sentinel.conf'); // it writes its findings there
  await writeFile(
    file,
    `sentinel monitor lodging 127.0.0.1 ${primary.port} 1
sentinel down-after-milliseconds lodging 1000
sentinel failover-timeout lodging 2000
`,
  );
  const port = await freePort();
  const sentinel = await launch(port, {}, [file, '--sentinel']);
  return {
    url: `redis+sentinel://127.0.0.1:${port}/lodging`,
    primary,
    replica,
    async stop() {
      await ended(sentinel);
      await Promise.all([primary.stop(), replica.stop()]);
      await rm(folder, { recursive: true });
    },
  };
}

/** A cluster with three nodes that store a third of the keys each, and respond for it while another is away. */
export interface ClusteredRedis {
  /** Value for `REDIS_URL`. */
  readonly url: string;
  readonly shards: readonly TestRedis[];
  readonly stop: () => Promise<void>;
}

export async function startClusteredRedis(): Promise<ClusteredRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'cluster-'));
  const shards = await Promise.all(
    [0, 1, 2].map(async (n) =>
      startRedis({
        'cluster-enabled': 'yes',
        'cluster-config-file': join(folder, `${n}.conf`),
        'cluster-port': await freePort(),
        'cluster-require-full-coverage': 'no',
      }),
    ),
  );
  await gather(shards);
  return {
    url: `redis+cluster://${shards.map(({ port }) => `127.0.0.1:${port}`).join()}`,
    shards,
    async stop() {
      await Promise.all(shards.map((shard) => shard.stop()));
      await rm(folder, { recursive: true });
    },
  };
}

/** Assigns each node's slots, introduces the nodes, and waits until all of them know each other. */
async function gather(shards: readonly TestRedis[]): Promise<void> {
  const clients = await Promise.all(shards.map(({ url }) => createClient({ url }).connect()));
  const bounds = [0, 5_461, 10_923, 16_384];
  for (const [n, client] of clients.entries()) {
    await client.clusterAddSlotsRange({ start: bounds[n] ?? 0, end: (bounds[n + 1] ?? 0) - 1 });
    for (const { port, settings } of shards) {
      await client.sendCommand(['CLUSTER', 'MEET', '127.0.0.1', `${port}`, `${settings['cluster-port']}`]);
    }
  }
  const isWhole = (info: string) =>
    info.includes('cluster_state:ok') && info.includes('cluster_slots_assigned:16384');
  for (const client of clients) {
    while (!isWhole(await client.clusterInfo())) await sleep(20);
    client.destroy();
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function launch(
  port: number,
  more: Readonly<Record<string, string | number>>,
  first: readonly string[] = [],
): Promise<ChildProcess> {
  if (REDIS.path === null) throw new Error(`There is no Redis: install ${REDIS.install}.`);
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', daemonize: 'no', ...more };
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(REDIS.path, [...first, ...options], { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' });
  const lines = createInterface({ input: child.stdout });
  const output: string[] = [];
  await new Promise<void>((ready, failed) => {
    lines.on('line', (line) => {
      output.push(line);
      if (/Ready to accept connections|Sentinel ID is/.test(line)) ready();
    });
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`Redis ended with ${code}:\n${output.join('\n')}`)));
  });
  return child;
}
