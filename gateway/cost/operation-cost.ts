import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { DEFAULT_PAGE, LARGEST_PAGE } from '#kit/connection.ts';
import { MAX_RANGE } from '#schema/limits.ts';

/** Variables as the caller sent them. */
export type Variables = Readonly<Record<string, unknown>>;

/** Stands for the variables with the highest cost: the largest pages and the longest ranges. */
export const LARGEST: Variables = Object.freeze({});

/** An operation's weight, with fragments expanded where they're spread. */
export interface Weight {
  /** Nesting depth; introspection doesn't count. */
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
  /**
   * Points (docs/interface/graphql.md#cost): an object 1, a connection 2 plus its size times each entry's
   * cost, a mutation 10, introspection 0. Takes time proportional to `fields`, so check those first. With
   * `LARGEST`, the highest cost that any variables can cause.
   */
  readonly cost: (variables: Variables) => number;
}

/** Assumed length for an unpaginated list whose objects have ids. */
const ASSUMED_LIST = 5;
const CONNECTION = 2;
const MUTATION = 10;

type Part = Weight;
const NOTHING: Part = { depth: 0, fields: 0, aliases: 0, cost: () => 0 };

/** Weighs a valid operation. Visits each fragment once, however often it's spread. */
export function operationCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Weight {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const weighed = new Map<string, Part>();
  const defaults = defaultsOf(operation);

  function fragmentPart(name: string): Part {
    const known = weighed.get(name);
    if (known) return known;
    const fragment = fragments.get(name);
    const part = fragment
      ? partOf(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value))
      : NOTHING;
    weighed.set(name, part);
    return part;
  }

  function partOf({ selections }: SelectionSetNode, type: GraphQLNamedType | undefined): Part {
    return sum(
      selections.map((selection) => {
        if (selection.kind === Kind.FRAGMENT_SPREAD) return fragmentPart(selection.name.value);
        if (selection.kind === Kind.FIELD) return fieldPart(selection, type);
        const condition = selection.typeCondition?.name.value;
        return partOf(selection.selectionSet, condition ? schema.getType(condition) : type);
      }),
    );
  }

  function fieldPart(node: FieldNode, parent: GraphQLNamedType | undefined): Part {
    const field = isObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
    const type = field && getNamedType(field.type);
    const inner = node.selectionSet ? partOf(node.selectionSet, type) : NOTHING;
    const introspection = node.name.value.startsWith('__') || parent?.name.startsWith('__') === true;
    return {
      depth: introspection ? 0 : inner.depth + 1,
      fields: inner.fields + 1,
      aliases: inner.aliases + (node.alias ? 1 : 0),
      cost: introspection ? NOTHING.cost : costOf(node, field, inner.cost),
    };
  }

  function costOf(
    node: FieldNode,
    field: GraphQLField<unknown, unknown> | undefined,
    inner: Weight['cost'],
  ): Weight['cost'] {
    const type = field && getNamedType(field.type);
    if (!field || !isCompositeType(type)) return NOTHING.cost;
    if (operation.operation === 'mutation' && type.name.endsWith('Payload')) {
      return (variables) => MUTATION + inner(variables);
    }
    if (isConnection(type)) {
      const size = sizeOf(node.arguments ?? [], defaults, pageOf(field));
      return (variables) => CONNECTION + size(variables) * inner(variables);
    }
    if (type.name === 'PageInfo' || type.name.endsWith('Edge')) return inner;
    if (areNights(field)) {
      const nights = nightsOf(node.arguments ?? [], defaults);
      return (variables) => nights(variables) * (1 + inner(variables));
    }
    const listed = isListType(getNullableType(field.type)) && node.name.value !== 'nodes';
    const times = listed && isObjectType(type) && 'id' in type.getFields() ? ASSUMED_LIST : 1;
    return (variables) => times * (1 + inner(variables));
  }

  const root = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[operation.operation];
  return partOf(operation.selectionSet, root ?? undefined);
}

const isConnection = (type: GraphQLNamedType): type is GraphQLObjectType =>
  isObjectType(type) && type.name.endsWith('Connection');

function sum(parts: readonly Part[]): Part {
  if (parts.length === 1 && parts[0]) return parts[0];
  return {
    depth: parts.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
    fields: parts.reduce((total, { fields }) => total + fields, 0),
    aliases: parts.reduce((total, { aliases }) => total + aliases, 0),
    cost: (variables) => parts.reduce((total, { cost }) => total + cost(variables), 0),
  };
}

/**
 * Returns the number of entries requested from a connection. Values the field will refuse are capped at its
 * bounds.
 */
function sizeOf(
  given: readonly ArgumentNode[],
  defaults: Variables,
  page: number,
): (variables: Variables) => number {
  const first = argumentOf(given, 'first', defaults);
  const last = argumentOf(given, 'last', defaults);
  return (variables) => {
    const size = last(variables) ?? first(variables);
    return size === undefined ? page : bounded(size);
  };
}

/**
 * Returns an argument's value: undefined if omitted, so that the field's default applies. `last: null` counts
 * as omitted, too.
 */
function argumentOf(
  given: readonly ArgumentNode[],
  argument: 'first' | 'last',
  defaults: Variables,
): (variables: Variables) => unknown {
  const value = given.find(({ name }) => name.value === argument)?.value;
  const unless = argument === 'last' ? undefined : null;
  if (value?.kind === Kind.INT) return () => Number(value.value);
  if (value?.kind === Kind.NULL) return () => unless;
  if (value?.kind !== Kind.VARIABLE) return () => undefined;
  const name = value.name.value;
  return (variables) => {
    if (variables === LARGEST) return LARGEST_PAGE;
    const size = name in variables ? variables[name] : defaults[name];
    return size === null ? unless : size;
  };
}

/** Returns the field's default page size. */
function pageOf({ args }: GraphQLField<unknown, unknown>): number {
  const size: unknown = args.find(({ name }) => name === 'first')?.defaultValue;
  return typeof size === 'number' ? size : DEFAULT_PAGE;
}

/** A list of nights is unpaginated and as long as the requested range. */
const areNights = ({ type, args }: GraphQLField<unknown, unknown>): boolean =>
  isListType(getNullableType(type)) &&
  ['from', 'until'].every((name) => args.some((arg) => arg.name === name));

/**
 * Returns the number of nights in a range, both ends included. An invalid range will be refused, so it's
 * priced as one night.
 */
function nightsOf(given: readonly ArgumentNode[], defaults: Variables): (variables: Variables) => number {
  const readerOf = (name: string) => {
    const value = given.find((node) => node.name.value === name)?.value;
    if (value?.kind === Kind.STRING) return () => value.value;
    if (value?.kind !== Kind.VARIABLE) return () => undefined;
    return (variables: Variables) => variables[value.name.value] ?? defaults[value.name.value];
  };
  const [from, until] = [readerOf('from'), readerOf('until')];
  const isOpen = given.some(({ name, value }) => isBound(name.value) && value.kind === Kind.VARIABLE);
  return (variables) => {
    if (variables === LARGEST && isOpen) return MAX_RANGE;
    const days = (Date.parse(String(until(variables))) - Date.parse(String(from(variables)))) / DAY_MS;
    return Number.isFinite(days) ? Math.min(MAX_RANGE, Math.max(1, Math.round(days) + 1)) : 1;
  };
}

const isBound = (argument: string) => argument === 'from' || argument === 'until';

const DAY_MS = 86_400_000;

const bounded = (size: unknown) =>
  typeof size === 'number' ? Math.min(LARGEST_PAGE, Math.max(1, size)) : DEFAULT_PAGE;

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Variables {
  const defaults: Record<string, unknown> = {};
  for (const { variable, defaultValue } of variableDefinitions) {
    if (defaultValue?.kind === Kind.INT) defaults[variable.name.value] = Number(defaultValue.value);
    if (defaultValue?.kind === Kind.STRING) defaults[variable.name.value] = defaultValue.value;
  }
  return defaults;
}
