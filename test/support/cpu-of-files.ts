import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';
import './property-seed.ts';
import './quick-start.ts';

// Setup before every file: prints the seed for its properties, and records its CPU time for dearest-files.ts.

declare module 'vitest' {
  interface TaskMeta {
    /** A file's CPU seconds: its worker, and the worker's ended processes. */
    cpuSeconds?: number;
    /** Seconds from its first line to its last test's end. */
    wallSeconds?: number;
  }
}

/**
 * A hundred ticks a second on every Linux; the fields are those from proc_pid_stat(5), after the name in
 * parentheses.
 */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (process.platform !== 'linux') return own;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [cutime = 0, cstime = 0] = fields.slice(13, 15).map(Number);
  return own + (cutime + cstime) / 100;
}

const before = cpuSeconds();
const begun = performance.now();
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures are wanted.
afterAll(({}, file) => {
  file.meta.cpuSeconds = cpuSeconds() - before;
  file.meta.wallSeconds = (performance.now() - begun) / 1000;
});
