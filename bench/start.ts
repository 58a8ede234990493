import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServerProcess } from '../test/support/server-process.ts';

/**
 * Measures a start with a fresh data folder (its own PostgreSQL and the demo world), then with the existing
 * folder: the time until the demo storefront's home page and the API respond, and the CPU time until then of the
 * server and of PostgreSQL. Prints every round, then the medians.
 *
 *     npx node bench/start.ts [--rounds 5] [--against ../before]
 *
 * `--against` alternates with another checkout, which also needs `npm ci`. Both need one start before they're
 * measured, because the first one compiles: `--rounds` doesn't count it.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string' }, against: { type: 'string' } } });
const ROUNDS = Number(values.rounds ?? 5);
const checkouts = [values.against, '.'].filter((one) => one !== undefined);

interface Start {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

const results = new Map<string, Start[]>();

for (let round = 0; round <= ROUNDS; round += 1) {
  for (const checkout of checkouts) {
    const dataDir = await mkdtemp(join(tmpdir(), 'platform-bench-'));
    for (const folder of ['fresh', 'existing']) {
      const start = await measure(checkout, dataDir);
      if (round === 0) continue;
      const key = `${checkout} ${folder}`;
      results.set(key, [...(results.get(key) ?? []), start]);
      print(`${key}: ${textOf(start)}, load ${loadavg()[0]?.toFixed(1)}`);
    }
    await rm(dataDir, { recursive: true, force: true });
  }
}
for (const [key, starts] of results) {
  const middle = { seconds: medianOf(starts, 'seconds'), cpuSeconds: medianOf(starts, 'cpuSeconds') };
  print(`median of ${starts.length}, ${key}: ${textOf(middle)}`);
}

async function measure(checkout: string, dataDir: string): Promise<Start> {
  const startedAt = performance.now();
  const server = await startServerProcess({ DATA_DIR: dataDir }, 'server/start.js', checkout);
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as {
    readonly accounts: readonly { readonly key: string; readonly pat: string | null }[];
  };
  const token = demo.accounts.find(({ key }) => key === 'developer')?.pat;
  await Promise.all([
    expectPage(`http://localhost:${server.port}/`, {}),
    expectPage(`${server.address}/api/dev/apps`, { authorization: `Bearer ${token}` }),
  ]);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuSeconds = (await cpuSecondsOf(server.pid)) + (await postgresCpuSeconds(dataDir));
  await server.stop();
  return { seconds, cpuSeconds };
}

async function expectPage(url: string, headers: Record<string, string>): Promise<void> {
  const { status } = await fetch(url, { headers });
  if (status !== 200) throw new Error(`${url} returned ${status}.`);
}

/** CPU time of a process and of the programs it has waited for, on Linux. */
async function cpuSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const ticks = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16);
  return ticks.reduce((sum, each) => sum + Number(each), 0) / 100;
}

/** CPU time of a data folder's PostgreSQL: its processes, and those that ended. */
async function postgresCpuSeconds(dataDir: string): Promise<number> {
  const lock = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const pid = Number(lock.split('\n')[0]);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const seconds = await Promise.all(
    [pid, ...children.split(' ').filter(Boolean).map(Number)].map(cpuSecondsOf),
  );
  return seconds.reduce((sum, each) => sum + each, 0);
}

function medianOf(starts: readonly Start[], field: keyof Start): number {
  const sorted = starts.map((start) => start[field]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function textOf({ seconds, cpuSeconds }: Start): string {
  return `${seconds.toFixed(2)} s, ${cpuSeconds.toFixed(2)} s of CPU`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
