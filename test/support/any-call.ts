import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/** Values for arguments and input fields by their name, before those for their type. */
export type Given = Readonly<Record<string, string>>;

const OF_TYPE: Readonly<Record<string, string>> = {
  ID: '"0"',
  String: '"none"',
  Int: '1',
  Float: '1',
  Boolean: 'false',
  Date: '"2031-01-01"',
  DateTime: '"2031-01-01T00:00:00Z"',
  MinorUnits: '1',
  JSON: '{}',
};

/** A call to a field with its required arguments only, selecting as much of its result as `depth` levels hold. */
export function anyCall(field: GraphQLField<unknown, unknown>, given: Given = {}, depth = 0): string {
  const needed = field.args.filter((argument) => isNeeded(argument) || argument.name in given);
  const passed = needed.map(({ name, type }) => `${name}: ${given[name] ?? literalFor(type, given)}`);
  const answer = isObjectType(getNamedType(field.type)) ? ` ${selectionOf(field, depth)}` : '';
  return `${field.name}${passed.length ? `(${passed.join(', ')})` : ''}${answer}`;
}

function selectionOf(field: GraphQLField<unknown, unknown>, depth: number): string {
  const type = getNamedType(field.type);
  const fields = isObjectType(type) && depth > 0 ? Object.values(type.getFields()) : [];
  const open = fields.filter(({ args }) => !args.some(isNeeded));
  const selected = open.flatMap((one) => {
    if (!isObjectType(getNamedType(one.type))) return [one.name];
    return depth > 1 ? [`${one.name} ${selectionOf(one, depth - 1)}`] : [];
  });
  return `{ ${['__typename', ...selected].join(' ')} }`;
}

const isNeeded = ({ type, defaultValue }: GraphQLArgument | GraphQLInputField) =>
  isNonNullType(type) && defaultValue === undefined;

function literalFor(type: GraphQLInputType, given: Given): string {
  if (isNonNullType(type)) return literalFor(type.ofType, given);
  if (isListType(type)) return `[${literalFor(type.ofType, given)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (!isInputObjectType(type)) return OF_TYPE[type.name] ?? '"none"';
  const fields = Object.values(type.getFields()).filter((one) => isNeeded(one) || one.name in given);
  return `{ ${fields.map((one) => `${one.name}: ${given[one.name] ?? literalFor(one.type, given)}`).join(', ')} }`;
}
