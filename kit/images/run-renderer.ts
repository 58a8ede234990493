import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { RenderOrder } from './encode.ts';
import type { DrawOrder } from './rendered.ts';

const PROCESS = fileURLToPath(new URL('./render-process.ts', import.meta.url));
/** Limit of one picture. */
export const RENDER_TIMEOUT_MS = 30_000;
const MAX_HEAP_MB = 64;
const MAX_OUTPUT_BYTES = 64_000_000;

/** A signal from outside, as a terminal sends it to all processes of a program: it is no fault of the file. */
const FROM_OUTSIDE: readonly (NodeJS.Signals | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** What the process wrote, and whether it took too long and was ended. */
interface Run {
  readonly output: Buffer;
  readonly late: boolean;
}

/**
 * Runs a process of render-process.ts, bounded in time and memory: a file that breaks a decoder breaks nothing else. Throws when the
 * file could not be read to its end, or the process was stopped from outside.
 */
export async function runRenderer(file: Readable, order: RenderOrder | DrawOrder): Promise<Run> {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${MAX_HEAP_MB}`, PROCESS, JSON.stringify(order)],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, RENDER_TIMEOUT_MS);
  try {
    const ended = once(child, 'close');
    const [output] = await Promise.all([collect(child), feed(file, child)]);
    const [, signal] = await ended;
    if (FROM_OUTSIDE.includes(signal)) throw new Error(`Rendering was stopped by ${signal}.`);
    return { output, late };
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

/** A process that ends early has read enough; a file that breaks off is an error. */
async function feed(file: Readable, { stdin }: ChildProcess): Promise<void> {
  if (!stdin) throw new Error('The renderer has no standard input.');
  try {
    await pipeline(file, stdin);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // what pipelines reject with
    if (code !== 'EPIPE' && code !== 'ECONNRESET') throw error;
  }
}

async function collect({ stdout }: ChildProcess): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stdout ?? []) {
    bytes += part.length;
    if (bytes > MAX_OUTPUT_BYTES) throw new Error('The renderer wrote more than renditions can be.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
