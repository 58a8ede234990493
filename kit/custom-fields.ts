import { CARD_REFUSAL, hasCardNumber } from './card-numbers.ts';
import { isStorable } from './text.ts';
import type { Viewer } from './viewer.ts';

/** Readers in addition to the app that wrote the field. */
export type CustomFieldVisibility = 'app' | 'host' | 'guest' | 'apps';

/** A value that an app stores on a task, a booking or a property. */
export interface CustomField {
  /** The writing app's slug. */
  readonly namespace: string;
  readonly key: string;
  readonly type: string;
  readonly value: string;
  readonly visibility: CustomFieldVisibility;
}

/** A field as an app writes it; if the visibility is omitted, the stored one is kept. */
export interface CustomFieldInput extends Omit<CustomField, 'visibility'> {
  readonly visibility?: CustomFieldVisibility | null | undefined;
}

/**
 * A stored field. Fields written before visibility existed have no visibility; the host could always see
 * them.
 */
export type StoredCustomField = Omit<CustomField, 'visibility'> & Partial<Pick<CustomField, 'visibility'>>;

/** The reason a custom field can't be written, in the SDL's `UserError` shape. */
export interface CustomFieldProblem {
  /** The argument at fault. */
  readonly field: readonly [string];
  /** A complete, human-readable sentence. */
  readonly message: string;
  readonly code: 'NAMESPACE_NOT_OWNED' | 'INVALID' | 'TOO_MANY' | 'CARD_DATA';
}

/** Maximum number of fields that one app can store on one task, booking or property. */
export const MAX_FIELDS_PER_NAMESPACE = 50;
const MAX_VALUE_LENGTH = 5_000;
const KEY = /^[A-Za-z0-9._-]{1,64}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Validators by field type. */
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
 * Returns the reason an app can't add a field to the existing ones; null if it can. An app writes only the
 * namespace equal to its slug (docs/interface/graphql.md#custom-fields).
 */
export function customFieldProblem(
  fields: readonly StoredCustomField[],
  field: CustomFieldInput,
  appSlug: string,
): CustomFieldProblem | null {
  const foreign = namespaceProblem(field.namespace, appSlug);
  if (foreign) return foreign;
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
  if (!accepts(field.value)) return invalid('value', `The value isn't a ${field.type}.`);
  if (containsCard(field)) return { field: ['value'], message: CARD_REFUSAL, code: 'CARD_DATA' };
  const others = fields.filter(({ namespace, key }) => namespace === appSlug && key !== field.key);
  if (others.length < MAX_FIELDS_PER_NAMESPACE) return null;
  return {
    field: ['key'],
    message: `An app can have at most ${MAX_FIELDS_PER_NAMESPACE} custom fields on one object.`,
    code: 'TOO_MANY',
  };
}

/**
 * Searches only text values, because a number, date or address may contain digits that look like a card
 * number. JSON is also searched without its escapes.
 */
function containsCard({ type, value }: CustomFieldInput): boolean {
  if (type === 'string') return hasCardNumber(value);
  return type === 'json' && (hasCardNumber(value) || hasCardNumber(JSON.stringify(JSON.parse(value))));
}

/** Returns the reason an app can't write or delete in a namespace; null for its own. */
export function namespaceProblem(namespace: string, appSlug: string): CustomFieldProblem | null {
  if (namespace === appSlug) return null;
  return {
    field: ['namespace'],
    message: `An app can write only its own namespace, "${appSlug}".`,
    code: 'NAMESPACE_NOT_OWNED',
  };
}

/**
 * Prepares a field for writing: if the visibility is omitted, an existing field keeps its stored visibility,
 * and a new field is visible only to its app.
 */
export function customFieldToWrite(
  fields: readonly StoredCustomField[],
  { namespace, key, type, value, visibility }: CustomFieldInput,
): CustomField {
  const before = fields.find((field) => isSame(field, { namespace, key }));
  return { namespace, key, type, value, visibility: visibility ?? (before ? visibilityOf(before) : 'app') };
}

/** Returns the fields after writing one, ordered by namespace and key. */
export function withCustomField(
  fields: readonly StoredCustomField[],
  field: CustomField,
): readonly StoredCustomField[] {
  return [...withoutCustomField(fields, field), field].sort(
    (a, b) => compare(a.namespace, b.namespace) || compare(a.key, b.key),
  );
}

/** Returns the fields without this one. */
export function withoutCustomField(
  fields: readonly StoredCustomField[],
  field: FieldName,
): readonly StoredCustomField[] {
  return fields.filter((one) => !isSame(one, field));
}

/** True if a field with this name exists. */
export function namesCustomField(fields: readonly StoredCustomField[], field: FieldName): boolean {
  return fields.some((one) => isSame(one, field));
}

/** True if writing a field would change nothing. */
export function hasCustomField(fields: readonly StoredCustomField[], field: CustomField): boolean {
  return fields.some(
    (one) =>
      isSame(one, field) &&
      one.type === field.type &&
      one.value === field.value &&
      visibilityOf(one) === field.visibility,
  );
}

/**
 * Returns the fields a viewer can read, in one namespace or all (docs/interface/graphql.md#custom-fields). An
 * app reads its own fields and fields for all apps; a host reads all fields except an app's private fields;
 * other viewers read the fields for guests.
 */
export function readableFields(
  fields: readonly StoredCustomField[],
  viewer: Viewer,
  namespace?: string | null,
): readonly CustomField[] {
  return fields
    .filter((field) => namespace == null || field.namespace === namespace)
    .map((field) => ({ ...field, visibility: visibilityOf(field) }))
    .filter((field) => mayRead(viewer, field));
}

function mayRead(viewer: Viewer, { namespace, visibility }: CustomField): boolean {
  if (viewer.kind === 'app') return namespace === viewer.appSlug || visibility === 'apps';
  if (viewer.kind === 'hostUser') return visibility !== 'app';
  return viewer.kind === 'platform' || visibility === 'guest';
}

type FieldName = Pick<CustomField, 'namespace' | 'key'>;

const isSame = (a: FieldName, b: FieldName) => a.namespace === b.namespace && a.key === b.key;

const visibilityOf = ({ visibility = 'host' }: StoredCustomField): CustomFieldVisibility => visibility;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function succeeds(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}
