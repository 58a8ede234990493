import { serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';

/** Messages from a thread to `openBoundedThread`. */
export type ThreadMessage =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'answer' } & SerializedParts)
  | { readonly kind: 'too_large' }
  | { readonly kind: 'thrown'; readonly reason: string };

/** A result's parts, concatenated. */
export interface SerializedParts {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Each part's start, and the index after its last byte. */
  readonly parts: readonly { readonly from: number; readonly until: number }[];
}

interface Order<Job> {
  readonly job: Job;
  readonly maxAnswerBytes: number;
}

/**
 * Serves `openBoundedThread` (bounded-thread.ts) from within its thread. Measures the result before sending
 * it. `split` cuts it into parts that the other side reads without blocking its event loop for long, then
 * joins.
 */
export function serveThread<Job, Answer>(
  work: (job: Job) => Answer | Promise<Answer>,
  split: (answer: Answer) => readonly unknown[] = (answer) => [answer],
): void {
  const post = (message: ThreadMessage) =>
    parentPort?.postMessage(message, message.kind === 'answer' ? [message.bytes.buffer] : []);
  parentPort?.on('message', async ({ job, maxAnswerBytes }: Order<Job>) => {
    try {
      const answer = serializeParts(split(await work(job)));
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

/** Two-byte strings must be aligned for reading. */
const ALIGNMENT = 8;

function serializeParts(values: readonly unknown[]): SerializedParts {
  const written = values.map((value) => serialize(value));
  let length = 0;
  const parts = written.map((part) => {
    const from = length;
    length = Math.ceil((from + part.length) / ALIGNMENT) * ALIGNMENT;
    return { from, until: from + part.length };
  });
  const bytes = new Uint8Array(length); // a copy, because `serialize` may share its buffers
  for (const [place, part] of written.entries()) bytes.set(part, parts[place]?.from);
  return { bytes, parts };
}
