import { type DocumentNode, type ExecutionResult, GraphQLError, type GraphQLSchema, print } from 'graphql';
import type { Context } from '#kit/context.ts';
import type { Caller } from '#kit/execute.ts';
import { isTraced, traced, type Work } from '#kit/tracing.ts';
import { createApolloFallback, type RunPlanned } from './apollo-fallback.ts';
import { createDecide } from './conditions.ts';
import { type DataSource, remembering } from './data-source.ts';
import { createDocuments, type DocumentsSize } from './documents.ts';
import { BAD_INPUT, coded, INTERNAL } from './errors.ts';
import { createIntrospection, type Introspected } from './introspection.ts';
import type { Json } from './merge.ts';
import type { Planned, Planner } from './planner.ts';
import { compileOperation, type RunCompiled } from './prepare.ts';
import { compileVariableCheck } from './variables.ts';

/** An operation's caller; `apiVersion` is its pinned dated version, null for internal calls. */
export type EngineCaller = Caller & { readonly apiVersion: string | null };

export interface EngineOptions {
  /** The view's planner; engines can share it. */
  readonly planner: Planner;
  readonly dataSources: readonly DataSource[];
  /** Creates the context for one operation, shared by all its resolvers in this process. */
  readonly contextFor: (caller: EngineCaller) => Context;
  /** True to compile callers' documents; Apollo's executor would return the same results. */
  readonly compiles?: boolean;
  /** Cache size for callers' documents. */
  readonly documents?: DocumentsSize;
}

/** An internal operation, ready to run. */
export interface PreparedOperation {
  readonly run: (variables: Json, caller: EngineCaller) => Promise<ExecutionResult>;
  /** Reason Apollo's executor runs it; null if it's compiled. */
  readonly notCompiledBecause: string | null;
}

export interface Engine {
  /** The view's schema, used to validate callers' documents. */
  readonly schema: GraphQLSchema;
  /**
   * Runs an operation that only requests the schema; null for all others. `run` can also do this, more
   * slowly.
   */
  readonly aboutSchema: (
    document: DocumentNode,
    operationName: string | undefined,
    variables: Json,
  ) => Introspected | null;
  /** Prepares an operation for repeated use. Throws GraphQLError if the text isn't valid in this view. */
  readonly prepare: (operationText: string) => PreparedOperation;
  /** Runs a caller's valid document, planned and compiled once and dropped when it's no longer used. */
  readonly run: (
    document: DocumentNode,
    operationName: string | undefined,
    variables: Json,
    caller: EngineCaller,
  ) => Promise<ExecutionResult>;
  /** Closes the subgraphs' connections. */
  readonly close: () => Promise<void>;
}

/** A planned operation with everything prepared for it; dropped together. */
interface Entry {
  readonly planned: Planned;
  readonly check: (variables: Json) => readonly GraphQLError[] | undefined;
  readonly dataSources: ReadonlyMap<string, DataSource>;
  readonly fallback: RunPlanned;
  /** Null if it isn't or can't be compiled. */
  compiled: RunCompiled | null;
}

const textOf = (document: DocumentNode): string => document.loc?.source.body ?? print(document);

/**
 * Creates a view's engine: query plans compiled to functions over the subgraphs, with Apollo's executor as
 * the fallback.
 */
export function createEngine({
  planner,
  dataSources,
  contextFor,
  compiles = true,
  documents: size,
}: EngineOptions): Engine {
  const introspect = createIntrospection(planner.apiSchema);
  const decide = createDecide();
  const documents = createDocuments<Entry>(size);

  const entryOf = (planned: Planned): Entry => {
    const isMutation = planned.definition.operation === 'mutation';
    const own = dataSources.map((source) => remembering((isMutation && source.forMutations) || source));
    return {
      planned,
      check: compileVariableCheck(planner.apiSchema, planned.definition.variableDefinitions),
      dataSources: new Map(own.map((source) => [source.name, source])),
      fallback: createApolloFallback(planner, own),
      compiled: null,
    };
  };

  const compile = (entry: Entry): string | null => {
    const world = { dataSources: entry.dataSources, types: planner.types };
    const compilation = compileOperation(entry.planned, planner, world);
    if ('reason' in compilation) return compilation.reason;
    entry.compiled = compilation.run;
    return null;
  };

  const answer = async (entry: Entry, variables: Json, caller: EngineCaller): Promise<ExecutionResult> => {
    const errors = entry.check(variables);
    if (errors) return { errors };
    const { problem } = entry.planned;
    if (problem) return { errors: [coded(problem, INTERNAL)] };
    const context = contextFor(caller);
    const run = () =>
      entry.compiled ? entry.compiled(variables, context) : entry.fallback(entry.planned, variables, context);
    return isTraced() ? traced(workOf(entry), run) : run();
  };

  const aboutSchema: Engine['aboutSchema'] = (document, operationName, variables) =>
    introspect({ document, text: textOf(document), operationName, variables });

  return {
    schema: planner.apiSchema,
    aboutSchema,
    prepare(operationText) {
      const entry = entryOf(planner.planOurs(operationText));
      const notCompiledBecause = compile(entry);
      return { run: (variables, caller) => answer(entry, variables, caller), notCompiledBecause };
    },
    async run(document, operationName, variables, caller) {
      const introspected = aboutSchema(document, operationName, variables);
      if (introspected)
        return 'json' in introspected ? { data: JSON.parse(`${introspected.json}`) } : introspected.failed;
      const text = textOf(document);
      const decided = decide(document, operationName, variables);
      if ('errors' in decided) return decided;
      const entry = documents.take(
        `${decided.decisions}\n${operationName ?? ''}\n${text}`,
        caller.viewer,
        () => {
          const made = entryOf(planner.planInTime(decided.document, operationName));
          if (compiles) compile(made);
          return made;
        },
      );
      if (entry instanceof GraphQLError) return { errors: [coded(entry, BAD_INPUT)] };
      return answer(entry, variables, caller);
    },
    async close() {
      await Promise.all(dataSources.map((source) => source.close()));
    },
  };
}

/** Identifies a running plan by its operation's kind and name. */
function workOf({ planned: { definition } }: Entry): Work {
  const name = definition.name?.value ?? 'unnamed';
  const attributes = { 'graphql.operation.type': definition.operation, 'graphql.operation.name': name };
  return { name: `plan ${definition.operation} ${name}`, kind: 'internal', attributes };
}
