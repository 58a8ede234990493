import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/**
 * Returns one operation's CPU in microseconds, user and system for the whole process, so that garbage
 * collection is included. Takes the best of several rounds, since other load only adds time.
 */
export async function cpuOf(run: () => unknown, { rounds = 5, roundMs = 600 } = {}): Promise<number> {
  await repeat(run, roundMs); // warm-up
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    const count = await repeat(run, roundMs);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / count);
  }
  return best;
}

const BATCH = 50;

async function repeat(run: () => unknown, forMs: number): Promise<number> {
  const until = performance.now() + forMs;
  let count = 0;
  while (performance.now() < until) {
    for (let i = 0; i < BATCH; i++) await run();
    count += BATCH;
  }
  return count;
}

/** Prints rows under a title, with aligned columns. */
export function printTable(
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  '),
  );
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
}

/** Returns a process's user and system CPU so far in milliseconds, with Linux's 10 ms resolution. */
export async function cpuMsOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * Returns the CPU used so far by these processes' threads in milliseconds, with microsecond resolution
 * (Linux).
 */
export async function finelyCpuMsOf(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(
    pids.map(async (pid) => {
      const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
      const times = threads.map((thread) =>
        readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0'),
      );
      return (await Promise.all(times)).reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
    }),
  );
  return each.reduce((sum, one) => sum + one, 0);
}

/**
 * Waits until a process has been nearly idle for half a second and so has finished its warm-up, or for 15
 * seconds, since a profiler can keep it busy.
 */
export async function untilWarm({ pid }: { readonly pid: number }): Promise<void> {
  const until = performance.now() + 15_000;
  while (performance.now() < until) {
    const before = await finelyCpuMsOf([pid]);
    await setTimeout(500);
    if ((await finelyCpuMsOf([pid])) - before < 20) return;
  }
}

/** Returns PostgreSQL's CPU so far: its backends', and the ended backends' total kept by its first process. */
export async function databaseCpuMsOf(postmaster: number): Promise<number> {
  const fields = (await readFile(`/proc/${postmaster}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  const ended = (Number(fields[13]) + Number(fields[14])) * 10;
  return ended + (await finelyCpuMsOf([postmaster, ...(await childrenOf(postmaster))]));
}

/** Returns a process's running children. */
async function childrenOf(pid: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (Number(stat.split(') ')[1]?.split(' ')[1]) === pid) found.push(Number(name));
  }
  return found;
}
