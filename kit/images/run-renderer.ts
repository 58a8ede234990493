import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { RenderOrder } from './encode.ts';
import type { DrawOrder } from './rendered.ts';

const PROCESS = fileURLToPath(new URL('./render-process.ts', import.meta.url));
/** Time limit for one picture. */
export const RENDER_TIMEOUT_MS = 30_000;
const MAX_HEAP_MB = 64;
const MAX_OUTPUT_BYTES = 64_000_000;

/** Signals from outside, e.g. from a terminal to all of a program's processes; the file didn't cause them. */
const FROM_OUTSIDE: readonly (NodeJS.Signals | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The process's output, and whether it was stopped for taking too long. */
interface Run {
  readonly output: Buffer;
  readonly late: boolean;
}

/**
 * Runs a render-process.ts process with time and memory limits, so that a file that breaks a decoder breaks
 * only that process. Throws if the file couldn't be fully read, or the process was stopped from outside.
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

/** A process that ends early has read enough; a truncated file is an error. */
async function feed(file: Readable, { stdin }: ChildProcess): Promise<void> {
  if (!stdin) throw new Error('The renderer has no standard input.');
  try {
    await pipeline(file, stdin);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // pipelines reject with this type
    if (code !== 'EPIPE' && code !== 'ECONNRESET') throw error;
  }
}

async function collect({ stdout }: ChildProcess): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stdout ?? []) {
    bytes += part.length;
    if (bytes > MAX_OUTPUT_BYTES) throw new Error('The renderer wrote more than renditions can contain.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
