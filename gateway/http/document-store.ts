import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

type DocumentStore = NonNullable<ApolloServerOptions<BaseContext>['documentStore']>;

/** How much of parsed and valid documents is remembered, in tokens of about half a kilobyte each. */
export const DOCUMENT_TOKENS = { known: 60_000, strangers: 6_000 } as const;

/** Where Apollo Server keeps documents it has parsed and found valid: so many tokens of them, whatever their number. */
export function createDocumentStore(tokens: number): DocumentStore {
  const documents = new LRUCache<string, DocumentNode>({ maxSize: tokens, sizeCalculation: tokensOf });
  return {
    get: async (key) => documents.get(key),
    set: async (key, document) => void documents.set(key, document),
    delete: async () => undefined,
  };
}

/** The tokens a document was parsed from: they, and a node for most of them, are what it takes in memory. */
export function tokensOf({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) count += 1;
  return count;
}
