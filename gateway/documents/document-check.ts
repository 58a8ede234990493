import { type BoundedThread, openBoundedThread } from '#kit/bounded-thread.ts';
import type { DocumentCheck, DocumentIssue } from '#kit/registered-documents.ts';
import type { DocumentJob } from './check-worker.ts';

/** A few versions' schemas take up most of the memory. */
const LIMITS = { memoryMb: 256, timeoutMs: 10_000, minCpuMs: 5_000, maxAnswerBytes: 2_000_000 } as const;

/**
 * Opens a check on a thread, because a valid document within the limits can take a tenth of a second to
 * validate. The thread starts with the first check.
 */
export function openDocumentCheck(): DocumentCheck {
  const thread: BoundedThread<DocumentJob, readonly DocumentIssue[]> = openBoundedThread(
    new URL('./check-worker.ts', import.meta.url),
    LIMITS,
  );
  return {
    async check(documents, apiVersion, accountId) {
      const run = await thread.run({ documents, apiVersion }, accountId);
      return 'answer' in run ? run.answer : 'overrun';
    },
  };
}
