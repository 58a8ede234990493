import { serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';

/** Messages of a thread to `openBoundedThread`. */
export type ThreadMessage =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'answer' } & SerializedParts)
  | { readonly kind: 'too_large' }
  | { readonly kind: 'thrown'; readonly reason: string };

/** Parts of an answer, one after the other. */
export interface SerializedParts {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Index after each part's last byte, and where it begins. */
  readonly parts: readonly { readonly from: number; readonly until: number }[];
}

interface Order<Job> {
  readonly job: Job;
  readonly maxAnswerBytes: number;
}

/**
 * Serves `openBoundedThread` (bounded-thread.ts) from within its thread. The answer is measured here, before it's sent. `split` cuts
 * it into parts that the other side reads without blocking its event loop for long, and joins.
 */
export function serveThread<Job, Answer>(
  work: (job: Job) => Answer,
  split: (answer: Answer) => readonly unknown[] = (answer) => [answer],
): void {
  const post = (message: ThreadMessage) =>
    parentPort?.postMessage(message, message.kind === 'answer' ? [message.bytes.buffer] : []);
  parentPort?.on('message', ({ job, maxAnswerBytes }: Order<Job>) => {
    try {
      const answer = serializeParts(split(work(job)));
      post(answer.bytes.length > maxAnswerBytes ? { kind: 'too_large' } : { kind: 'answer', ...answer });
    } catch (error) {
      post({
        kind: 'thrown',
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  });
  post({ kind: 'ready' });
}

/** Two-byte strings are read where they are aligned. */
const ALIGNMENT = 8;

function serializeParts(values: readonly unknown[]): SerializedParts {
  const written = values.map((value) => serialize(value));
  let length = 0;
  const parts = written.map((part) => {
    const from = length;
    length = Math.ceil((from + part.length) / ALIGNMENT) * ALIGNMENT;
    return { from, until: from + part.length };
  });
  const bytes = new Uint8Array(length); // a copy: the buffers of `serialize` may be shared
  for (const [place, part] of written.entries()) bytes.set(part, parts[place]?.from);
  return { bytes, parts };
}
