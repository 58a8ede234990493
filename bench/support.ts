import { readFile } from 'node:fs/promises';

/**
 * CPU of one operation in microseconds, both modes of the process, so that garbage collection is counted. The best of
 * several rounds: what else the machine does only ever adds.
 */
export async function cpuOf(run: () => unknown, { rounds = 5, roundMs = 600 } = {}): Promise<number> {
  await repeat(run, roundMs); // to warm up
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

/** Prints rows under a title, columns aligned. */
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

/** CPU time of a process so far in milliseconds: user and system, in the ticks of 10 ms that Linux counts. */
export async function cpuMsOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
