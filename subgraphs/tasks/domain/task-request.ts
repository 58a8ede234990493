import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { isName } from '#kit/names.ts';
import { isTextWithin } from '#kit/text.ts';
import { MAX_EXTERNAL_ID } from '#schema/limits.ts';
import type { Refusal } from '../errors.ts';
import { type ChecklistItem, readChecklist } from './checklist.ts';
import type { TaskTypeState } from './task-types.ts';

/** A requested task. */
export interface TaskRequest {
  readonly taskType: string;
  readonly propertyId: string;
  readonly bookingId?: string | null;
  readonly dueAt?: Date | null;
  readonly title?: string | null;
  readonly description?: string | null;
  /** The earlier name of `description`. */
  readonly note?: string | null;
  readonly unitId?: string | null;
  readonly assigneeAccountId?: string | null;
  readonly checklist?: readonly { readonly text: string }[] | null;
  readonly externalId?: string | null;
}

const LONGEST_TITLE = 200;
const LONGEST_NOTE = 2_000;

/**
 * Normalizes a request's text fields, or returns their errors. `app` is the calling app's slug; null for a
 * host.
 */
export function readTaskRequest(
  { title = null, description = null, note = null, checklist, externalId = null, ...chosen }: TaskRequest,
  app: string | null,
): ReadRequest | Refusal {
  const problem = titleProblem(title) ?? textProblem('description', description) ?? textProblem('note', note);
  if (problem) return problem;
  const items = readChecklist(checklist ?? []);
  if ('code' in items) return items;
  if (app !== null && chosen.assigneeAccountId != null)
    return invalid('assigneeAccountId', 'Apps assign tasks with taskAssign. Omit it.');
  if (app === null && externalId !== null)
    return invalid('externalId', 'Only apps can set externalId. Omit it.');
  if (app !== null && !(externalId !== null && isName(externalId, MAX_EXTERNAL_ID)))
    return invalid(
      'externalId',
      `externalId is required: 1 to ${MAX_EXTERNAL_ID} visible characters that identify the task in your system.`,
    );
  const text = description ?? note;
  return { title: title?.trim() ?? null, note: text?.trim() ?? null, checklist: items, externalId };
}

/** A request's normalized text fields. */
interface ReadRequest {
  readonly title: string | null;
  readonly note: string | null;
  readonly checklist: readonly ChecklistItem[];
  readonly externalId: string | null;
}

/** Returns the reason a title is invalid; null if valid or absent. */
export function titleProblem(title: string | null): Refusal | null {
  if (title === null) return null;
  if (!isName(title, LONGEST_TITLE))
    return invalid('title', `The title must have 1 to ${LONGEST_TITLE} visible characters.`);
  return cardProblem('title', title);
}

/** Returns the reason instructions are invalid; null if valid or absent. */
export function textProblem(field: 'description' | 'note', text: string | null): Refusal | null {
  if (text === null) return null;
  if (!isTextWithin(text, LONGEST_NOTE))
    return invalid(field, `The ${field} must have 1 to ${LONGEST_NOTE} characters without U+0000.`);
  return cardProblem(field, text);
}

const cardProblem = (field: string, text: string): Refusal | null =>
  hasCardNumber(text) ? { field: ['input', field], message: CARD_REFUSAL, code: 'CARD_DATA' } : null;

/** A type's fields used in the decision. */
export interface RequestedType {
  readonly name: string;
  readonly app?: string | null | undefined;
  readonly state: TaskTypeState;
  readonly retiredBecause?: string | null | undefined;
}

/**
 * Returns the reason no task with this type can be created; null if it can. `type` is null if there is no
 * type called `named`.
 */
export function typeProblem(type: RequestedType | null, named: string, app: string | null): Refusal | null {
  const refuse = (code: Refusal['code'], message: string): Refusal => ({
    field: ['input', 'taskType'],
    message,
    code,
  });
  if (app !== null && (type ? type.app !== app : !named.startsWith(`${app}/`)))
    return refuse('NOT_YOURS', `An app can only create tasks of its own types: "${app}/{key}".`);
  if (!type) return refuse('NOT_FOUND', `There is no task type "${named.slice(0, 100)}".`);
  if (type.state === 'retired') return refuse('TASK_TYPE_RETIRED', `"${type.name}": ${type.retiredBecause}`);
  if (type.state === 'offered')
    return refuse('TASK_TYPE_DISABLED', `The host hasn't switched on "${type.name}" yet.`);
  if (type.state === 'disabled') return refuse('TASK_TYPE_DISABLED', `The host switched off "${type.name}".`);
  return null;
}

const invalid = (argument: keyof TaskRequest, message: string): Refusal => ({
  field: ['input', argument],
  message,
  code: 'INVALID',
});
