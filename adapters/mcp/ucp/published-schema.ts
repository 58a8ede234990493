import { isObject } from '../transport/message.ts';
import type { JsonSchema } from './output-schema.ts';

/**
 * Keywords that every model provider accepts in a tool's input schema (test/support/tool-schemas.ts names the
 * sources). Other keywords are described in words.
 */
const KEPT = [
  'type',
  'format',
  'description',
  'properties',
  'required',
  'items',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
] as const;

/**
 * Converts a schema for `tools/list`: keeps the keywords that all providers accept and describes the others
 * in words.
 */
export function toPublishedSchema(schema: JsonSchema): JsonSchema {
  const published: Record<string, unknown> = {};
  for (const keyword of KEPT) {
    const value = schema[keyword];
    if (value !== undefined && value !== Number.MAX_SAFE_INTEGER) published[keyword] = value;
  }
  const description = inWords(schema);
  if (description) published.description = description;
  if (isObject(schema.properties)) {
    published.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [
        name,
        isObject(inner) ? toPublishedSchema(inner) : inner,
      ]),
    );
  }
  if (isObject(schema.items)) published.items = toPublishedSchema(schema.items);
  return published;
}

/** Longer examples are in the tool's own description. */
const LONGEST_EXAMPLE = 24;

/** Returns the description, with unsupported keywords expressed in words: a default, a length, an example. */
function inWords(schema: JsonSchema): string {
  const { description, default: fallback, minLength = 0, maxLength, examples } = schema;
  const [example] = Array.isArray(examples) ? examples : [];
  return [
    description,
    fallback === undefined || isObject(fallback) ? null : `Default ${fallback}.`,
    maxLength === undefined ? null : `${minLength} to ${maxLength} characters.`,
    example === undefined || `${example}`.length > LONGEST_EXAMPLE ? null : `Example: ${example}`,
  ]
    .filter((part) => typeof part === 'string')
    .join(' ');
}
