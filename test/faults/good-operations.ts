import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Json } from './mutate.ts';

const GOOD: Readonly<Record<string, Json>> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  String: 'text',
  Date: '2031-05-05',
  DateTime: '2026-01-01T00:00:00Z',
  MinorUnits: 12_000,
};

/** Options for generating operations. */
interface Making {
  /** The id for a field's argument; `1` when omitted. */
  readonly idFor?: (field: string, argument: string) => string;
  /** Selection depth for objects: `-1` selects only `__typename`. */
  readonly levels?: number;
}

type ViewName = '2026-01' | 'unstable' | 'host';

const schemas = new Map<ViewName, GraphQLSchema>();

/** Cached: a file requests a view's operations dozens of times. */
function schemaOf(view: ViewName): GraphQLSchema {
  const known =
    schemas.get(view) ?? buildSchema(readFileSync(`schema/generated/${view}/api.graphql`, 'utf8'));
  schemas.set(view, known);
  return known;
}

/** Every operation in a view, with all its arguments as variables, and valid values. */
export function operationsOf(view: ViewName, making: Making = {}) {
  const schema = schemaOf(view);
  const fieldsOf = (root: string) => {
    const type = schema.getType(root);
    return isObjectType(type) ? Object.values(type.getFields()) : [];
  };
  return (['Query', 'Mutation'] as const).flatMap((root) =>
    fieldsOf(root).map((field) => operationOf(root, field, making)),
  );
}

function operationOf(
  root: 'Query' | 'Mutation',
  field: GraphQLField<unknown, unknown>,
  { idFor = () => '1', levels = 2 }: Making,
) {
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const query = `${root.toLowerCase()} ${declared && `(${declared})`} { ${field.name} ${given && `(${given})`} ${selectionOf(field.type, levels)} }`;
  const variables: Json = Object.fromEntries(
    field.args.map(({ name, type }) => [
      name,
      goodValue(name, type, (argument) => idFor(field.name, argument)),
    ]),
  );
  return { root, field: field.name, query, variables };
}

function selectionOf(type: GraphQLOutputType, levels: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  if (levels < 0) return '{ __typename }';
  const inner = Object.values(named.getFields())
    .filter((field) => field.args.every(({ type: wanted }) => !String(wanted).endsWith('!')))
    .flatMap((field) => {
      if (isLeafType(getNamedType(field.type))) return [field.name];
      return levels === 0 ? [] : [`${field.name} ${selectionOf(field.type, levels - 1)}`];
    });
  return `{ __typename ${inner.join(' ')} }`;
}

function goodValue(name: string, type: GraphQLInputType, idOf: (argument: string) => string): Json {
  const bare = getNullableType(type);
  if (isListType(bare)) return [goodValue(name, bare.ofType, idOf)];
  if (isEnumType(bare)) return bare.getValues()[0]?.name ?? null;
  if (['after', 'before', 'last'].includes(name)) return null;
  if (String(bare) === 'ID') return idOf(name);
  if (!isInputObjectType(bare)) return GOOD[String(bare)] ?? null;
  return Object.fromEntries(
    Object.values(bare.getFields()).map((field) => [field.name, goodValue(field.name, field.type, idOf)]),
  );
}
