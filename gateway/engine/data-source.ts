import type { GraphQLDataSource } from '@apollo/gateway';
import type { ExecutionResult } from 'graphql';
import type { Context } from '#kit/context.ts';

/**
 * A fetch of a query plan, ready to run. It never rejects: whatever goes wrong is in `errors`, and every error has
 * `extensions.code`. Its answer belongs to the caller, who may change it.
 */
export type PreparedFetch = (
  variables: Readonly<Record<string, unknown>>,
  context: Context,
) => ExecutionResult | Promise<ExecutionResult>;

type ApolloAnswer = Awaited<ReturnType<GraphQLDataSource['process']>>;

/** One subgraph as the gateway reaches it: in this process (`in-process.ts`) or another (`over-http.ts`). */
export interface DataSource {
  readonly name: string;
  /** Prepares a fetch. Takes long, so anyone who asks keeps what comes back. */
  readonly prepare: (queryText: string, operationName: string | undefined) => PreparedFetch;
  /** Throws `NotReady` where the clock of its process differs too much; absent where that process is this one. */
  readonly checkClock?: () => Promise<void>;
  /** Lets go of connections. */
  readonly close: () => Promise<void>;
}

/** The data source for one plan: each of its fetches is prepared on first use, and dropped with the plan. */
export function remembering(source: DataSource): DataSource {
  const prepared = new Map<string, PreparedFetch>();
  return {
    ...source,
    prepare(queryText, operationName) {
      const key = `${operationName ?? ''}\n${queryText}`;
      const known = prepared.get(key);
      if (known) return known;
      const fetch = source.prepare(queryText, operationName);
      prepared.set(key, fetch);
      return fetch;
    },
  };
}

/** The same data source in the form Apollo's own executor asks for. */
export function toApolloDataSource(source: DataSource): GraphQLDataSource {
  return {
    async process({ request, context }) {
      const fetch = source.prepare(request.query ?? '', request.operationName);
      // Apollo's type is the same answer without exactOptionalPropertyTypes; the context is the engine's own.
      return (await fetch(request.variables ?? {}, context as Context)) as ApolloAnswer;
    },
  };
}
