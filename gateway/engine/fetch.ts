import type { FetchNode, ResponsePath } from '@apollo/query-planner';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { DataSource, PreparedFetch } from './data-source.ts';
import { compileEntityList, type Found } from './entities.ts';
import { atPath, NotCompilable } from './errors.ts';
import { type Json, merge } from './merge.ts';
import type { Run, Step } from './run.ts';
import { realNamesOf } from './supergraph-rewrites.ts';

/** Dependencies for compiling a plan. */
export interface PlanWorld {
  readonly dataSources: ReadonlyMap<string, DataSource>;
  /** A schema with the supergraph's types, to find abstract types and their possible types. */
  readonly types: () => GraphQLSchema;
}

/** Compiles a fetch at the operation's root. */
export function compileRootFetch(node: FetchNode, world: PlanWorld): Step {
  if (node.requires) throw new NotCompilable('an entity fetch at the root');
  if (node.inputRewrites?.length || node.outputRewrites?.length || node.contextRewrites?.length)
    throw new NotCompilable('a fetch whose data is rewritten');
  const { fetch, pick } = prepareFetch(node, world);
  const take = (run: Run, { data, errors }: ExecutionResult): undefined => {
    if (errors) for (const error of errors) run.errors.push(atPath(error, error.path, node.serviceName));
    if (!data) return;
    if (run.data) merge(run.data, data, false);
    else run.data = data;
  };
  return (run) => {
    const answer = fetch(pick(run.variables), run.context);
    return answer instanceof Promise ? answer.then((result) => take(run, result)) : take(run, answer);
  };
}

/** Compiles a fetch for the entities at `path`. */
export function compileEntityFetch(node: FetchNode, path: ResponsePath, world: PlanWorld): Step {
  const { requires, realNames, serviceName } = entityFetch(node);
  const { fetch, pick } = prepareFetch(node, world);
  const list = compileEntityList({ requires, realNames, paths: [path], serviceName }, world.types());
  const take = (run: Run, found: Found, { data, errors }: ExecutionResult): undefined => {
    for (const error of errors ?? []) run.errors.push(...list.place(run, found, error));
    if (data) list.take(run, found, data._entities);
  };
  return (run) => {
    const found = list.find(run);
    const { distinct } = found.asked;
    if (distinct.length === 0) return;
    const answer = fetch({ ...pick(run.variables), representations: distinct }, run.context);
    return answer instanceof Promise
      ? answer.then((result) => take(run, found, result))
      : take(run, found, answer);
  };
}

/** Returns an entity fetch with its requirements. Throws NotCompilable if it isn't one. */
export function entityFetch(node: FetchNode) {
  const { requires } = node;
  const realNames = realNamesOf(node);
  if (!realNames || node.outputRewrites?.length || node.contextRewrites?.length)
    throw new NotCompilable('a fetch whose data is rewritten');
  if (!requires) throw new NotCompilable('a fetch below the root that needs no entity');
  if (node.variableUsages?.includes('representations'))
    throw new NotCompilable('a variable $representations');
  return { ...node, requires, realNames };
}

function prepareFetch(
  node: FetchNode,
  world: PlanWorld,
): { readonly fetch: PreparedFetch; readonly pick: (variables: Json) => Json } {
  return {
    fetch: sourceOf(node, world).prepare(node.operation, node.operationName),
    pick: compilePick(node.variableUsages ?? []),
  };
}

/** Returns a fetch's data source. */
export function sourceOf({ serviceName }: FetchNode, { dataSources }: PlanWorld): DataSource {
  const source = dataSources.get(serviceName);
  if (!source) throw new Error(`The plan queries subgraph "${serviceName}", which has no data source.`);
  return source;
}

/** Compiles the choice of a fetch's variables from the operation's variables. */
export function compilePick(used: readonly string[]): (variables: Json) => Json {
  return (variables) => {
    const picked: Json = {};
    for (const name of used) {
      if (Object.hasOwn(variables, name) && variables[name] !== undefined) picked[name] = variables[name];
    }
    return picked;
  };
}
