import type { GraphQLDataSource } from '@apollo/gateway';
import type { ExecutionResult } from 'graphql';
import type { Context } from '#kit/context.ts';
import { recordMetric } from '#kit/metrics.ts';
import { isTraced, traced } from '#kit/tracing.ts';

/**
 * A plan's fetch, ready to run. It never rejects: failures are in `errors`, and every error has
 * `extensions.code`. The caller owns the result and can change it.
 */
export type PreparedFetch = (
  variables: Readonly<Record<string, unknown>>,
  context: Context,
) => ExecutionResult | Promise<ExecutionResult>;

type ApolloAnswer = Awaited<ReturnType<GraphQLDataSource['process']>>;

/** A subgraph as the gateway reaches it: in this process (`in-process.ts`) or another (`over-http.ts`). */
export interface DataSource {
  readonly name: string;
  /** Prepares a fetch. This is slow, so callers keep the result. */
  readonly prepare: (queryText: string, operationName: string | undefined) => PreparedFetch;
  /**
   * True if a request costs more than its fields, as over HTTP: entity fetches that can run at the same time
   * are then merged into one request.
   */
  readonly merges?: boolean;
  /** The subgraph for mutation operations, if other operations share their requests. */
  readonly forMutations?: DataSource;
  /** Throws `NotReady` if its process's clock differs too much; absent if it runs in this process. */
  readonly checkClock?: () => Promise<void>;
  /** Closes connections. */
  readonly close: () => Promise<void>;
}

/** Returns a data source for one plan: each fetch is prepared on first use and dropped with the plan. */
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

/** Wraps a mutation's fetch and counts its refusals. */
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

/** Converts a data source to the form that Apollo's executor requires. */
export function toApolloDataSource(source: DataSource): GraphQLDataSource {
  return {
    async process({ request, context }) {
      const fetch = source.prepare(request.query ?? '', request.operationName);
      // Apollo's type is the same without exactOptionalPropertyTypes; the context is the engine's own.
      return (await fetch(request.variables ?? {}, context as Context)) as ApolloAnswer;
    },
  };
}

/** Our codes are short words; anything else isn't a code. */
const CODE = /^[A-Za-z][A-Za-z_]{0,39}$/;

/** Counts user errors in a mutation's response if the operation requests their codes. Returns the response. */
function countRefusals(subgraph: string, answer: ExecutionResult): ExecutionResult {
  for (const code of codesOf(answer)) recordMetric('refusal', { subgraph, code });
  return answer;
}

function codesOf({ data }: ExecutionResult): readonly string[] {
  const refusals = Object.values(data ?? {}).flatMap((payload) =>
    isObject(payload) ? payload.userErrors : [],
  );
  return refusals.flatMap((refusal) => {
    const code = isObject(refusal) ? refusal.code : null;
    if (typeof code !== 'string') return [];
    return CODE.test(code) ? code : 'other';
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
