import { z } from 'zod';
import { sessionChanges } from '#adapters/rest/acp/body.ts';
import { RESPONSES } from '#adapters/rest/acp/session-schema.ts';
import { fieldPaths, fieldTable, type Schema, written } from './markdown.ts';

/** Writes the page for ACP's fields, from the schemas that requests are checked against and sessions are typed by. */
export function acpPage(): string {
  const [[version, newest] = raise(), ...older] = Object.entries(RESPONSES);
  return `${[
    `# ACP, every field

${written('`adapters/rest/acp/`')}

The fields below are sent to and returned by \`{base_url}/api/acp\` in version ${version}. [Booking over
ACP](../guides/book-over-acp.md) uses them in order; [errors](errors.md#acp) explains each code.`,
    `## Creating and changing a session

The body of \`POST /checkout_sessions\` and \`POST /checkout_sessions/{id}\`. A field that is omitted or null keeps its value; a new
session needs \`line_items\` or \`items\`. An item's id and quantity can be inside \`item\` or next to it. Unknown fields are ignored.`,
    fieldTable(schemaOf(sessionChanges, 'input')),
    '## Session\n\nEvery successful call returns the session.',
    fieldTable(schemaOf(newest.session)),
    '## Error',
    fieldTable(schemaOf(newest.error)),
    ...older.map(([name, responses]) => `## Version ${name}\n\n${differences(responses, newest)}`),
  ].join('\n\n')}\n`;
}

type Responses = (typeof RESPONSES)[keyof typeof RESPONSES];

/** Lists the fields that an older version lacks, and its own error types. */
function differences(older: Responses, newest: Responses): string {
  const lines = (['session', 'error'] as const).flatMap((name) => {
    const known = new Set(fieldPaths(schemaOf(older[name])));
    return fieldPaths(schemaOf(newest[name]))
      .filter((path) => !known.has(path))
      .map((path) => `- The ${name} has no \`${path}\`.`);
  });
  const types: readonly string[] = newest.error.shape.type.options;
  const own = older.error.shape.type.options.filter((type) => !types.includes(type));
  return [...lines, ...own.map((type) => `- An error's \`type\` can also be \`${type}\`.`)].join('\n');
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output' = 'output'): Schema =>
  // zod's type also allows booleans, which no object has
  withoutNull(z.toJSONSchema(schema, { io }) as Schema);

/** Removes `null` as an alternative, which a page explains once instead of in every row. */
function withoutNull(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  const [only, ...others] = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (only && others.length === 0) return withoutNull({ ...only, ...rest });
  return {
    ...schema,
    ...(schema.items ? { items: withoutNull(schema.items) } : {}),
    ...(schema.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, inner]) => [name, withoutNull(inner)]),
          ),
        }
      : {}),
  };
}

function raise(): never {
  throw new Error('No ACP version has schemas.');
}
