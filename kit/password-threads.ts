import type { argon2Sync } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Input for an argon2id tag. */
export type Derivation = Parameters<typeof argon2Sync>[1];

/** Thrown if too many passwords are waiting for another to be checked soon. */
export class PasswordsBusy extends Error {
  override readonly name = 'PasswordsBusy';
  readonly retryAfterSeconds = 5;

  constructor() {
    super('Too many passwords are being checked at the moment.');
  }
}

interface Job {
  readonly derivation: Derivation;
  readonly resolve: (tag: Buffer) => void;
  readonly reject: (error: unknown) => void;
}

/** Uses at most half of the machine's processors, so that passwords don't starve other requests. */
const THREADS = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** About two seconds of work for one thread. */
const MOST_WAITING = 64;

const waiting: Job[] = [];
const idle: Worker[] = [];
let threads = 0;

/**
 * Derives an argon2id tag in separate threads, keeping libuv's few threads free for DNS, files and
 * signatures. Rejects immediately with `PasswordsBusy` if too many are waiting.
 */
export function derive(derivation: Derivation, mostWaiting = MOST_WAITING): Promise<Buffer> {
  if (waiting.length >= mostWaiting) return Promise.reject(new PasswordsBusy());
  return new Promise((resolve, reject) => {
    waiting.push({ derivation, resolve, reject });
    next();
  });
}

function next(): void {
  if (waiting.length === 0) return;
  const thread = idle.pop() ?? (threads < THREADS ? startThread() : null);
  const job = thread && waiting.shift();
  if (job) run(thread, job);
}

function startThread(): Worker {
  threads += 1;
  const thread = new Worker(new URL('./password-thread.ts', import.meta.url));
  thread.unref();
  thread.once('exit', () => {
    threads -= 1;
    const index = idle.indexOf(thread);
    if (index >= 0) idle.splice(index, 1);
    next();
  });
  return thread;
}

/** Runs one job on an idle thread. A failing thread ends and loses only this job. */
function run(thread: Worker, { derivation, resolve, reject }: Job): void {
  const settle = (finish: () => void) => {
    thread.off('message', done);
    thread.off('error', reject);
    thread.off('exit', gone);
    thread.unref();
    finish();
  };
  const done = (tag: Uint8Array) =>
    settle(() => {
      idle.push(thread);
      resolve(Buffer.from(tag));
      next();
    });
  const gone = () => settle(() => reject(new Error('A thread that derives passwords ended.')));
  thread.on('message', done);
  thread.on('error', reject);
  thread.on('exit', gone);
  thread.ref();
  thread.postMessage(derivation);
}
