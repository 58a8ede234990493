import { serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';

/** Messages of a thread to `openBoundedThread`. */
export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'thrown'; readonly reason: string };

interface Order<Job> {
  readonly job: Job;
  readonly maxAnswerBytes: number;
}

/** Serves `openBoundedThread` (bounded-thread.ts) from within its thread. The answer is measured here, before it's sent. */
export function serveThread<Job, Answer>(work: (job: Job) => Answer): void {
  const post = (message: ThreadMessage) =>
    parentPort?.postMessage(message, message.kind === 'answer' ? [message.bytes.buffer] : []);
  parentPort?.on('message', ({ job, maxAnswerBytes }: Order<Job>) => {
    try {
      const bytes = new Uint8Array(serialize(work(job))); // a copy: the buffer of `serialize` may be shared
      post(bytes.length > maxAnswerBytes ? { kind: 'too_large' } : { kind: 'answer', bytes });
    } catch (error) {
      post({
        kind: 'thrown',
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  });
  post({ kind: 'ready' });
}
