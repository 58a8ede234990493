import { type Operation, operationFromDocument, type Schema, Supergraph } from '@apollo/federation-internals';
import { type QueryPlan, QueryPlanner } from '@apollo/query-planner';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Fragments } from './selections.ts';

/** A document's operation with the plan that answers it: what both executors work from. */
export interface Planned {
  readonly definition: OperationDefinitionNode;
  readonly fragments: Fragments;
  readonly operation: Operation;
  readonly plan: QueryPlan;
}

export interface Planner {
  /** What callers see. */
  readonly apiSchema: GraphQLSchema;
  /** The same in the planner's own representation. */
  readonly planningSchema: Schema;
  readonly supergraphSchema: GraphQLSchema;
  /** Plans a valid operation. Throws GraphQLError when the document has no operation of that name. */
  readonly plan: (document: DocumentNode, operationName: string | undefined) => Planned;
}

/** The planner of one view. The supergraph was composed here and committed, so it is not validated again. */
export function createPlanner(supergraphSdl: string): Planner {
  const supergraph = Supergraph.build(supergraphSdl, { validateSupergraph: false });
  const planningSchema = supergraph.apiSchema();
  const planner = new QueryPlanner(supergraph);
  return {
    apiSchema: planningSchema.toGraphQLJSSchema(),
    planningSchema,
    supergraphSchema: supergraph.schema.toGraphQLJSSchema(),
    plan(document, operationName) {
      const named = operationName ? { operationName } : {};
      const operation = operationFromDocument(planningSchema, document, named);
      return {
        definition: definitionOf(document, operationName),
        fragments: fragmentsOf(document),
        operation,
        plan: planner.buildQueryPlan(operation),
      };
    },
  };
}

function definitionOf(document: DocumentNode, operationName: string | undefined): OperationDefinitionNode {
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    if (!operationName || node.name?.value === operationName) return node;
  }
  throw new Error(`The document has no operation "${operationName}", although it was planned.`);
}

function fragmentsOf(document: DocumentNode): Fragments {
  const fragments = document.definitions.filter(
    (node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION,
  );
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}
