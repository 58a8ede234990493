import { HORIZON_DAYS } from '#schema/limits.ts';
import { dateOfEpochDay, type EpochDay, epochDayOf } from '../../domain/calendar.ts';

/** Whole months in a calendar. */
interface Months {
  readonly first: EpochDay;
  readonly days: number;
}

/**
 * Returns whole months from `asked`, any day of the first month; null means today's month. The first month is
 * kept within the booking horizon.
 */
export function monthsFrom(asked: Temporal.PlainDate | null, today: EpochDay, months: number): Months {
  const day = asked === null ? today : epochDayOf(asked);
  const from = dateOfEpochDay(Math.min(Math.max(day, today), today + HORIZON_DAYS)).with({ day: 1 });
  return { first: epochDayOf(from), days: from.until(from.add({ months })).days };
}
