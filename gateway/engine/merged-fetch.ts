import type { FetchNode, QueryPlanSelectionNode, ResponsePath } from '@apollo/query-planner';
import {
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import type { PreparedFetch } from './data-source.ts';
import { unusedPrefix } from './document-variables.ts';
import { compileEntityList, type EntityList, type Found } from './entities.ts';
import { atPath, NotCompilable } from './errors.ts';
import { compilePick, entityFetch, type PlanWorld, sourceOf } from './fetch.ts';
import type { Json } from './merge.ts';
import type { Run, Step } from './run.ts';

/** A plan's fetch with its place in the response. */
export interface PlacedFetch {
  readonly node: FetchNode;
  readonly path: ResponsePath;
}

/** Fetches that select the same fields: one list in the merged request. */
interface Part {
  readonly requires: readonly QueryPlanSelectionNode[];
  readonly realNames: ReadonlyMap<string, string>;
  readonly selections: SelectionSetNode;
  readonly variables: readonly VariableDefinitionNode[];
  readonly paths: ResponsePath[];
}

/** A list with its names in the merged request, and the request for this list without the others. */
interface List extends EntityList {
  readonly alias: string;
  readonly variable: string;
  readonly alone: PreparedFetch;
  /** Chooses the variables of that request. */
  readonly pick: (variables: Json) => Json;
}

/** A list and its entities in one run. */
interface Asked {
  readonly list: List;
  readonly found: Found;
}

/**
 * Compiles several entity fetches from one subgraph to a single request with an alias for each list. Fetches that
 * select the same fields share a list. Throws NotCompilable if a fetch isn't a plain entity fetch.
 */
export function compileMergedFetch(fetches: readonly PlacedFetch[], world: PlanWorld): Step {
  const [first] = fetches;
  if (!first) return () => undefined;
  const { serviceName } = first.node;
  const source = sourceOf(first.node, world);
  const parts = partsOf(fetches);
  const definitions = distinctBy(
    parts.flatMap(({ variables }) => variables),
    ({ variable }) => variable.name.value,
  );
  const prefix = unusedPrefix(definitions, 'r');
  const pickAll = pickOf(definitions);
  const name = first.node.operationName;
  const prepare = (asked: readonly Part[], variables: readonly VariableDefinitionNode[]) =>
    source.prepare(
      textOf(
        name,
        asked.map((part) => ({ part, index: parts.indexOf(part) })),
        prefix,
        variables,
      ),
      name,
    );
  const lists = parts.map((part, index): List => {
    const { requires, realNames, paths } = part;
    return {
      ...compileEntityList({ requires, realNames, paths, serviceName }, world.types()),
      alias: `e${index}`,
      variable: `${prefix}${index}`,
      alone: (variables, context) => prepare([part], part.variables)(variables, context),
      pick: pickOf(part.variables),
    };
  });
  const together = prepare(parts, definitions);

  const askAll = (run: Run, asked: readonly Asked[]) => {
    const variables = pickAll(run.variables);
    for (const { variable } of lists) variables[variable] = [];
    for (const { list, found } of asked) variables[list.variable] = found.asked.distinct;
    return together(variables, run.context);
  };
  const askAlone = (run: Run, { list, found }: Asked) =>
    list.alone({ ...list.pick(run.variables), [list.variable]: found.asked.distinct }, run.context);
  const take = (run: Run, asked: readonly Asked[], { data, errors }: ExecutionResult): void => {
    for (const error of errors ?? []) {
      const one = asked.find(({ list }) => list.alias === error.path?.[0]);
      const placed = one?.list.place(run, one.found, error) ?? [atPath(error, undefined, serviceName)];
      run.errors.push(...placed);
    }
    if (data) for (const { list, found } of asked) list.take(run, found, data[list.alias]);
  };
  /** Requests lists separately, so that one list's failure affects no other. */
  const separately = async (run: Run, asked: readonly Asked[]): Promise<void> => {
    await Promise.all(asked.map(async (one) => take(run, [one], await askAlone(run, one))));
  };
  const takeAll = (run: Run, asked: readonly Asked[], result: ExecutionResult) => {
    const unharmed = unharmedBy(result, asked);
    if (unharmed.length === 0) return take(run, asked, result);
    if (unharmed.length < asked.length) take(run, asked, result);
    return separately(run, unharmed);
  };

  return (run) => {
    const asked = lists
      .map((list): Asked => ({ list, found: list.find(run) }))
      .filter(({ found }) => found.asked.distinct.length > 0);
    const [only] = asked;
    if (!only) return;
    if (asked.length === 1) {
      const answer = askAlone(run, only);
      if (!(answer instanceof Promise)) return void take(run, asked, answer);
      return answer.then((result) => take(run, asked, result));
    }
    const answer = askAll(run, asked);
    if (!(answer instanceof Promise)) return takeAll(run, asked, answer) || undefined;
    return answer.then((result) => takeAll(run, asked, result));
  };
}

/**
 * Returns the lists that failed only because of another one: `_entities` can't be null, so a list that fails as a
 * whole leaves the request without data, and so does a variable that the subgraph refuses. An outage affects all.
 */
function unharmedBy({ data, errors = [] }: ExecutionResult, asked: readonly Asked[]): readonly Asked[] {
  if (data) return [];
  if (data === undefined) return asked;
  const harmed = new Set(errors.map(({ path }) => path?.[0]));
  const unharmed = asked.filter(({ list }) => !harmed.has(list.alias));
  return unharmed.length < asked.length ? unharmed : [];
}

function partsOf(fetches: readonly PlacedFetch[]): readonly Part[] {
  const parts = new Map<string, Part>();
  for (const { node, path } of fetches) {
    const { requires, realNames, operation } = entityFetch(node);
    const { selections, variables } = entitiesOf(parse(operation, { noLocation: true }));
    const key = `${JSON.stringify(requires)}\n${print(selections)}`;
    const known = parts.get(key);
    if (known) known.paths.push(path);
    else parts.set(key, { requires, realNames, selections, variables, paths: [path] });
  }
  return [...parts.values()];
}

/** Returns the selections of an entity fetch's only field, without named fragments, and its own variables. */
function entitiesOf(document: DocumentNode) {
  const fragments = new Map<string, FragmentDefinitionNode>();
  let operation: OperationDefinitionNode | undefined;
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
    if (node.kind === Kind.OPERATION_DEFINITION) operation = node;
  }
  const [field, ...others] = operation?.selectionSet.selections ?? [];
  if (
    field?.kind !== Kind.FIELD ||
    !field.selectionSet ||
    others.length > 0 ||
    operation?.directives?.length
  ) {
    throw new NotCompilable('an entity fetch with several fields');
  }
  return {
    selections: withoutSpreads(field.selectionSet, fragments),
    variables: (operation?.variableDefinitions ?? []).filter(
      ({ variable }) => variable.name.value !== 'representations',
    ),
  };
}

const withoutSpreads = (
  selections: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): SelectionSetNode =>
  visit(selections, {
    FragmentSpread(spread) {
      const fragment = fragments.get(spread.name.value);
      if (!fragment) throw new NotCompilable(`the fragment ${spread.name.value}`);
      const { typeCondition, selectionSet } = fragment;
      const directives = [...(spread.directives ?? []), ...(fragment.directives ?? [])];
      return {
        kind: Kind.INLINE_FRAGMENT,
        typeCondition,
        directives,
        selectionSet: withoutSpreads(selectionSet, fragments),
      };
    },
  });

function textOf(
  name: string | undefined,
  parts: readonly { readonly part: Part; readonly index: number }[],
  prefix: string,
  variables: readonly VariableDefinitionNode[],
): string {
  const definitions = [...parts.map(({ index }) => `$${prefix}${index}: [_Any!]!`), ...variables.map(print)];
  const fields = parts.map(
    ({ part, index }) =>
      `e${index}: _entities(representations: $${prefix}${index}) ${print(part.selections)}`,
  );
  return `query ${name ?? ''}(${definitions.join(', ')}) {\n${fields.join('\n')}\n}`;
}

const pickOf = (definitions: readonly VariableDefinitionNode[]) =>
  compilePick(definitions.map(({ variable }) => variable.name.value));

function distinctBy<T>(values: readonly T[], keyOf: (value: T) => string): readonly T[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}
