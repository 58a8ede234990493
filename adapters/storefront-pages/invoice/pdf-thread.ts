import { type BoundedThread, openBoundedThread } from '#kit/bounded-thread.ts';
import type { Language } from '#kit/language.ts';
import type { Invoice } from './shown-invoice.ts';
import type { StatementDocument } from './shown-statement.ts';

/** Draws PDFs on a bounded thread, so that they don't delay other requests. Storefronts or teams are served in rotation. */
export type DrawPdf = (drawn: Drawn, share: string) => Promise<Buffer>;

/** A document to draw: an invoice, or a statement for paid apps. */
export type Drawn = DrawnInvoice | DrawnStatement;

/** A statement in a language. */
interface DrawnStatement {
  readonly statement: StatementDocument;
  readonly language: Language;
}

/** An invoice, and its logo as JPEG. */
export interface DrawnInvoice {
  readonly invoice: Invoice;
  readonly logo: Uint8Array | null;
}

/** Several times the needs of the longest invoice: 500 lines with the longest names. */
const LIMITS = { memoryMb: 256, timeoutMs: 10_000, minCpuMs: 5_000, maxAnswerBytes: 4_000_000 } as const;

/** Opens the thread. It starts with the first PDF and doesn't keep the process alive. */
export function openPdfThread(): DrawPdf {
  const thread: BoundedThread<Drawn, Uint8Array> = openBoundedThread(
    new URL('./pdf-worker.ts', import.meta.url),
    LIMITS,
  );
  return async (drawn, share) => {
    const run = await thread.run(drawn, share);
    const { number } = 'statement' in drawn ? drawn.statement : drawn.invoice;
    if (!('answer' in run)) throw new Error(`The PDF ${number} exceeded its limit: ${run.overrun}.`);
    return Buffer.from(run.answer);
  };
}
