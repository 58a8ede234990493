import { CARD_REFUSAL, hasCardNumber } from './card-numbers.ts';
import { isStorable } from './text.ts';
import type { Viewer } from './viewer.ts';

/** Who may read a field besides the app that wrote it. */
export type CustomFieldVisibility = 'app' | 'host' | 'guest' | 'apps';

/** A value that an app stores on a task, a booking or a property. */
export interface CustomField {
  /** Slug of the app that wrote it. */
  readonly namespace: string;
  readonly key: string;
  readonly type: string;
  readonly value: string;
  readonly visibility: CustomFieldVisibility;
}

/** A field as an app writes it: where no visibility is given, it stays as it is. */
export interface CustomFieldInput extends Omit<CustomField, 'visibility'> {
  readonly visibility?: CustomFieldVisibility | null | undefined;
}

/** A field as it is stored: one that was written before visibility existed has none, and its host always saw it. */
export type StoredCustomField = Omit<CustomField, 'visibility'> & Partial<Pick<CustomField, 'visibility'>>;

/** Why a custom field may not be written, in the shape of the SDL's `UserError`. */
export interface CustomFieldProblem {
  /** The argument it is about. */
  readonly field: readonly [string];
  /** A whole sentence for a person. */
  readonly message: string;
  readonly code: 'NAMESPACE_NOT_OWNED' | 'INVALID' | 'TOO_MANY' | 'CARD_DATA';
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
  if (!accepts(field.value)) return invalid('value', `The value is not a ${field.type}.`);
  if (containsCard(field)) return { field: ['value'], message: CARD_REFUSAL, code: 'CARD_DATA' };
  const others = fields.filter(({ namespace, key }) => namespace === appSlug && key !== field.key);
  if (others.length < MAX_FIELDS_PER_NAMESPACE) return null;
  return {
    field: ['key'],
    message: `An app keeps at most ${MAX_FIELDS_PER_NAMESPACE} custom fields on one thing.`,
    code: 'TOO_MANY',
  };
}

/** Only texts are searched: a number, date or address may have digits like a card. JSON is also searched without its escapes. */
function containsCard({ type, value }: CustomFieldInput): boolean {
  if (type === 'string') return hasCardNumber(value);
  return type === 'json' && (hasCardNumber(value) || hasCardNumber(JSON.stringify(JSON.parse(value))));
}

/** Why an app may not write or delete in a namespace; null for its own. */
export function namespaceProblem(namespace: string, appSlug: string): CustomFieldProblem | null {
  if (namespace === appSlug) return null;
  return {
    field: ['namespace'],
    message: `An app writes only its own namespace, which is "${appSlug}".`,
    code: 'NAMESPACE_NOT_OWNED',
  };
}

/** A field ready to be written: without a visibility of its own it keeps the one it had, and a new one is for its app alone. */
export function customFieldToWrite(
  fields: readonly StoredCustomField[],
  { namespace, key, type, value, visibility }: CustomFieldInput,
): CustomField {
  const before = fields.find((field) => isSame(field, { namespace, key }));
  return { namespace, key, type, value, visibility: visibility ?? (before ? visibilityOf(before) : 'app') };
}

/** The fields with one written, ordered by namespace and key. */
export function withCustomField(
  fields: readonly StoredCustomField[],
  field: CustomField,
): readonly StoredCustomField[] {
  return [...withoutCustomField(fields, field), field].sort(
    (a, b) => compare(a.namespace, b.namespace) || compare(a.key, b.key),
  );
}

/** The fields without one. */
export function withoutCustomField(
  fields: readonly StoredCustomField[],
  field: FieldName,
): readonly StoredCustomField[] {
  return fields.filter((one) => !isSame(one, field));
}

/** Whether there is a field of this name. */
export function namesCustomField(fields: readonly StoredCustomField[], field: FieldName): boolean {
  return fields.some((one) => isSame(one, field));
}

/** Whether writing a field would change nothing. */
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
 * The fields a viewer may read, of one namespace or of all (docs/interface/graphql.md#custom-fields). An app reads its own
 * and those for all apps, a host all but those an app keeps to itself, anyone else those for guests.
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
