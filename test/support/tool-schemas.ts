import { Ajv2020 } from 'ajv/dist/2020.js';

/** A tool as a provider receives it. */
export interface OfferedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
}

type Schema = Readonly<Record<string, unknown>>;

/** Every schema in a tool's input with its path, the root first. */
function schemasIn(schema: unknown, at = '$'): readonly (readonly [at: string, schema: Schema])[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node = schema as Schema; // just checked
  const named = Object.entries((node.properties ?? {}) as Schema).flatMap(([name, inner]) =>
    schemasIn(inner, `${at}.${name}`),
  );
  const others = [node.items, ...((node.anyOf as unknown[] | undefined) ?? [])];
  return [[at, node], ...named, ...others.flatMap((inner) => schemasIn(inner, `${at}[]`))];
}

const unknownKeywords = (schema: unknown, known: readonly string[]) =>
  schemasIn(schema).flatMap(([at, node]) =>
    Object.keys(node)
      .filter((keyword) => !known.includes(keyword))
      .map((keyword) => `${at} has ${keyword}`),
  );

const depthOf = (at: string) => at.split(/[.[]/).length;

/**
 * OpenAI, "Structured Outputs", sections "Supported schemas" and "Limitations"
 * (https://platform.openai.com/docs/guides/structured-outputs): the root is an object; string keywords are
 * `pattern` and `format`, number keywords the bounds, array keywords the length; nesting to 10 levels, 5,000
 * properties. The client adds that every property is required and no others are allowed (the Agents SDK's
 * `strict: true`), and refuses `default`.
 */
export function faultsForOpenAi({ name, inputSchema }: OfferedTool): string[] {
  const nodes = schemasIn(inputSchema);
  return [
    ...(/^[a-zA-Z0-9_-]{1,64}$/.test(name) ? [] : [`the name ${name}`]),
    ...((inputSchema as Schema).type === 'object' ? [] : ['the root is no object']),
    ...nodes.flatMap(([at]) => (depthOf(at) > 10 ? [`${at} is too deep`] : [])),
    ...(nodes.length > 5_000 ? ['too many properties'] : []),
    ...unknownKeywords(inputSchema, [
      'type',
      'description',
      'title',
      'enum',
      'const',
      'anyOf',
      '$ref',
      '$defs',
      'properties',
      'required',
      'additionalProperties',
      'items',
      'minItems',
      'maxItems',
      'pattern',
      'format',
      'multipleOf',
      'minimum',
      'maximum',
      'exclusiveMinimum',
      'exclusiveMaximum',
    ]),
  ];
}

/**
 * Gemini, "Function calling", a function declaration's `Schema` object
 * (https://ai.google.dev/api/caching#Schema): a subset of OpenAPI 3.0. Omits later additions (`default`,
 * `minLength`, `maxLength`, `pattern`, `example`), as older endpoints refuse them. `enum` is for strings; a
 * type has one of six values; a format may be any.
 */
export function faultsForGemini({ name, inputSchema }: OfferedTool): string[] {
  const types = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
  return [
    ...(/^[a-zA-Z_][\w.-]{0,63}$/.test(name) ? [] : [`the name ${name}`]),
    ...unknownKeywords(inputSchema, [
      'type',
      'format',
      'title',
      'description',
      'nullable',
      'enum',
      'items',
      'minItems',
      'maxItems',
      'properties',
      'required',
      'minimum',
      'maximum',
      'anyOf',
      'propertyOrdering',
    ]),
    ...schemasIn(inputSchema).flatMap(([at, { type, enum: values, items, required, properties }]) => [
      ...(types.includes(type as string) ? [] : [`${at} has the type ${JSON.stringify(type)}`]),
      ...(values && type !== 'string' ? [`${at} has an enum`] : []),
      ...(type === 'array' && !items ? [`${at} has no items`] : []),
      ...((required as string[] | undefined) ?? []).flatMap((key) =>
        Object.hasOwn((properties ?? {}) as object, key) ? [] : [`${at} requires ${key}, which it lacks`],
      ),
    ]),
  ];
}

/**
 * Anthropic, "Define tools" (https://docs.anthropic.com/en/docs/agents-and-tools/tool-use): the name has 1 to
 * 64 letters, digits, underscores and dashes; `input_schema` is JSON Schema 2020-12 with type object, without
 * `anyOf`, `oneOf` and `allOf` at its root, and its property keys have 1 to 64 letters, digits, underscores,
 * dots and dashes.
 */
export function faultsForAnthropic({ name, inputSchema }: OfferedTool): string[] {
  const root = inputSchema as Schema;
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: false });
  const valid = ajv.validateSchema(inputSchema) === true; // a promise only for schemas marked as asynchronous
  return [
    ...(/^[a-zA-Z0-9_-]{1,64}$/.test(name) ? [] : [`the name ${name}`]),
    ...(root.type === 'object' ? [] : ['the root is no object']),
    ...['anyOf', 'oneOf', 'allOf']
      .filter((keyword) => keyword in root)
      .map((keyword) => `the root has ${keyword}`),
    ...(valid ? [] : [ajv.errorsText()]),
    ...schemasIn(inputSchema).flatMap(([at, { properties }]) =>
      Object.keys((properties ?? {}) as object)
        .filter((key) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key))
        .map((key) => `${at} has the key ${key}`),
    ),
  ];
}
