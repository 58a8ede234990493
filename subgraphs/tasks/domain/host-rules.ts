import { CHECK_OUT_HOUR } from '#kit/dates.ts';
import type { TaskRule } from './task-types.ts';

/** The booking that a rule creates a task for. Days are `YYYY-MM-DD`, the zone is an IANA name. */
export interface RuledStay {
  readonly checkIn: string;
  readonly checkOut: string;
  readonly timeZone: string;
}

/** By when a task is to be done that is due on the day of arrival, in the property's time: guests come in the afternoon. */
const CHECK_IN_HOUR = 15;

/** When a task at the check-out day of a stay is due. `checkOut` is `YYYY-MM-DD`, `timeZone` an IANA name. */
export const dueAtCheckOut = (checkOut: string, timeZone: string): Date =>
  atHour(checkOut, CHECK_OUT_HOUR, timeZone);

/** When a task is due that a rule creates now; null: at no given time. */
export function dueOf(due: TaskRule['due'], now: Date, stay: RuledStay | null): Date | null {
  if (typeof due === 'number') return new Date(now.getTime() + due);
  if (due === null || stay === null) return null;
  if (due === 'check_out') return dueAtCheckOut(stay.checkOut, stay.timeZone);
  return atHour(stay.checkIn, CHECK_IN_HOUR, stay.timeZone);
}

function atHour(day: string, hour: number, timeZone: string): Date {
  const instant = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: { hour } });
  return new Date(instant.epochMilliseconds);
}
