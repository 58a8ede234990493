import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FeedFile } from '../domain/feed-events.ts';
import type { ReadingProblem } from '../domain/feed-state.ts';

/** A calendar to read; dates as `YYYY-MM-DD`. */
export interface FeedJob {
  readonly text: string;
  readonly timeZone: string;
  readonly today: string;
  readonly until: string;
  readonly own: readonly string[];
  readonly direct: readonly string[];
}

/** What was read of it, or why nothing was. */
export type FeedAnswer = FeedFile | { readonly problem: ReadingProblem };

/** Reads calendars on a thread of their own, one after the other: a file may be large, and a rule may recur forever. */
export interface FeedThread {
  readonly read: (job: FeedJob) => Promise<FeedAnswer>;
}

/** A calendar that takes longer is given up, with its thread: a few hundred times what the largest one takes. */
const TIMEOUT_MS = 15_000;

/** Opens it; the thread starts with the first calendar, and keeps no process alive. */
export function openFeedThread(timeoutMs = TIMEOUT_MS): FeedThread {
  let thread: Promise<Worker> | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  /** A thread that has loaded what it needs: on a busy machine that alone takes seconds. */
  async function start(): Promise<Worker> {
    const started = new Worker(new URL('./feed-worker.ts', import.meta.url));
    await once(started, 'message');
    started.unref();
    return started;
  }

  async function readNow(job: FeedJob): Promise<FeedAnswer> {
    thread ??= start().catch((error: unknown) => {
      thread = null;
      throw error;
    });
    const worker = await thread;
    return new Promise<FeedAnswer>((resolve, reject) => {
      const finish = (done: () => void) => {
        clearTimeout(timer);
        worker.off('message', answered);
        worker.off('error', failed);
        worker.off('exit', gone);
        worker.unref();
        done();
      };
      const end = (done: () => void) =>
        finish(() => {
          thread = null;
          void worker.terminate();
          done();
        });
      const answered = (answer: FeedAnswer) => finish(() => resolve(answer));
      const failed = (error: unknown) => end(() => reject(error));
      const gone = () => end(() => reject(new Error('The thread that reads calendars ended.')));
      const timer = setTimeout(() => end(() => resolve({ problem: 'TOO_MANY_EVENTS' })), timeoutMs);
      worker.on('message', answered);
      worker.on('error', failed);
      worker.on('exit', gone);
      worker.ref();
      worker.postMessage(job);
    });
  }

  return {
    read(job) {
      const answer = turn.then(() => readNow(job));
      turn = answer.catch(() => {});
      return answer;
    },
  };
}
