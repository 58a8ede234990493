import type { GeneratorValue } from 'fast-check';
import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/** A generated operation with its variables. */
export interface Generated {
  readonly text: string;
  readonly variables: Record<string, unknown>;
}

type Draw = GeneratorValue;

interface State {
  readonly draw: Draw;
  readonly schema: GraphQLSchema;
  readonly definitions: string[];
  readonly variables: Record<string, unknown>;
  readonly fragments: string[];
  names: number;
  selections: number;
}

/**
 * A random operation on a schema, a query if it has no mutations: fields, aliases, arguments, variables and
 * all types of fragments. Mostly valid.
 */
export function generateOperation(draw: Draw, schema: GraphQLSchema): Generated {
  const state: State = {
    draw,
    schema,
    definitions: [],
    variables: {},
    fragments: [],
    names: 0,
    selections: 0,
  };
  const mutation = schema.getMutationType() ? chance(state, 15) : false;
  const root = mutation ? schema.getMutationType() : schema.getQueryType();
  if (!root) throw new Error('The schema has no root type.');
  const selections = selectionsOf(state, root, 0);
  const definitions = state.definitions.length ? `(${state.definitions.join(', ')})` : '';
  const text = `${mutation ? 'mutation' : 'query'} Generated${definitions} ${selections}\n${state.fragments.join('\n')}`;
  return { text, variables: state.variables };
}

const upTo = (state: State, max: number): number => state.draw(fc.nat, { max });
const chance = (state: State, percent: number): boolean => upTo(state, 99) < percent;
const one = <T>(state: State, items: readonly T[]): T => {
  const item = items[upTo(state, items.length - 1)];
  if (item === undefined) throw new Error('Nothing to choose from.');
  return item;
};

const MAX_DEPTH = 4;
const MAX_SELECTIONS = 60;

function selectionsOf(state: State, type: GraphQLNamedType, depth: number): string {
  const count = 1 + upTo(state, depth < 2 ? 3 : 2);
  const parts = Array.from({ length: count }, () => selectionOf(state, type, depth)).filter(
    (part) => part !== null,
  );
  return `{ ${parts.length ? parts.join(' ') : '__typename'} }`;
}

function selectionOf(state: State, type: GraphQLNamedType, depth: number): string | null {
  if (state.selections++ > MAX_SELECTIONS) return null;
  // Never aliased: Apollo's executor loses the alias in fragments on abstract types.
  if (chance(state, 8)) return '__typename';
  if (isAbstractType(type) && (!isInterfaceType(type) || chance(state, 60))) {
    const possible = one(state, state.schema.getPossibleTypes(type));
    return `... on ${possible.name} ${selectionsOf(state, possible, depth)}`;
  }
  if (chance(state, 10)) return fragmentOn(state, type, depth);
  if (!isObjectType(type) && !isInterfaceType(type)) return null;
  const field = one(state, Object.values(type.getFields()));
  const inner = getNamedType(field.type);
  if (isCompositeType(inner) && depth >= MAX_DEPTH) return null;
  const name = field.args.length || chance(state, 25) ? `${alias(state)}: ${field.name}` : field.name;
  const selections = isCompositeType(inner) ? selectionsOf(state, inner, depth + 1) : '';
  return `${name}${argumentsOf(state, field)}${directive(state)} ${selections}`;
}

function fragmentOn(state: State, type: GraphQLNamedType, depth: number): string {
  const [wider] = isObjectType(type) && chance(state, 30) ? type.getInterfaces() : [];
  const condition = wider ?? type;
  // Apollo's executor loses a fragment on the type itself inside a fragment on its interface, so none is
  // generated there.
  const selections = wider
    ? `{ ${one(state, Object.keys(wider.getFields()))} __typename }`
    : selectionsOf(state, type, depth);
  if (chance(state, 50)) return `... ${chance(state, 50) ? `on ${condition.name} ` : ''}${selections}`;
  const name = `F${state.names++}`;
  state.fragments.push(`fragment ${name} on ${condition.name} ${selections}`);
  return `...${name}`;
}

/** Rare: the compiled path leaves conditions to Apollo's executor, and most operations should take it. */
function directive(state: State): string {
  if (!chance(state, 1)) return '';
  const name = `v${state.names++}`;
  state.definitions.push(`$${name}: Boolean!`);
  state.variables[name] = chance(state, 50);
  return ` @${one(state, ['skip', 'include'])}(if: $${name})`;
}

function argumentsOf(state: State, field: GraphQLField<unknown, unknown>): string {
  const given = field.args
    .filter((arg) => (isNonNullType(arg.type) && arg.defaultValue === undefined) || chance(state, 60))
    .map((arg) => `${arg.name}: ${argument(state, arg.type, arg.defaultValue !== undefined)}`);
  return given.length ? `(${given.join(', ')})` : '';
}

function argument(state: State, type: GraphQLInputType, hasDefault: boolean): string {
  if (!chance(state, 50))
    return literal(value(state, type), type, (inner) => argument(state, inner, false), state);
  const name = `v${state.names++}`;
  const optional = !isNonNullType(type) || hasDefault;
  if (chance(state, 25)) {
    const nullable = isNonNullType(type) && chance(state, 50) ? type.ofType : type;
    state.definitions.push(`$${name}: ${nullable} = ${literal(value(state, type, false), type)}`);
    if (chance(state, 50)) state.variables[name] = value(state, type, false);
    return `$${name}`;
  }
  state.definitions.push(`$${name}: ${type}`);
  if (!optional || !chance(state, 20)) state.variables[name] = chance(state, 2) ? null : value(state, type);
  return `$${name}`;
}

function value(state: State, type: GraphQLInputType, nullable = true): unknown {
  if (isNonNullType(type)) return value(state, type.ofType, false);
  if (nullable && chance(state, 8)) return null;
  if (isListType(type)) {
    if (chance(state, 10)) return value(state, type.ofType, false);
    return Array.from({ length: upTo(state, 2) }, () => value(state, type.ofType));
  }
  if (isEnumType(type)) return one(state, type.getValues()).name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (field) => (isNonNullType(field.type) && field.defaultValue === undefined) || chance(state, 60),
    );
    return Object.fromEntries(fields.map((field) => [field.name, value(state, field.type)]));
  }
  if (type.name === 'Int') return upTo(state, 7);
  if (type.name === 'Boolean') return chance(state, 50);
  if (type.name === 'ID') return chance(state, 20) ? upTo(state, 6) : String(1 + upTo(state, 6));
  if (type.name === 'Day')
    return one(state, ['2026-01-02', '2026-03-04', '2031-01-01', '2026-05-06', 'no day']);
  if (type.name === 'Date') return one(state, ['2026-12-01', '2027-01-31', '2031-01-01']);
  if (type.name === 'DateTime') return one(state, ['2026-01-01T00:00:00Z', '2100-01-01T00:00:00.000Z']);
  if (type.name === 'MinorUnits') return upTo(state, 100_000);
  return one(state, ['', 'EUR', 'ab', 'abcdef', '"quoted\\ \n"']);
}

/** A value as a document literal; some fields in a literal object are variables. */
function literal(
  given: unknown,
  type: GraphQLInputType,
  nested?: (type: GraphQLInputType) => string,
  state?: State,
): string {
  if (given === null) return 'null';
  if (isNonNullType(type)) return literal(given, type.ofType, nested, state);
  if (isListType(type)) {
    if (!Array.isArray(given)) return literal(given, type.ofType, nested, state);
    return `[${given.map((item) => literal(item, type.ofType, nested, state)).join(', ')}]`;
  }
  if (isInputObjectType(type)) {
    const fields = type.getFields();
    const parts = Object.entries(given as object).map(([name, inner]) => {
      const field = fields[name];
      if (!field) throw new Error(`${type.name} has no field ${name}.`);
      const asVariable = nested && state && field.defaultValue === undefined && chance(state, 20);
      return `${name}: ${asVariable ? nested(field.type) : literal(inner, field.type, nested, state)}`;
    });
    return `{ ${parts.join(', ')} }`;
  }
  return isEnumType(type) ? String(given) : JSON.stringify(given);
}

const alias = (state: State): string => `a${state.names++}`;
