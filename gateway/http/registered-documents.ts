import { LRUCache } from 'lru-cache';
import type { Execute } from '#kit/execute.ts';
import { versionDocumentsDocument } from './generated.ts';

/** Documents that apps' versions registered, cached by version; a version's documents never change. */
export interface RegisteredDocuments {
  /** Returns a document's text; null if the version didn't register it. */
  readonly textOf: (version: number, id: string, requestId: string) => Promise<string | null>;
}

/** Characters of cached texts in each process. A version has at most 500,000. */
const CACHED = 32_000_000;
/** A version's overhead, in characters. */
const SMALLEST = 1_000;

export function createRegisteredDocuments(execute: Execute): RegisteredDocuments {
  const known = new LRUCache<number, ReadonlyMap<string, string>, string>({
    maxSize: CACHED,
    sizeCalculation: (documents) =>
      [...documents].reduce((sum, [id, text]) => sum + id.length + text.length, SMALLEST),
    async fetchMethod(version, _stale, { context: requestId }) {
      const caller = { viewer: { kind: 'public' }, requestId } as const;
      const { versionDocuments } = await execute(versionDocumentsDocument, { version }, caller);
      return new Map(versionDocuments.map(({ id, text }) => [id, text]));
    },
  });
  return {
    async textOf(version, id, requestId) {
      const documents = known.get(version) ?? (await known.fetch(version, { context: requestId }));
      return documents?.get(id) ?? null;
    },
  };
}
