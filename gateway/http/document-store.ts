import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

type DocumentStore = NonNullable<ApolloServerOptions<BaseContext>['documentStore']>;

/** Cache size for parsed and valid documents, in tokens of about half a kilobyte. */
export const DOCUMENT_TOKENS = { known: 60_000, strangers: 6_000 } as const;

/** Creates Apollo Server's cache for parsed and valid documents, limited by tokens instead of by count. */
export function createDocumentStore(tokens: number): DocumentStore {
  const documents = new LRUCache<string, DocumentNode>({ maxSize: tokens, sizeCalculation: tokensOf });
  return {
    get: async (key) => documents.get(key),
    set: async (key, document) => void documents.set(key, document),
    delete: async () => undefined,
  };
}

/** Returns a document's token count: tokens, with a node for most of them, determine its memory use. */
export function tokensOf({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) count += 1;
  return count;
}
