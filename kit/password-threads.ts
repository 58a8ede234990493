import type { argon2Sync } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** What argon2id derives a tag from. */
export type Derivation = Parameters<typeof argon2Sync>[1];

/** More passwords wait to be looked at than will be soon. */
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

/** Half of the machine at most: passwords never take what answers everything else. */
const THREADS = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** About two seconds of work for one thread. */
const MOST_WAITING = 64;

const waiting: Job[] = [];
const idle: Worker[] = [];
let threads = 0;

/**
 * The argon2id tag of a derivation, made on threads of its own: libuv's few threads, on which DNS, files and signatures wait,
 * take no part in it. Rejects with `PasswordsBusy` at once where too many wait already.
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

/** One job on a thread that has none. A thread that fails ends, and takes only this job with it. */
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
