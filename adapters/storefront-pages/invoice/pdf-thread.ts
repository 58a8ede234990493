import { type BoundedThread, openBoundedThread } from '#kit/bounded-thread.ts';
import type { Invoice } from './shown-invoice.ts';

/** Draws PDFs on a bounded thread, so that they don't delay other requests. Storefronts are served in rotation. */
export type DrawPdf = (invoice: Invoice, storefrontId: string) => Promise<Buffer>;

/** Several times the needs of the longest invoice: 500 lines with the longest names. */
const LIMITS = { memoryMb: 256, timeoutMs: 10_000, minCpuMs: 5_000, maxAnswerBytes: 4_000_000 } as const;

/** Opens the thread. It starts with the first PDF and doesn't keep the process alive. */
export function openPdfThread(): DrawPdf {
  const thread: BoundedThread<Invoice, Uint8Array> = openBoundedThread(
    new URL('./pdf-worker.ts', import.meta.url),
    LIMITS,
  );
  return async (invoice, storefrontId) => {
    const run = await thread.run(invoice, storefrontId);
    if (!('answer' in run)) throw new Error(`The PDF ${invoice.number} exceeded its limit: ${run.overrun}.`);
    return Buffer.from(run.answer);
  };
}
