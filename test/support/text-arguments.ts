import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';

/** Keys and positions on the path to a text. */
export type TextPath = readonly (string | number)[];

type Schema = Readonly<Record<string, unknown>>;

const asSchema = (value: unknown): Schema =>
  typeof value === 'object' && value !== null ? (value as Schema) : {};

/** Places in a JSON Schema that accept text; a list's entry is its first. `root` resolves references. */
export function textPathsOf(
  schema: unknown,
  root: unknown = schema,
  seen: readonly unknown[] = [],
): TextPath[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node = asSchema(schema);
  if (seen.includes(node)) return [];
  const within = [...seen, node];
  if (typeof node.$ref === 'string') return textPathsOf(referred(root, node.$ref), root, within);
  const types = [node.type].flat();
  const isText = types.includes('string') || ('enum' in node && node.type === undefined);
  const named = Object.entries(asSchema(node.properties)).flatMap(([name, inner]) =>
    textPathsOf(inner, root, within).map((path) => [name, ...path]),
  );
  const entries = textPathsOf(node.items, root, within).map((path) => [0, ...path]);
  const either = [node.anyOf, node.oneOf, node.allOf].flatMap((all) => (Array.isArray(all) ? all : []));
  const others = either.flatMap((inner) => textPathsOf(inner, root, within));
  const open = asSchema(node.additionalProperties);
  const more =
    Object.keys(open).length > 0 ? textPathsOf(open, root, within).map((path) => ['any', ...path]) : [];
  const all = [...(isText ? [[]] : []), ...named, ...entries, ...others, ...more];
  return [...new Map(all.map((path) => [JSON.stringify(path), path])).values()];
}

const referred = (root: unknown, ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => asSchema(node)[key.replaceAll('~1', '/').replaceAll('~0', '~')], root);

/** A value with one text at this place. */
export function valueWith([key, ...rest]: TextPath, text: string): unknown {
  if (key === undefined) return text;
  const inner = valueWith(rest, text);
  return typeof key === 'number' ? [inner] : { [key]: inner };
}

/** A GraphQL argument that accepts text, with a document that passes it. */
export interface TextArgument {
  /** Path in the variable `$given`. */
  readonly path: TextPath;
  readonly document: string;
  /** The document with this text as a literal. */
  readonly withLiteral: (text: string) => string;
  readonly name: string;
}

const NOT_TEXT = ['Int', 'Float', 'Boolean', 'MinorUnits'];

/** Every argument in a view that accepts text, including nested fields and inputs. */
export function textArgumentsOf(view: string): readonly TextArgument[] {
  const schema = buildSchema(readFileSync(`schema/generated/${view}/api.graphql`, 'utf8'));
  return [...fieldsOf(schema)].flatMap(({ field, wrap, declared }) =>
    field.args.flatMap(({ name, type }) => {
      const others = field.args.filter((one) => one.name !== name && String(one.type).endsWith('!'));
      const beside = others.map((one) => `, ${one.name}: $o_${one.name}`).join('');
      const variables = [
        ...declared,
        ...others.map((one) => `$o_${one.name}: ${one.type}`),
        `$given: ${type}`,
      ];
      return textInputs(type).map((path): TextArgument => {
        const end = isObjectType(getNamedType(field.type)) ? ' { __typename }' : '';
        return {
          path,
          name: [name, ...path].join('.'),
          document: wrap(`${field.name}(${name}: $given${beside})${end}`, variables),
          withLiteral: (text) => wrap(`${field.name}(${name}: ${literal(path, text)})${end}`, declared),
        };
      });
    }),
  );
}

const literal = ([key, ...rest]: TextPath, text: string): string => {
  if (key === undefined) return text;
  const inner = literal(rest, text);
  return typeof key === 'number' ? `[${inner}]` : `{ ${key}: ${inner} }`;
};

interface ReachedField {
  readonly field: GraphQLField<unknown, unknown>;
  readonly declared: readonly string[];
  readonly wrap: (selection: string, variables: readonly string[]) => string;
}

/** Every field with arguments, each type reached once by the shortest path. */
function* fieldsOf(schema: GraphQLSchema): Generator<ReachedField> {
  const seen = new Set<string>();
  const queue = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    root
      ? [
          {
            type: root,
            declared: [] as readonly string[],
            wrap: (selection: string, variables: readonly string[]) =>
              `${root.name.toLowerCase()}${variables.length > 0 ? `(${variables.join(', ')})` : ''} { ${selection} }`,
          },
        ]
      : [],
  );
  for (const { type, declared, wrap } of queue) {
    if (seen.has(type.name)) continue;
    seen.add(type.name);
    for (const field of Object.values(type.getFields())) {
      if (field.args.length > 0) yield { field, declared, wrap };
      const next = getNamedType(field.type);
      if (!isObjectType(next)) continue;
      const required = field.args.filter(({ type: wanted }) => String(wanted).endsWith('!'));
      const given = required.map(({ name }) => `${name}: $r${declared.length}_${name}`);
      queue.push({
        type: next,
        declared: [
          ...declared,
          ...required.map(({ name, type: wanted }) => `$r${declared.length}_${name}: ${wanted}`),
        ],
        wrap: (selection, variables) =>
          wrap(`${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''} { ${selection} }`, variables),
      });
    }
  }
}

function textInputs(type: GraphQLInputType, seen: readonly string[] = []): TextPath[] {
  const bare = getNullableType(type);
  if (isListType(bare)) return textInputs(bare.ofType, seen).map((path) => [0, ...path]);
  if (isEnumType(bare)) return [];
  if (!isInputObjectType(bare)) return NOT_TEXT.includes(bare.name) ? [] : [[]];
  if (seen.includes(bare.name)) return [];
  return Object.values(bare.getFields()).flatMap((field) =>
    textInputs(field.type, [...seen, bare.name]).map((path) => [field.name, ...path]),
  );
}
