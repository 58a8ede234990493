import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GraphqlErrorCode } from '#kit/errors.ts';
import type { Viewer } from '#kit/viewer.ts';
import type { Planned } from './planner.ts';
import { TimeIsUp } from './time-limit.ts';

/** Cache size for callers' documents, in characters: their texts plus their requests to subgraphs. */
export interface DocumentsSize {
  /** For known callers: installs and signed-in people. */
  readonly known: number;
  /** For everyone else. They have a separate cache, so their documents never evict the ones installs need. */
  readonly strangers: number;
}

/** Callers' documents with their prepared plans. */
export interface Documents<E> {
  /** Returns a document's entry, made on first use, or the error if making it took too long. */
  readonly take: (key: string, viewer: Viewer, make: () => E) => E | GraphQLError;
}

/** A character takes about 200 bytes when planned and compiled: 40 MB and 4 MB per view. */
const SIZE: DocumentsSize = { known: 200_000, strangers: 20_000 };

/** Minimum size counted per document, in characters. */
const SMALLEST = 200;

/** Time during which a document that took too long is refused without planning. */
const REFUSED_MS = 60_000;

interface Remembered<E> {
  readonly kept: E | GraphQLError;
  readonly weight: number;
  readonly until: number;
}

/** Creates an empty document cache. */
export function createDocuments<E extends { readonly planned: Planned }>(
  size: DocumentsSize = SIZE,
): Documents<E> {
  const memory = (maxSize: number) =>
    new LRUCache<string, Remembered<E>>({ maxSize, sizeCalculation: ({ weight }) => weight });
  const known = memory(size.known);
  const strangers = memory(size.strangers);

  const remember = (key: string, make: () => E): Remembered<E> => {
    try {
      const kept = make();
      return { kept, weight: SMALLEST + key.length + kept.planned.weight, until: Number.POSITIVE_INFINITY };
    } catch (error) {
      if (!(error instanceof TimeIsUp)) throw error;
      return { kept: tooSlow(), weight: SMALLEST + key.length, until: performance.now() + REFUSED_MS };
    }
  };

  return {
    take(key, viewer, make) {
      const own = viewer.kind === 'public' ? strangers : known;
      const before = own.get(key);
      if (before && before.until > performance.now()) return before.kept;
      const made = remember(key, make);
      own.set(key, made);
      return made.kept;
    },
  };
}

const tooSlow = () =>
  new GraphQLError('The operation takes too long to plan. Request less at a time.', {
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' satisfies GraphqlErrorCode },
  });
