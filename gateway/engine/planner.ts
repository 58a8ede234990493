import { operationFromDocument, type Schema, Supergraph } from '@apollo/federation-internals';
import { type PlanNode, type QueryPlan, QueryPlanner } from '@apollo/query-planner';
import {
  buildSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { lazily } from '#kit/lazily.ts';
import { SCALARS } from '#kit/scalars.ts';
import { decideLiterals } from './conditions.ts';
import type { Fragments } from './selections.ts';
import { withinTime } from './time-limit.ts';

/** A document's operation with the plan that answers it: what both executors work from. */
export interface Planned {
  readonly definition: OperationDefinitionNode;
  readonly fragments: Fragments;
  readonly plan: QueryPlan;
  /** Characters of what the plan asks subgraphs: how much memory it takes, roughly. */
  readonly weight: number;
}

/** Plans documents over one supergraph. The planner itself takes a quarter of a second, and is made for the first of them. */
export interface Plans {
  readonly supergraphSchema: () => GraphQLSchema;
  /** What the supergraph shows, in the planner's own representation. */
  readonly planningSchema: () => Schema;
  /** Plans a valid operation. Throws GraphQLError when the document has no operation of that name. */
  readonly plan: (document: DocumentNode, operationName: string | undefined) => Planned;
  /** Plans a valid operation that someone sent. Throws TimeIsUp where that would hold everyone else up. */
  readonly planInTime: (document: DocumentNode, operationName: string | undefined) => Planned;
}

/** Plans what the callers of one view may ask. */
export interface Planner extends Plans {
  /** What callers see. Literals and variables of our scalars are checked by the scalars themselves. */
  readonly apiSchema: GraphQLSchema;
  /** Plans an operation of ours, once for its text. Throws GraphQLError when the text is not valid in this view. */
  readonly planOurs: (operationText: string) => Planned;
}

/** Everything within the limits of a document is planned in a few milliseconds. The clock is for what those do not foresee. */
const TIME_LIMIT_MS = 500;

/** What was composed here and committed is not validated again. */
const COMPOSED = { assumeValid: true, noLocation: true } as const;

/** The plans of a supergraph. */
export function createPlans(supergraphSdl: string): Plans {
  const built = lazily(() => {
    const supergraph = Supergraph.build(supergraphSdl, { validateSupergraph: false });
    return { planningSchema: supergraph.apiSchema(), planner: new QueryPlanner(supergraph) };
  });
  const plan = (document: DocumentNode, operationName: string | undefined): Planned => {
    const { planner, planningSchema } = built.get();
    const operation = operationFromDocument(planningSchema, document, operationName ? { operationName } : {});
    const made = planner.buildQueryPlan(operation);
    return {
      definition: definitionOf(document, operationName),
      fragments: fragmentsOf(document),
      plan: made,
      weight: weightOf(made.node),
    };
  };
  return {
    supergraphSchema: lazily(() => buildSchema(supergraphSdl, COMPOSED)).get,
    planningSchema: () => built.get().planningSchema,
    plan,
    planInTime(document, operationName) {
      built.get();
      // Ended in the middle, a planner may have recorded half of something. Making another is not the document's fault.
      return withinTime(TIME_LIMIT_MS, () => plan(document, operationName), built.again);
    },
  };
}

/** The planner of a supergraph that shows all it has. */
export function createPlanner(supergraphSdl: string): Planner {
  const plans = createPlans(supergraphSdl);
  return plannerOver(plans, plans.planningSchema().toGraphQLJSSchema(), plans.planningSchema);
}

/**
 * The planner of a view whose API schema is at hand. A view's supergraph is the whole one with marks on what it hides, and marks
 * change no plan: `plans`, of the whole one, serve every view.
 */
export function createViewPlanner(
  plans: Plans,
  view: { readonly apiSdl: string; readonly supergraphSdl: () => string },
): Planner {
  const shown = lazily(() =>
    Supergraph.build(view.supergraphSdl(), { validateSupergraph: false }).apiSchema(),
  );
  return plannerOver(plans, buildSchema(view.apiSdl, COMPOSED), shown.get);
}

function plannerOver(plans: Plans, schema: GraphQLSchema, planningSchema: Plans['planningSchema']): Planner {
  const apiSchema = checkingScalars(schema);
  const ours = new Map<string, Planned>();
  return {
    ...plans,
    planningSchema,
    apiSchema,
    planOurs(operationText) {
      const known = ours.get(operationText);
      if (known) return known;
      const document = parse(operationText);
      const [problem] = validate(apiSchema, document);
      if (problem) throw problem;
      const planned = plans.plan(decideLiterals(document), undefined);
      ours.set(operationText, planned);
      return planned;
    },
  };
}

/** A schema made from SDL takes any literal for a scalar it does not know; these know what they take. */
function checkingScalars(schema: GraphQLSchema): GraphQLSchema {
  for (const { name, parseValue, parseLiteral } of Object.values(SCALARS)) {
    const type = schema.getType(name);
    if (isScalarType(type)) Object.assign(type, { parseValue, parseLiteral });
  }
  return schema;
}

function weightOf(node: PlanNode | QueryPlan['node']): number {
  switch (node?.kind) {
    case undefined:
      return 0;
    case 'Fetch':
      return node.operation.length;
    case 'Flatten':
      return weightOf(node.node);
    case 'Sequence':
    case 'Parallel':
      return node.nodes.reduce((total, child) => total + weightOf(child), 0);
    case 'Condition':
      return weightOf(node.ifClause) + weightOf(node.elseClause);
    case 'Defer':
    case 'Subscription':
      return 0; // callers' documents have neither
  }
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
