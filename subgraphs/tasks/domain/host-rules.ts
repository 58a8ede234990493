import { CHECK_OUT_HOUR, usableZone } from '#kit/dates.ts';
import type { StayDay, TaskRule } from './task-types.ts';

/** The booking for a rule's task. Days are `YYYY-MM-DD`, the zone is an IANA name. */
export interface RuledStay {
  readonly checkIn: string;
  readonly checkOut: string;
  readonly timeZone: string;
}

/** A task's due time, and the stay day that determines it. */
export interface Due {
  readonly dueAt: Date | null;
  readonly dueOn: StayDay | null;
}

/**
 * Hour by which a task due on the check-in day must be done, in the property's time zone: guests arrive in
 * the afternoon.
 */
const CHECK_IN_HOUR = 15;

/** Returns a task's due time on a stay day, in the property's time zone. */
export function dueOnDay(day: StayDay, { checkIn, checkOut, timeZone }: RuledStay): Date {
  const [date, hour] = day === 'check_in' ? [checkIn, CHECK_IN_HOUR] : [checkOut, CHECK_OUT_HOUR];
  const instant = Temporal.PlainDate.from(date).toZonedDateTime({
    timeZone: usableZone(timeZone),
    plainTime: { hour },
  });
  return new Date(instant.epochMilliseconds);
}

/** Returns a new task's due time; null if the rule or stay doesn't define one. */
export function dueOf(due: TaskRule['due'], now: Date, stay: RuledStay | null): Due {
  if (typeof due === 'number') return { dueAt: new Date(now.getTime() + due), dueOn: null };
  if (due === null || stay === null) return { dueAt: null, dueOn: null };
  return { dueAt: dueOnDay(due, stay), dueOn: due };
}
