import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { readDuration } from '#kit/durations.ts';
import { isName } from '#kit/names.ts';
import { isStorable } from '#kit/text.ts';
import type { Refusal } from '../errors.ts';
import { slaProblem } from './sla.ts';
import type { TaskField } from './task-types.ts';

/** A task type as registered by an app. */
export interface NewType {
  readonly key: string;
  readonly name: string;
  readonly description?: string | null;
  /** ISO 8601 duration. */
  readonly sla?: string | null;
  readonly fields?:
    | readonly {
        readonly key: string;
        readonly type: string;
        readonly label: string;
        readonly requiredToComplete?: boolean | null;
      }[]
    | null;
}

const KEY = /^[a-z][a-z0-9_-]{0,49}$/;
const FIELD_KEY = /^[A-Za-z0-9._-]{1,64}$/;
const LONGEST_NAME = 60;
const LONGEST_DESCRIPTION = 300;
const MAX_FIELDS = 20;
const FIELD_TYPES = ['string', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'url'];

/**
 * Parses a registration, or returns its errors, within the bounds for `[[task_types]]`
 * (docs/interface/tasks.md#task-types-from-apps).
 */
export function readNewType(
  { key, name, description, sla, fields }: NewType,
  minSlaMs: number,
): { name: string; description: string; slaMs: number | null; fields: readonly TaskField[] } | Refusal {
  if (!KEY.test(key))
    return invalid('key', 'The key must have 1 to 50 lower-case letters, digits, dashes and underscores.');
  if (!isName(name, LONGEST_NAME))
    return invalid('name', `The name must have 1 to ${LONGEST_NAME} visible characters.`);
  const text = description?.trim() ?? '';
  if (text.length > LONGEST_DESCRIPTION || !isStorable(text))
    return invalid('description', `The description must have at most ${LONGEST_DESCRIPTION} characters.`);
  const texts = { name, description: text, fields: (fields ?? []).map(({ label }) => label).join('\n\n') };
  const withCard = Object.entries(texts).find(([, one]) => hasCardNumber(one));
  if (withCard) return { field: ['input', withCard[0]], message: CARD_REFUSAL, code: 'CARD_DATA' };
  const slaMs = sla == null ? null : readDuration(sla);
  if (sla != null && slaMs === null) return invalid('sla', 'sla must be an ISO 8601 duration, like "PT30M".');
  const problem = slaMs === null ? null : slaProblem(slaMs, minSlaMs);
  if (problem) return invalid('sla', problem);
  const wrong = fieldProblem(fields ?? []);
  if (wrong) return invalid('fields', wrong);
  return {
    name: name.trim(),
    description: text,
    slaMs,
    fields: (fields ?? []).map(({ requiredToComplete, ...field }) => ({
      ...field,
      label: field.label.trim(),
      required: requiredToComplete ?? false,
    })),
  };
}

function fieldProblem(fields: NonNullable<NewType['fields']>): string | null {
  if (fields.length > MAX_FIELDS) return `A task type can have at most ${MAX_FIELDS} fields.`;
  if (new Set(fields.map(({ key }) => key)).size < fields.length)
    return 'Every field must have a unique key.';
  for (const { key, type, label } of fields) {
    if (!FIELD_KEY.test(key))
      return 'The key of a field must have 1 to 64 letters, digits, dots, dashes and underscores.';
    if (!FIELD_TYPES.includes(type)) return `The type of a field must be one of ${FIELD_TYPES.join(', ')}.`;
    if (!isName(label, LONGEST_NAME))
      return `The label of a field must have 1 to ${LONGEST_NAME} visible characters.`;
  }
  return null;
}

const invalid = (argument: string, message: string): Refusal => ({
  field: ['input', argument],
  message,
  code: 'INVALID',
});
