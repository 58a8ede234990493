import { createRequire } from 'node:module';
import type { Schema } from '@apollo/federation-internals';
import type { PlanNode, QueryPlan } from '@apollo/query-planner';
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
  /** A schema with the supergraph's types: which of them are abstract, and what they may be. */
  readonly types: () => GraphQLSchema;
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

const require = createRequire(import.meta.url);

/** More than three hundred modules, which only a process loads that plans a document. */
const federation = lazily(
  () => require('@apollo/federation-internals') as typeof import('@apollo/federation-internals'),
);
const queryPlanner = lazily(() => require('@apollo/query-planner') as typeof import('@apollo/query-planner'));

/** Plans over the supergraph of `sdl`; `types` where a schema with its types is at hand. */
export function createPlans(sdl: string | (() => string), types?: () => GraphQLSchema): Plans {
  const supergraphSdl = typeof sdl === 'string' ? () => sdl : sdl;
  const built = lazily(() => {
    const supergraph = supergraphOf(supergraphSdl());
    const { QueryPlanner } = queryPlanner.get();
    return { planningSchema: supergraph.apiSchema(), planner: new QueryPlanner(supergraph) };
  });
  const plan = (document: DocumentNode, operationName: string | undefined): Planned => {
    const { planner, planningSchema } = built.get();
    const options = operationName ? { operationName } : {};
    const operation = federation.get().operationFromDocument(planningSchema, document, options);
    return planned(document, operationName, planner.buildQueryPlan(operation));
  };
  const supergraphSchema = lazily(() => buildSchema(supergraphSdl(), COMPOSED)).get;
  return {
    supergraphSchema,
    types: types ?? supergraphSchema,
    planningSchema: () => built.get().planningSchema,
    plan,
    planInTime(document, operationName) {
      built.get();
      // Ended in the middle, a planner may have recorded half of something. Making another is not the document's fault.
      return withinTime(TIME_LIMIT_MS, () => plan(document, operationName), built.again);
    },
  };
}

/** Without the place of each word in its text, which would be kept as long as it is and takes more memory than the rest. */
const supergraphOf = (sdl: string) =>
  federation.get().Supergraph.build(parse(sdl, { noLocation: true }), { validateSupergraph: false });

const planned = (document: DocumentNode, operationName: string | undefined, plan: QueryPlan): Planned => ({
  definition: definitionOf(document, operationName),
  fragments: fragmentsOf(document),
  plan,
  weight: weightOf(plan.node),
});

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
  view: {
    readonly apiSdl: string;
    readonly supergraphSdl: () => string;
    /** The plans of operations of ours that were made before; those of another supergraph are not among them. */
    readonly keptPlan?: KeptPlan;
  },
): Planner {
  const shown = lazily(() => supergraphOf(view.supergraphSdl()).apiSchema());
  return plannerOver(plans, buildSchema(view.apiSdl, COMPOSED), shown.get, view.keptPlan);
}

/** The plan of an operation's text; undefined for one that none is kept of. */
export type KeptPlan = (operationText: string) => QueryPlan | undefined;

function plannerOver(
  plans: Plans,
  schema: GraphQLSchema,
  planningSchema: Plans['planningSchema'],
  keptPlan: KeptPlan = () => undefined,
): Planner {
  const apiSchema = checkingScalars(schema);
  const ours = new Map<string, Planned>();
  return {
    ...plans,
    planningSchema,
    apiSchema,
    planOurs(operationText) {
      const known = ours.get(operationText);
      if (known) return known;
      const made = planOwn(operationText);
      ours.set(operationText, made);
      return made;
    },
  };

  function planOwn(operationText: string): Planned {
    const document = parse(operationText);
    const kept = keptPlan(operationText); // and with it, that the text is valid
    if (kept) return planned(decideLiterals(document), undefined, kept);
    const [problem] = validate(apiSchema, document);
    if (problem) throw problem;
    return plans.plan(decideLiterals(document), undefined);
  }
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
