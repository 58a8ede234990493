import { createRequire } from 'node:module';
import type { Schema } from '@apollo/federation-internals';
import type { PlanNode, QueryPlan } from '@apollo/query-planner';
import {
  buildSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql';
import { lazily } from '#kit/lazily.ts';
import { SCALARS } from '#kit/scalars.ts';
import { decideLiterals } from './conditions.ts';
import type { Fragments } from './selections.ts';
import { rewriteSupergraph } from './supergraph-rewrites.ts';
import { withinTime } from './time-limit.ts';

/** A document's operation with its plan, the input to both executors. */
export interface Planned {
  readonly definition: OperationDefinitionNode;
  readonly fragments: Fragments;
  readonly plan: QueryPlan;
  /** Error if no subgraph can resolve what the operation selects; otherwise null. */
  readonly problem: GraphQLError | null;
  /** Characters in the plan's subgraph requests: a rough measure for memory. */
  readonly weight: number;
}

/**
 * Plans documents over one supergraph. Creating the planner takes a quarter of a second, so the first
 * document triggers it.
 */
export interface Plans {
  readonly supergraphSchema: () => GraphQLSchema;
  /** A schema with the supergraph's types, to find abstract types and their possible types. */
  readonly types: () => GraphQLSchema;
  /** The supergraph in the planner's own representation. */
  readonly planningSchema: () => Schema;
  /** Plans a valid operation. Throws GraphQLError if the document has no operation with that name. */
  readonly plan: (document: DocumentNode, operationName: string | undefined) => Planned;
  /** Plans a caller's valid operation. Throws TimeIsUp if planning would hold up everyone else. */
  readonly planInTime: (document: DocumentNode, operationName: string | undefined) => Planned;
}

/** Plans operations for one view's callers. */
export interface Planner extends Plans {
  /** The callers' schema. Our scalars check their own literals and variables. */
  readonly apiSchema: GraphQLSchema;
  /** Plans an internal operation, once per text. Throws GraphQLError if the text isn't valid in this view. */
  readonly planOurs: (operationText: string) => Planned;
}

/**
 * Everything within the document limits is planned in a few milliseconds. The time limit covers unforeseen
 * cases.
 */
const TIME_LIMIT_MS = 500;

/** The supergraph was composed and committed here, so it isn't validated again. */
const COMPOSED = { assumeValid: true, noLocation: true } as const;

const require = createRequire(import.meta.url);

/** More than three hundred modules, loaded only by processes that plan documents. */
const federation = lazily(
  () => require('@apollo/federation-internals') as typeof import('@apollo/federation-internals'),
);
const queryPlanner = lazily(() => require('@apollo/query-planner') as typeof import('@apollo/query-planner'));

/** Creates plans over the supergraph in `sdl`; pass `types` if a schema with its types is available. */
export function createPlans(sdl: string | (() => string), types?: () => GraphQLSchema): Plans {
  const supergraphSdl = typeof sdl === 'string' ? () => sdl : sdl;
  const built = lazily(() => {
    const { document, restore } = rewriteSupergraph(parse(supergraphSdl(), { noLocation: true }));
    const supergraph = federation.get().Supergraph.build(document, { validateSupergraph: false });
    const { QueryPlanner } = queryPlanner.get();
    return { planningSchema: supergraph.apiSchema(), planner: new QueryPlanner(supergraph), restore };
  });
  const plan = (document: DocumentNode, operationName: string | undefined): Planned => {
    const { planner, planningSchema, restore } = built.get();
    const options = operationName ? { operationName } : {};
    const operation = federation.get().operationFromDocument(planningSchema, document, options);
    return planned(document, operationName, restore(planner.buildQueryPlan(operation)));
  };
  const supergraphSchema = lazily(() => buildSchema(supergraphSdl(), COMPOSED)).get;
  return {
    supergraphSchema,
    types: types ?? supergraphSchema,
    planningSchema: () => built.get().planningSchema,
    plan,
    planInTime(document, operationName) {
      built.get();
      // An interrupted planner may have incomplete state. The document isn't charged for creating another.
      return withinTime(TIME_LIMIT_MS, () => plan(document, operationName), built.again);
    },
  };
}

/** Omits source locations, which would stay in memory and take more space than everything else. */
const supergraphOf = (sdl: string) =>
  federation.get().Supergraph.build(parse(sdl, { noLocation: true }), { validateSupergraph: false });

function planned(document: DocumentNode, operationName: string | undefined, plan: QueryPlan): Planned {
  const definition = definitionOf(document, operationName);
  const fragments = fragmentsOf(document);
  const isResolvable = plan.node !== undefined || !selectsData(definition.selectionSet, fragments);
  return {
    definition,
    fragments,
    plan,
    problem: isResolvable ? null : new GraphQLError("No subgraph can resolve the operation's fields."),
    weight: weightOf(plan.node),
  };
}

/** True if selections contain an unconditional field of the data, not of the schema. */
const selectsData = ({ selections }: SelectionSetNode, fragments: Fragments): boolean =>
  selections.some((selection) => {
    if (selection.directives?.length) return false;
    if (selection.kind === Kind.FIELD) return !selection.name.value.startsWith('__');
    if (selection.kind === Kind.INLINE_FRAGMENT) return selectsData(selection.selectionSet, fragments);
    const fragment = fragments.get(selection.name.value);
    return fragment !== undefined && selectsData(fragment.selectionSet, fragments);
  });

/** Creates a planner for a supergraph without hidden parts. */
export function createPlanner(supergraphSdl: string): Planner {
  const plans = createPlans(supergraphSdl);
  // The planner's own schema may have fields that callers must not see.
  const shown = supergraphOf(supergraphSdl).apiSchema();
  return plannerOver(plans, shown.toGraphQLJSSchema(), () => shown);
}

/**
 * Creates a planner for a view whose API schema is available. A view's supergraph is the full one with marks
 * on hidden parts, and marks change no plan, so `plans` from the full one serves every view.
 */
export function createViewPlanner(
  plans: Plans,
  view: {
    readonly apiSdl: string;
    readonly supergraphSdl: () => string;
    /** Stored plans for internal operations; excludes plans for other supergraphs. */
    readonly keptPlan?: KeptPlan;
  },
): Planner {
  const shown = lazily(() => supergraphOf(view.supergraphSdl()).apiSchema());
  return plannerOver(plans, buildSchema(view.apiSdl, COMPOSED), shown.get, view.keptPlan);
}

/** Returns an operation text's stored plan; undefined if there is none. */
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
    const kept = keptPlan(operationText); // and therefore the text is valid
    if (kept) return planned(decideLiterals(document), undefined, kept);
    const [problem] = validate(apiSchema, document);
    if (problem) throw problem;
    return plans.plan(decideLiterals(document), undefined);
  }
}

/** In a schema built from SDL, unknown scalars accept any literal; these scalars check their literals. */
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
