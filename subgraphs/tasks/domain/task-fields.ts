import type { StoredCustomField } from '#kit/custom-fields.ts';
import type { Refusal } from '../errors.ts';
import type { TaskField } from './task-types.ts';

/** The kind of a task, as far as its fields go. */
export interface FieldedType {
  /** Slug of the app that brings it, which is the namespace of its fields. */
  readonly app?: string | null | undefined;
  readonly state: string;
  readonly fields: readonly TaskField[];
}

/** What was filled in for a field; null if nothing was, or something of another type. */
export function filledIn(
  type: FieldedType,
  field: TaskField,
  values: readonly StoredCustomField[],
): string | null {
  const found = values.find(({ namespace, key }) => namespace === type.app && key === field.key);
  return found && found.type === field.type && found.value.trim() !== '' ? found.value : null;
}

/**
 * Why a task cannot be completed yet: what must be filled in first; null if nothing must. A retired type asks for nothing:
 * the app that knew what for is gone. See docs/interface/tasks.md#types-of-apps.
 */
export function missingField(type: FieldedType, values: readonly StoredCustomField[]): Refusal | null {
  if (type.state === 'retired') return null;
  const missing = type.fields.find((field) => field.required && filledIn(type, field, values) === null);
  if (!missing) return null;
  return {
    field: ['status'],
    message: `Fill in "${missing.label}" first: the custom field "${missing.key}" of "${type.app}", of type ${missing.type}.`,
    code: 'FIELD_REQUIRED',
  };
}
