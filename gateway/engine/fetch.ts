import type { FetchNode, ResponsePath } from '@apollo/query-planner';
import { type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Context } from '#kit/context.ts';
import { entitiesAt, pathsAt } from './cursor.ts';
import type { DataSource, PreparedFetch } from './data-source.ts';
import { atPath, INTERNAL, NotCompilable } from './errors.ts';
import { type Json, merge } from './merge.ts';
import { compileRequires, type Representations } from './representations.ts';

/** One running operation: its request and the data so far. */
export interface Run {
  readonly variables: Json;
  readonly context: Context;
  readonly errors: GraphQLError[];
  /** Null until the first response arrives; that response is then used directly. */
  data: Json | null;
}

/** A plan step. Returns a promise only if it has to wait. */
export type Step = (run: Run) => Promise<void> | undefined;

/** Dependencies for compiling a plan. */
export interface PlanWorld {
  readonly dataSources: ReadonlyMap<string, DataSource>;
  /** A schema with the supergraph's types, to find abstract types and their possible types. */
  readonly types: () => GraphQLSchema;
}

/** Compiles a fetch at the operation's root. */
export function compileRootFetch(node: FetchNode, world: PlanWorld): Step {
  if (node.requires) throw new NotCompilable('an entity fetch at the root');
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

/** Compiles a fetch for the entities at `path`, requesting each once however often it appears. */
export function compileEntityFetch(node: FetchNode, path: ResponsePath, world: PlanWorld): Step {
  if (!node.requires) throw new NotCompilable('a fetch below the root that needs no entity');
  if (node.variableUsages?.includes('representations'))
    throw new NotCompilable('a variable $representations');
  const { fetch, pick } = prepareFetch(node, world);
  const represent = compileRequires(node.requires, world.types());
  const take = (
    run: Run,
    entities: readonly Json[],
    asked: Representations,
    result: ExecutionResult,
  ): undefined => {
    if (result.errors) run.errors.push(...entityErrors(run, result.errors, asked, path, node.serviceName));
    if (!result.data) return;
    const received = result.data._entities;
    if (!Array.isArray(received) || received.length !== asked.distinct.length) {
      run.errors.push(wrongEntities(asked.distinct.length, node.serviceName));
      return;
    }
    const shared = asked.distinct.length < entities.length;
    for (const [index, entity] of entities.entries()) {
      const answer: Json | null | undefined = received[asked.slots[index] ?? -1];
      if (answer) merge(entity, answer, shared);
    }
  };
  return (run) => {
    const entities = entitiesAt(run.data ?? {}, path);
    if (entities.length === 0) return;
    const asked = represent(entities);
    if (asked.distinct.length === 0) return;
    const answer = fetch({ ...pick(run.variables), representations: asked.distinct }, run.context);
    return answer instanceof Promise
      ? answer.then((result) => take(run, entities, asked, result))
      : take(run, entities, asked, answer);
  };
}

function prepareFetch(
  node: FetchNode,
  { dataSources }: PlanWorld,
): { readonly fetch: PreparedFetch; readonly pick: (variables: Json) => Json } {
  if (node.inputRewrites?.length || node.outputRewrites?.length || node.contextRewrites?.length) {
    throw new NotCompilable('a fetch whose data is rewritten');
  }
  const source = dataSources.get(node.serviceName);
  if (!source) throw new Error(`The plan queries subgraph "${node.serviceName}", which has no data source.`);
  const used = node.variableUsages ?? [];
  return {
    fetch: source.prepare(node.operation, node.operationName),
    pick(variables) {
      const picked: Json = {};
      for (const name of used) {
        if (Object.hasOwn(variables, name) && variables[name] !== undefined) picked[name] = variables[name];
      }
      return picked;
    },
  };
}

/** An error inside `_entities[n]` belongs to every place where that entity appears. */
function entityErrors(
  run: Run,
  errors: readonly GraphQLError[],
  asked: Representations,
  path: ResponsePath,
  serviceName: string,
): GraphQLError[] {
  const places = pathsAt(run.data ?? {}, path);
  return errors.flatMap((error) => {
    const slot = error.path?.[1];
    if (typeof slot !== 'number') return atPath(error, error.path && [...path, ...error.path], serviceName);
    const rest = error.path?.slice(2) ?? [];
    return places
      .filter((_, index) => asked.slots[index] === slot)
      .map((place) => atPath(error, [...place, ...rest], serviceName));
  });
}

const wrongEntities = (expected: number, serviceName: string) =>
  new GraphQLError(`Expected "data._entities" to contain ${expected} elements`, {
    extensions: { code: INTERNAL, serviceName },
  });
