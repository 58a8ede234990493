import type { QueryPlanSelectionNode, ResponsePath } from '@apollo/query-planner';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { entitiesAt, pathsAt } from './cursor.ts';
import { atPath, INTERNAL } from './errors.ts';
import { isObject, type Json, merge } from './merge.ts';
import { compileRequires, type Representations } from './representations.ts';
import type { Run } from './run.ts';

/** Entities found in a running operation, with their representations. */
export interface Found {
  readonly entities: readonly Json[];
  readonly asked: Representations;
}

/** One `_entities` list in a request: entities at some places that lack the same fields. */
export interface EntityList {
  readonly find: (run: Run) => Found;
  /** Merges the received list into the entities. */
  readonly take: (run: Run, found: Found, received: unknown) => void;
  /** Returns a subgraph's error at each place it belongs to. The list's own name is its path's first step. */
  readonly place: (run: Run, found: Found, error: GraphQLError) => readonly GraphQLError[];
}

/** Compiles an entity list; each entity is requested once, however often it appears. */
export function compileEntityList(
  {
    requires,
    realNames,
    paths,
    serviceName,
  }: {
    readonly requires: readonly QueryPlanSelectionNode[];
    /** The subgraph's names for required fields that have others in the plan. */
    readonly realNames: ReadonlyMap<string, string>;
    readonly paths: readonly ResponsePath[];
    readonly serviceName: string;
  },
  types: GraphQLSchema,
): EntityList {
  const represent = compileRequires(requires, types, realNames);
  const [first = []] = paths;
  const entitiesIn =
    paths.length === 1
      ? (data: Json) => entitiesAt(data, first)
      : (data: Json) => paths.flatMap((path) => entitiesAt(data, path));
  return {
    find(run) {
      const entities = entitiesIn(run.data ?? {});
      return { entities, asked: represent(entities) };
    },
    take(run, { entities, asked }, received) {
      if (!Array.isArray(received) || received.length !== asked.distinct.length) {
        run.errors.push(wrongEntities(asked.distinct.length, serviceName));
        return;
      }
      const shared = asked.distinct.length < entities.length;
      for (const [index, entity] of entities.entries()) {
        const answer: unknown = received[asked.slots[index] ?? -1];
        if (isObject(answer)) merge(entity, answer, shared);
      }
    },
    place(run, { asked }, error) {
      const slot = error.path?.[1];
      if (typeof slot !== 'number') {
        const rest = error.path && ['_entities', ...error.path.slice(1)];
        return rest
          ? paths.map((path) => atPath(error, [...path, ...rest], serviceName))
          : [atPath(error, undefined, serviceName)];
      }
      const rest = error.path?.slice(2) ?? [];
      return paths
        .flatMap((path) => pathsAt(run.data ?? {}, path))
        .filter((_, index) => asked.slots[index] === slot)
        .map((place) => atPath(error, [...place, ...rest], serviceName));
    },
  };
}

const wrongEntities = (expected: number, serviceName: string) =>
  new GraphQLError(`Expected "data._entities" to contain ${expected} elements`, {
    extensions: { code: INTERNAL, serviceName },
  });
