import { isStorable } from './text.ts';

/** A value that an app noted on a task, a booking or a property. */
export interface CustomField {
  /** Slug of the app that wrote it. */
  readonly namespace: string;
  readonly key: string;
  readonly type: string;
  readonly value: string;
}

/** Why a custom field may not be written, in the shape of the SDL's `UserError`. */
export interface CustomFieldProblem {
  /** The argument it is about. */
  readonly field: readonly [string];
  /** A whole sentence for a person. */
  readonly message: string;
  readonly code: 'NAMESPACE_NOT_OWNED' | 'INVALID' | 'TOO_MANY';
}

/** Fields one app may keep on one task, booking or property. */
export const MAX_FIELDS_PER_NAMESPACE = 50;
const MAX_VALUE_LENGTH = 5_000;
const KEY = /^[A-Za-z0-9._-]{1,64}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Whether a text is a value of each type. */
const TYPES: Readonly<Record<string, (value: string) => boolean>> = {
  string: () => true,
  integer: (value) => /^-?\d{1,18}$/.test(value),
  decimal: (value) => /^-?\d{1,18}(\.\d{1,9})?$/.test(value),
  boolean: (value) => value === 'true' || value === 'false',
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && succeeds(() => Temporal.PlainDate.from(value)),
  datetime: (value) => INSTANT.test(value) && succeeds(() => Temporal.Instant.from(value)),
  url: (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  json: (value) => succeeds(() => JSON.parse(value)),
};

/**
 * Why an app may not write a field among those there are; null when it may. An app writes only the namespace equal to its
 * slug (docs/interface/graphql.md#custom-fields).
 */
export function customFieldProblem(
  fields: readonly CustomField[],
  field: CustomField,
  appSlug: string,
): CustomFieldProblem | null {
  if (field.namespace !== appSlug) {
    return {
      field: ['namespace'],
      message: `An app writes only its own namespace, which is "${appSlug}".`,
      code: 'NAMESPACE_NOT_OWNED',
    };
  }
  const invalid = (path: string, message: string): CustomFieldProblem => ({
    field: [path],
    message,
    code: 'INVALID',
  });
  if (!KEY.test(field.key)) {
    return invalid('key', 'The key must have 1 to 64 letters, digits, dots, dashes or underscores.');
  }
  const accepts = Object.hasOwn(TYPES, field.type) ? TYPES[field.type] : undefined;
  if (!accepts) return invalid('type', `The type must be one of ${Object.keys(TYPES).join(', ')}.`);
  if (field.value.length > MAX_VALUE_LENGTH) {
    return invalid('value', `The value must have at most ${MAX_VALUE_LENGTH} characters.`);
  }
  if (!isStorable(field.value)) {
    return invalid('value', 'The value must be text without U+0000 and lone surrogates.');
  }
  if (!accepts(field.value)) return invalid('value', `The value is not a ${field.type}.`);
  const others = fields.filter(({ namespace, key }) => namespace === appSlug && key !== field.key);
  if (others.length < MAX_FIELDS_PER_NAMESPACE) return null;
  return {
    field: ['key'],
    message: `An app keeps at most ${MAX_FIELDS_PER_NAMESPACE} custom fields on one thing.`,
    code: 'TOO_MANY',
  };
}

/** The fields with one written, ordered by namespace and key. */
export function withCustomField(fields: readonly CustomField[], field: CustomField): readonly CustomField[] {
  const others = fields.filter(({ namespace, key }) => namespace !== field.namespace || key !== field.key);
  return [...others, field].sort((a, b) => compare(a.namespace, b.namespace) || compare(a.key, b.key));
}

/** Whether writing a field would change nothing. */
export function hasCustomField(fields: readonly CustomField[], field: CustomField): boolean {
  return fields.some(
    ({ namespace, key, type, value }) =>
      namespace === field.namespace && key === field.key && type === field.type && value === field.value,
  );
}

/** The fields of one namespace; all of them where none is named. */
export function inNamespace(
  fields: readonly CustomField[],
  namespace: string | null | undefined,
): readonly CustomField[] {
  return namespace == null ? fields : fields.filter((field) => field.namespace === namespace);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function succeeds(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}
