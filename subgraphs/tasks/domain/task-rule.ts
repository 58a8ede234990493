import type { Refusal } from '../errors.ts';
import type { RuledStay } from './host-rules.ts';

/** Triggers of hosts' own rules (docs/interface/tasks.md#rules-with-checklists). */
export type TaskRuleTrigger = 'check_out' | 'in_house' | 'before_arrival' | 'date';

/** A host's rule, as far as it determines when tasks are created. */
export interface Recurrence {
  readonly trigger: TaskRuleTrigger;
  readonly everyNights?: number | null | undefined;
  readonly daysBefore?: number | null | undefined;
  /** `YYYY-MM-DD`. */
  readonly date?: string | null | undefined;
}

/** A stay with its state. */
export interface StayInState extends RuledStay {
  readonly state: string;
}

/** A task that a rule creates: its key within the rule and booking, and the day on which it's due. */
export interface Occurrence {
  readonly key: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

/** Beginning of the occurrence of a check-out rule's task. */
export const CHECK_OUT_OCCURRENCE = 'out-';

const MAX_NIGHTS = 30;

/** Days after which a missed occurrence is no longer created. */
const LATE_DAYS = 1;

/** Returns the reason a rule is incomplete or out of range; null if valid. */
export function recurrenceProblem({ trigger, everyNights, daysBefore, date }: Recurrence): Refusal | null {
  const given = { everyNights, daysBefore, date };
  const needed = (
    { check_out: null, in_house: 'everyNights', before_arrival: 'daysBefore', date: 'date' } as const
  )[trigger];
  const extra = (['everyNights', 'daysBefore', 'date'] as const).find(
    (field) => field !== needed && given[field] != null,
  );
  if (extra) return invalid(extra, `A rule with the trigger ${trigger} has no ${extra}. Omit it.`);
  if (needed && given[needed] == null)
    return invalid(needed, `A rule with the trigger ${trigger} needs ${needed}.`);
  if (everyNights != null && !(everyNights >= 1 && everyNights <= MAX_NIGHTS))
    return invalid('everyNights', `everyNights must be from 1 to ${MAX_NIGHTS}.`);
  if (daysBefore != null && !(daysBefore >= 0 && daysBefore <= MAX_NIGHTS))
    return invalid('daysBefore', `daysBefore must be from 0 to ${MAX_NIGHTS}.`);
  return null;
}

/** Returns the task that a rule creates for a stay by a day, `YYYY-MM-DD` at the property; null if there is none. */
export function occurrenceOn(
  rule: Recurrence,
  { checkIn, checkOut, state }: StayInState,
  today: string,
): Occurrence | null {
  if (rule.trigger === 'before_arrival' && rule.daysBefore != null) {
    const left = daysBetween(today, checkIn);
    return state === 'expected' && left >= 0 && left <= rule.daysBefore
      ? { key: 'arrival', day: checkIn }
      : null;
  }
  if (rule.trigger !== 'in_house' || rule.everyNights == null || state !== 'in_house') return null;
  const since = daysBetween(checkIn, today);
  const late = since % rule.everyNights;
  const day = Temporal.PlainDate.from(today).subtract({ days: late }).toString();
  return since - late > 0 && late <= LATE_DAYS && day < checkOut ? { key: day, day } : null;
}

/** True if a rule for a date creates its tasks on a day. */
export function isDateDue({ date }: Recurrence, today: string): boolean {
  if (date == null) return false;
  const late = daysBetween(date, today);
  return late >= 0 && late <= LATE_DAYS;
}

const daysBetween = (from: string, until: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(until), { largestUnit: 'days' }).days;

const invalid = (argument: string, message: string): Refusal => ({
  field: ['input', argument],
  message,
  code: 'INVALID',
});
