import type { FetchNode, PlanNode, QueryPlan, QueryPlanSelectionNode } from '@apollo/query-planner';
import {
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type FieldNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  stripIgnoredCharacters,
  type TypeNode,
  visit,
} from 'graphql';

/** A supergraph that Apollo's planner plans correctly, and the way from its plans to plans for the subgraphs. */
export interface RewrittenSupergraph {
  readonly document: DocumentNode;
  readonly restore: (plan: QueryPlan) => QueryPlan;
}

/** A field that a `@requires` selects with arguments, as a field of its own. */
interface Stand {
  readonly name: string;
  readonly parent: string;
  readonly field: FieldNode;
}

/** Begins the names of stand-in fields. */
const PREFIX = '_required';

/**
 * Works around two defects in Apollo's planner:
 *
 * - To return to a subgraph for a `@requires`, it takes the type's first key, even one that the subgraph can't
 *   resolve. A type's unresolvable keys are removed if the subgraph has a resolvable one.
 * - It fetches a field that a `@requires` selects with arguments once per object, so other arguments, in the
 *   operation or in another `@requires`, get the same value. Each combination becomes a field of its own, and plans
 *   get the real field back under the new field's name.
 */
export function rewriteSupergraph(document: DocumentNode): RewrittenSupergraph {
  const keyed = withoutUnresolvableKeys(document);
  const types = objectTypes(keyed);
  const stands = new Map<string, Stand>();
  const requirements = new Map<string, Set<string>>();
  const rewritten = visit(keyed, {
    ObjectTypeDefinition: (type) => withStands(type, types, stands, requirements),
  });
  if (stands.size === 0) return { document: keyed, restore: (plan) => plan };
  const byName = new Map([...stands.values()].map((stand) => [stand.name, stand]));
  return {
    document: withDefinitions(rewritten, byName, types),
    restore: (plan) => restorePlan(plan, { stands: byName, requirements }),
  };
}

type Types = ReadonlyMap<string, ObjectTypeDefinitionNode>;

const objectTypes = (document: DocumentNode): Types =>
  new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );

const argumentOf = ({ arguments: given = [] }: ConstDirectiveNode, name: string) =>
  given.find((argument) => argument.name.value === name)?.value;

function withoutUnresolvableKeys(document: DocumentNode): DocumentNode {
  const graphOf = (directive: ConstDirectiveNode) => {
    const graph = argumentOf(directive, 'graph');
    return graph?.kind === Kind.ENUM ? graph.value : undefined;
  };
  const isKey = (directive: ConstDirectiveNode) =>
    directive.name.value === 'join__type' && argumentOf(directive, 'key') !== undefined;
  const isUnresolvable = (directive: ConstDirectiveNode) => {
    const resolvable = argumentOf(directive, 'resolvable');
    return isKey(directive) && resolvable?.kind === Kind.BOOLEAN && !resolvable.value;
  };
  return visit(document, {
    ObjectTypeDefinition(type) {
      const { directives = [] } = type;
      if (!directives.some(isUnresolvable)) return undefined;
      const resolving = new Set(directives.filter((one) => isKey(one) && !isUnresolvable(one)).map(graphOf));
      return {
        ...type,
        directives: directives.filter((one) => !isUnresolvable(one) || !resolving.has(graphOf(one))),
      };
    },
  });
}

/** Replaces fields with arguments in a type's `@requires`, and records each field's requirements. */
function withStands(
  type: ObjectTypeDefinitionNode,
  types: Types,
  stands: Map<string, Stand>,
  requirements: Map<string, Set<string>>,
): ObjectTypeDefinitionNode | undefined {
  const requires = ({ directives = [] }: FieldDefinitionNode) =>
    directives.some((directive) => argumentOf(directive, 'requires'));
  if (!type.fields?.some(requires)) return undefined;
  return visit(type, {
    FieldDefinition: (field) => ({
      ...field,
      directives: field.directives?.map((directive) => {
        const required = argumentOf(directive, 'requires');
        if (required?.kind !== Kind.STRING || !required.value.includes('(')) return directive;
        const operation = parse(`{${required.value}}`, { noLocation: true })
          .definitions[0] as OperationDefinitionNode; // the only definition in the text
        const used = new Set<string>();
        const selections = replaced(operation.selectionSet, type.name.value, types, stands, used);
        const key = `${type.name.value}.${field.name.value}`;
        requirements.set(key, used);
        const text = print(selections).slice(1, -1);
        return {
          ...directive,
          arguments: directive.arguments?.map((argument) =>
            argument.name.value === 'requires'
              ? { ...argument, value: { kind: Kind.STRING, value: stripIgnoredCharacters(text) } }
              : argument,
          ),
        };
      }),
    }),
  });
}

function replaced(
  { selections }: SelectionSetNode,
  parent: string,
  types: Types,
  stands: Map<string, Stand>,
  used: Set<string>,
): SelectionSetNode {
  return {
    kind: Kind.SELECTION_SET,
    selections: selections.map((selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return selection;
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        const on = selection.typeCondition?.name.value ?? parent;
        return { ...selection, selectionSet: replaced(selection.selectionSet, on, types, stands, used) };
      }
      const definition = types.get(parent)?.fields?.find(({ name }) => name.value === selection.name.value);
      const inner: FieldNode =
        selection.selectionSet && definition
          ? {
              ...selection,
              selectionSet: replaced(selection.selectionSet, nameOf(definition.type), types, stands, used),
            }
          : selection;
      if (!selection.arguments?.length || !definition) return inner;
      const key = `${parent}.${selection.name.value}(${selection.arguments.map(print).join()})`;
      const name = `${PREFIX}${stands.size}_${selection.name.value}`;
      const stand = stands.get(key) ?? { name, parent, field: selection };
      stands.set(key, stand);
      used.add(stand.name);
      return { ...inner, name: { kind: Kind.NAME, value: stand.name }, arguments: [] };
    }),
  };
}

const nameOf = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);

/** Adds the stand-in fields to their types, in the same subgraphs as the real fields. */
function withDefinitions(
  document: DocumentNode,
  stands: ReadonlyMap<string, Stand>,
  types: Types,
): DocumentNode {
  const added = Map.groupBy(stands.values(), ({ parent }) => parent);
  return visit(document, {
    ObjectTypeDefinition(type) {
      const own = added.get(type.name.value);
      if (!own) return undefined;
      const real = types.get(type.name.value)?.fields ?? [];
      const fields = own.flatMap(({ name, field }): FieldDefinitionNode[] => {
        const definition = real.find((one) => one.name.value === field.name.value);
        return definition ? [{ ...definition, name: { kind: Kind.NAME, value: name }, arguments: [] }] : [];
      });
      return { ...type, fields: [...(type.fields ?? []), ...fields] };
    },
  });
}

interface Restoring {
  readonly stands: ReadonlyMap<string, Stand>;
  /** Stand-in fields that a field requires, by `Type.field`. */
  readonly requirements: ReadonlyMap<string, ReadonlySet<string>>;
}

const restorePlan = (plan: QueryPlan, restoring: Restoring): QueryPlan =>
  plan.node && plan.node.kind !== 'Subscription'
    ? { ...plan, node: restoreNode(plan.node, restoring) }
    : plan;

function restoreNode(node: PlanNode, restoring: Restoring): PlanNode {
  switch (node.kind) {
    case 'Fetch': {
      const fetches = apart(node, restoring).map((fetch) => restoreFetch(fetch, restoring));
      const [only] = fetches;
      return only && fetches.length === 1 ? only : { kind: 'Parallel', nodes: fetches };
    }
    case 'Flatten': {
      const inner = restoreNode(node.node, restoring);
      return inner.kind === 'Parallel'
        ? { ...inner, nodes: inner.nodes.map((one) => ({ ...node, node: one })) }
        : { ...node, node: inner };
    }
    case 'Sequence':
    case 'Parallel':
      return { ...node, nodes: node.nodes.map((child) => restoreNode(child, restoring)) };
    case 'Condition':
      return {
        ...node,
        ...(node.ifClause && { ifClause: restoreNode(node.ifClause, restoring) }),
        ...(node.elseClause && { elseClause: restoreNode(node.elseClause, restoring) }),
      };
    case 'Defer':
      return node;
  }
}

/** Splits a fetch whose fields require different values of one field, which can't be in one representation. */
function apart(node: FetchNode, { stands, requirements }: Restoring): readonly FetchNode[] {
  const document = parse(node.operation, { noLocation: true });
  const entities = fieldsOf(document)?.[0];
  const [on, ...others] = entities?.selectionSet?.selections ?? [];
  if (!node.requires || on?.kind !== Kind.INLINE_FRAGMENT || others.length > 0) return [node];
  const type = on.typeCondition?.name.value ?? '';
  const groups: { fields: Set<unknown>; used: Set<string> }[] = [];
  for (const field of on.selectionSet.selections) {
    const needed =
      (field.kind === Kind.FIELD && requirements.get(`${type}.${field.name.value}`)) || new Set<string>();
    const realOf = (name: string) => {
      const stand = stands.get(name);
      return `${stand?.parent}.${stand?.field.name.value}`;
    };
    const fits = ({ used }: { readonly used: ReadonlySet<string> }) =>
      [...needed].every((name) => [...used].every((one) => one === name || realOf(one) !== realOf(name)));
    const group = groups.find(fits) ?? { fields: new Set(), used: new Set() };
    if (!groups.includes(group)) groups.push(group);
    group.fields.add(field);
    for (const name of needed) group.used.add(name);
  }
  if (groups.length < 2) return [node];
  return groups.map(({ fields, used }) => ({
    ...node,
    requires:
      node.requires?.flatMap((one) => without(one, (name) => stands.has(name) && !used.has(name))) ?? [],
    operation: stripIgnoredCharacters(
      print(
        visit(document, {
          SelectionSet: (set) =>
            set === on.selectionSet
              ? { ...set, selections: set.selections.filter((one) => fields.has(one)) }
              : undefined,
        }),
      ),
    ),
  }));
}

function fieldsOf(document: DocumentNode): readonly FieldNode[] | undefined {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operation?.selectionSet.selections.filter((node) => node.kind === Kind.FIELD);
}

/** Removes fields from a requirement, and the objects that are empty without them. */
function without(
  selection: QueryPlanSelectionNode,
  isRemoved: (name: string) => boolean,
): readonly QueryPlanSelectionNode[] {
  if (selection.kind === 'Field' && isRemoved(selection.name)) return [];
  if (!selection.selections) return [selection];
  const selections = selection.selections.flatMap((one) => without(one, isRemoved));
  return selections.length > 0 ? [{ ...selection, selections } as QueryPlanSelectionNode] : [];
}

/** Writes the real fields into a fetch, and renames their values in its representations. */
function restoreFetch(node: FetchNode, { stands }: Restoring): FetchNode {
  const operation = node.operation.includes(PREFIX)
    ? stripIgnoredCharacters(
        print(
          visit(parse(node.operation, { noLocation: true }), {
            Field: {
              leave(field) {
                const stand = stands.get(field.name.value);
                if (!stand) return undefined;
                const alias = field.alias ?? field.name;
                return { ...field, alias, name: stand.field.name, arguments: stand.field.arguments };
              },
            },
          }),
        ),
      )
    : node.operation;
  const renames = (node.requires ?? []).flatMap((one) => renamesIn(one, [], stands));
  if (renames.length === 0) return { ...node, operation };
  return { ...node, operation, inputRewrites: [...(node.inputRewrites ?? []), ...renames] };
}

/**
 * Returns the names that a fetch's subgraph has for stand-in fields; null if the fetch has other rewrites. Apollo's
 * executor applies the rewrites in the plan, except to null, zero and false.
 */
export function realNamesOf({ inputRewrites = [] }: FetchNode): ReadonlyMap<string, string> | null {
  const names = new Map<string, string>();
  for (const rewrite of inputRewrites) {
    const name = rewrite.path.at(-1) ?? '';
    if (rewrite.kind !== 'KeyRenamer' || !name.startsWith(PREFIX)) return null;
    names.set(name, rewrite.renameKeyTo);
  }
  return names;
}

type Rename = NonNullable<FetchNode['inputRewrites']>[number];

function renamesIn(
  selection: QueryPlanSelectionNode,
  path: readonly string[],
  stands: ReadonlyMap<string, Stand>,
): readonly Rename[] {
  const here =
    selection.kind === 'Field'
      ? [...path, selection.alias ?? selection.name]
      : [...path, `... on ${selection.typeCondition}`];
  const inner = (selection.selections ?? []).flatMap((one) => renamesIn(one, here, stands));
  const stand = selection.kind === 'Field' && stands.get(selection.name);
  // Inner values first: their paths contain this field's name.
  return stand ? [...inner, { kind: 'KeyRenamer', path: here, renameKeyTo: stand.field.name.value }] : inner;
}
