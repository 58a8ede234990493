/** A schema library's issue, reduced to the fields needed for its message. */
interface SchemaIssue {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly expected?: unknown;
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly divisor?: unknown;
  readonly values?: unknown;
  readonly format?: unknown;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
  date: 'a date',
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  guid: 'a UUID',
  url: 'a web address',
  email: 'an email address',
  date: 'a date like 2031-05-01',
  datetime: 'an instant like 2031-05-01T12:00:00Z',
};

/**
 * Returns the reason a value breaks a schema, as a verb phrase in our words: `must be text, not a number`.
 * The schema library's messages never reach a caller, except for rules that we wrote (`custom`).
 */
export function reasonOf(issue: SchemaIssue, value: unknown): string {
  if (value === undefined && issue.code !== 'custom') return 'is missing';
  switch (issue.code) {
    case 'custom':
      return issue.message ?? 'is not valid';
    case 'invalid_type': {
      const { expected } = issue;
      const isFraction = typeof value === 'number' && expected === 'int';
      return `must be ${KINDS[String(expected)] ?? 'of another type'}${isFraction ? `, not ${value}` : insteadOf(value)}`;
    }
    case 'too_small':
      return `must ${amount(issue.origin, 'at least', Number(issue.minimum))}`;
    case 'too_big':
      return `must ${amount(issue.origin, 'at most', Number(issue.maximum))}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_value': {
      const known = Array.isArray(issue.values) ? issue.values.map((one) => JSON.stringify(one)) : [];
      return `must be ${known.length > 1 ? 'one of ' : ''}${known.join(', ')}`;
    }
    case 'invalid_format':
      return `must be ${FORMATS[String(issue.format)] ?? 'text in the documented format'}`;
    default:
      return "isn't in the documented format";
  }
}

function amount(origin: unknown, bound: string, count: number): string {
  if (origin === 'string') return `have ${bound} ${count} ${count === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `have ${bound} ${count} ${count === 1 ? 'entry' : 'entries'}`;
  return `be ${bound} ${count}`;
}

/** Names the received type: `, not a list`. */
export function insteadOf(value: unknown): string {
  const json = typeof value === 'string' ? kindOfJson(value) : null;
  return json === null
    ? `, not ${kindOf(value)}`
    : `, not text: send ${json} itself instead of its JSON text`;
}

/** Returns the kind of JSON value in a text, an object or a list; null if it's neither. */
function kindOfJson(text: string): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return Array.isArray(JSON.parse(text)) ? 'the list' : 'the object';
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return KINDS[typeof value] ?? 'that';
}

/** Returns the value at a path in parsed JSON; undefined if there is none. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    root,
  );
}
