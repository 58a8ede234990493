import type { StoredCustomField } from '#kit/custom-fields.ts';
import type { Refusal } from '../errors.ts';
import type { TaskField } from './task-types.ts';

/** A task type's fields. */
export interface FieldedType {
  /** Slug of the app that adds the type, also its fields' namespace. */
  readonly app?: string | null | undefined;
  readonly state: string;
  readonly fields: readonly TaskField[];
}

/** Returns a field's value; null if it's missing or has another type. */
export function filledIn(
  type: FieldedType,
  field: TaskField,
  values: readonly StoredCustomField[],
): string | null {
  const found = values.find(({ namespace, key }) => namespace === type.app && key === field.key);
  return found && found.type === field.type && found.value.trim() !== '' ? found.value : null;
}

/**
 * Returns the reason a task can't be completed yet: a required field is missing; null otherwise. A retired
 * type requires no fields, because its app is gone. See docs/interface/tasks.md#task-types-from-apps.
 */
export function missingField(type: FieldedType, values: readonly StoredCustomField[]): Refusal | null {
  if (type.state === 'retired') return null;
  const missing = type.fields.find((field) => field.required && filledIn(type, field, values) === null);
  if (!missing) return null;
  return {
    field: ['status'],
    message: `Fill in "${missing.label}" first: custom field "${missing.key}" of the app "${type.app}", type ${missing.type}.`,
    code: 'FIELD_REQUIRED',
  };
}
