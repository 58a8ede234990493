import type { executeQueryPlan, ServiceMap } from '@apollo/gateway';
import { type ExecutionResult, Kind } from 'graphql';
import type { Context } from '#kit/context.ts';
import { type DataSource, toApolloDataSource } from './data-source.ts';
import type { Json } from './merge.ts';
import type { Planned, Planner } from './planner.ts';

type ApolloRequest = Parameters<typeof executeQueryPlan>[2];

/**
 * Apollo's executor would account for half of the modules loaded at startup, and most processes never need
 * it.
 */
const apollo = () => import('@apollo/gateway/dist/executeQueryPlan.js');

/** Runs a planned operation with checked variables. */
export type RunPlanned = (planned: Planned, variables: Json, context: Context) => Promise<ExecutionResult>;

/**
 * Apollo's executor over the same data sources: it handles everything that the compiled path leaves out, but
 * more slowly.
 */
export function createApolloFallback(planner: Planner, dataSources: Iterable<DataSource>): RunPlanned {
  const services: ServiceMap = {};
  for (const source of dataSources) services[source.name] = toApolloDataSource(source);
  return async (planned, variables, context) => {
    const { executeQueryPlan } = await apollo();
    // The executor reads only these members; the rest belongs to Apollo Server.
    const request = {
      request: { variables },
      context,
      metrics: {},
      logger: context.log,
    } as unknown as ApolloRequest;
    const operationContext = {
      schema: planner.apiSchema,
      operation: planned.definition,
      fragments: Object.fromEntries(planned.fragments),
    };
    return executeQueryPlan(
      planned.plan,
      services,
      request,
      operationContext,
      planner.supergraphSchema(),
      planner.planningSchema(),
    );
  };
}

/**
 * Completes fetched data that breaks the schema, as Apollo's executor does: a null propagates to the nearest
 * nullable parent.
 */
export async function completeBroken(planned: Planned, planner: Planner, variables: Json, fetched: Json) {
  const { computeResponse } = await import('@apollo/gateway/dist/resultShaping.js');
  const { operationFromDocument } = await import('@apollo/federation-internals');
  const { definition, fragments } = planned;
  const document = { kind: Kind.DOCUMENT, definitions: [definition, ...fragments.values()] } as const;
  return computeResponse({
    operation: operationFromDocument(planner.planningSchema(), document, { validate: false }),
    variables,
    input: fetched,
    introspectionHandling: () => null,
  });
}
