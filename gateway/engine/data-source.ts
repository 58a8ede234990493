import type { GraphQLDataSource } from '@apollo/gateway';
import type { ExecutionResult } from 'graphql';
import type { Context } from '#kit/context.ts';
import { isTraced, traced } from '#kit/tracing.ts';
import { countRefusals } from './refusals.ts';

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
      const plain = source.prepare(queryText, operationName);
      const counted = queryText.trimStart().startsWith('mutation') ? countedFetch(source.name, plain) : plain;
      const fetch = tracedFetch(source.name, counted);
      prepared.set(key, fetch);
      return fetch;
    },
  };
}

/** The fetch of a mutation, whose refusals are counted. */
function countedFetch(subgraph: string, fetch: PreparedFetch): PreparedFetch {
  const count = (answer: ExecutionResult) => countRefusals(subgraph, answer);
  return (variables, context) => {
    const answer = fetch(variables, context);
    return answer instanceof Promise ? answer.then(count) : count(answer);
  };
}

function tracedFetch(subgraph: string, fetch: PreparedFetch): PreparedFetch {
  const work = {
    name: `fetch ${subgraph}`,
    kind: 'internal',
    attributes: { 'platform.subgraph': subgraph },
  } as const;
  return (variables, context) =>
    isTraced() ? traced(work, () => fetch(variables, context)) : fetch(variables, context);
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
