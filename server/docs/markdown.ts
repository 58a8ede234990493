/** A JSON Schema, reduced to the parts that pages show. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Formats a Markdown table. Escapes line breaks and bars, which would end a cell. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

const cell = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

/** Formats the note on a page that a program writes; `from` names what it's written from. */
export const written = (from: string): string => `*Written by \`npm run docs\` from ${from}. Don't edit.*`;

/** Formats a value as a JSON block. */
export const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** Formats a schema's fields as a table, with nested fields by their path (`catalog.filters.near.lat`). */
export function fieldTable(schema: Schema, definitions: Readonly<Record<string, Schema>> = {}): string {
  const rows = fields(schema, definitions, '', []);
  return rows.length === 0 ? '' : table(['field', 'type', ''], rows);
}

/** Returns the paths of a schema's fields. */
export const fieldPaths = (schema: Schema): readonly string[] =>
  fields(schema, {}, '', []).map(([path = '']) => path.replaceAll('`', ''));

type Definitions = Readonly<Record<string, Schema>>;

function fields(
  schema: Schema,
  definitions: Definitions,
  path: string,
  within: readonly Schema[],
): string[][] {
  const { properties = {}, required = [] } = resolve(schema, definitions);
  return Object.entries(properties).flatMap(([name, given]) => {
    const own = resolve(given, definitions);
    const field = `${path}${name}`;
    const inner = own.items ? resolve(own.items, definitions) : own;
    const deeper = within.includes(inner)
      ? []
      : fields(inner, definitions, `${field}${own.items ? '[]' : ''}.`, [...within, inner]);
    const needed = required.includes(name) ? 'Required.' : '';
    const text = [needed, bounds(own), given.description ?? own.description ?? ''].filter(Boolean).join(' ');
    return [[`\`${field}\``, typeOf(own, definitions), text], ...deeper];
  });
}

const resolve = (schema: Schema, definitions: Definitions): Schema =>
  schema.$ref ? (definitions[schema.$ref.split('/').at(-1) ?? ''] ?? schema) : schema;

function typeOf(schema: Schema, definitions: Definitions): string {
  const { type, format, items, anyOf } = schema;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (anyOf)
    return [...new Set(anyOf.map((one) => typeOf(resolve(one, definitions), definitions)))].join(' or ');
  if (items) return `list of ${typeOf(resolve(items, definitions), definitions)}`;
  const name = typeof type === 'string' ? type : (type?.join(' or ') ?? 'any');
  return format ? `${name} (${format})` : name;
}

function bounds({ minimum, maximum, minItems, maxItems }: Schema): string {
  // Zod adds the range of safe integers as bounds if a schema has none.
  const far = (bound?: number) => bound !== undefined && Math.abs(bound) >= Number.MAX_SAFE_INTEGER;
  const low = minItems ?? (far(minimum) ? undefined : minimum);
  const high = maxItems ?? (far(maximum) ? undefined : maximum);
  if (low !== undefined && high !== undefined) return `${low} to ${high}.`;
  if (high !== undefined) return `At most ${high}.`;
  return low === undefined ? '' : `At least ${low}.`;
}
