import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import { drive, percentile } from './agent.ts';
import { databaseCpuMsOf, finelyCpuMsOf, untilWarm } from './support.ts';

/** Compares a product surface with a bare Fastify route that makes the same look-ups. */
export interface AgainstFloor {
  readonly name: string;
  readonly server: { readonly address: string; readonly pid: number };
  /** Script that serves the bare route and prints `ready <address>`. */
  readonly floor: string;
  readonly databaseUrl: string;
  /** PostgreSQL's process id; its CPU is then included. */
  readonly databasePid?: number;
  readonly clients: number;
  readonly rounds: number;
  readonly requests: number;
  /**
   * Sends one request; throws on an unexpected response. `index` counts one side's requests; sides are 0 and
   * 1.
   */
  readonly ask: (pool: Pool, index: number, side: number) => Promise<void>;
}

/**
 * Sends requests to both sides in alternating rounds, with a warm-up round first. For each side, prints
 * requests per second, latency and CPU per request, for the server process and, if its pid is set, for
 * PostgreSQL (Linux: /proc).
 */
export async function againstFloor(bench: AgainstFloor): Promise<void> {
  const { name, server, clients, rounds, requests, ask } = bench;
  const floor = spawn(process.execPath, [bench.floor], {
    env: { PATH: process.env.PATH, DATABASE_URL: bench.databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: floor.stdout }), 'line')) as [string];
  const sideOf = (side: { readonly name: string; readonly address: string; readonly pid: number }) => ({
    ...side,
    asked: 0,
    seconds: 0,
    cpuMs: 0,
    databaseMs: 0,
    durations: [] as number[],
  });
  const product = sideOf({ name, ...server });
  const bare = sideOf({ name: 'bare route', address: line.replace('ready ', ''), pid: floor.pid ?? 0 });

  const databaseMs = async () => (bench.databasePid === undefined ? 0 : databaseCpuMsOf(bench.databasePid));

  await untilWarm(server);
  for (let round = 0; round <= rounds; round++) {
    for (const [number, side] of [product, bare].entries()) {
      const pool = new Pool(side.address, { connections: clients, pipelining: 1 });
      const cpuBefore = await finelyCpuMsOf([side.pid]);
      const databaseBefore = await databaseMs();
      const startedAt = performance.now();
      const durations = await drive(clients, requests, () => ask(pool, side.asked++, number));
      await pool.close();
      if (round === 0) continue;
      side.seconds += (performance.now() - startedAt) / 1000;
      side.cpuMs += (await finelyCpuMsOf([side.pid])) - cpuBefore;
      side.databaseMs += (await databaseMs()) - databaseBefore;
      side.durations.push(...durations);
    }
  }
  floor.kill();

  const count = rounds * requests;
  for (const { name, seconds, cpuMs, databaseMs, durations } of [product, bare]) {
    durations.sort((a, b) => a - b);
    process.stdout.write(
      `${name}: ${(count / seconds).toFixed(0)} requests/s at ${clients} clients, p50 ${percentile(durations, 0.5).toFixed(1)} ms, p99 ${percentile(durations, 0.99).toFixed(1)} ms, ${(cpuMs / count).toFixed(3)} ms CPU a request${databaseMs ? ` and ${(databaseMs / count).toFixed(3)} of PostgreSQL` : ''}\n`,
    );
  }
  const cpuOf = (side: typeof product) => side.cpuMs + side.databaseMs;
  process.stdout.write(`CPU ratio ${(cpuOf(product) / cpuOf(bare)).toFixed(2)}\n`);
}
