import { CHECK_OUT_HOUR, usableZone } from '#kit/dates.ts';
import type { StayDay, TaskRule } from './task-types.ts';

/** The booking that a rule creates a task for. Days are `YYYY-MM-DD`, the zone is an IANA name. */
export interface RuledStay {
  readonly checkIn: string;
  readonly checkOut: string;
  readonly timeZone: string;
}

/** When a task is due, and the day of its stay that this follows. */
export interface Due {
  readonly dueAt: Date | null;
  readonly dueOn: StayDay | null;
}

/** By when a task is to be done that is due on the day of arrival, in the property's time: guests come in the afternoon. */
const CHECK_IN_HOUR = 15;

/** When a task on a day of a stay is due, in the time of its property. */
export function dueOnDay(day: StayDay, { checkIn, checkOut, timeZone }: RuledStay): Date {
  const [date, hour] = day === 'check_in' ? [checkIn, CHECK_IN_HOUR] : [checkOut, CHECK_OUT_HOUR];
  const instant = Temporal.PlainDate.from(date).toZonedDateTime({
    timeZone: usableZone(timeZone),
    plainTime: { hour },
  });
  return new Date(instant.epochMilliseconds);
}

/** When a task is due that a rule creates now; at no given time where the rule or the stay does not say. */
export function dueOf(due: TaskRule['due'], now: Date, stay: RuledStay | null): Due {
  if (typeof due === 'number') return { dueAt: new Date(now.getTime() + due), dueOn: null };
  if (due === null || stay === null) return { dueAt: null, dueOn: null };
  return { dueAt: dueOnDay(due, stay), dueOn: due };
}
