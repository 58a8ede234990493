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
  /** The same text and name always give the same fetch, so the work of preparing is done once. */
  readonly prepare: (queryText: string, operationName: string | undefined) => PreparedFetch;
  /** Lets go of connections. */
  readonly close: () => Promise<void>;
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
