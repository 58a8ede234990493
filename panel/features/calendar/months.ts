import { HORIZON_DAYS } from '../../../schema/limits.ts';
import { addDays } from '../../format/dates.ts';

/** Returns the first day of a date's month. */
export const startOfMonth = (date: string): string => `${date.slice(0, 7)}-01`;

/** Returns the first day of the month `months` later. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** Returns the last day of a date's month. */
export const endOfMonth = (date: string): string => addDays(addMonths(date, 1), -1);

/** Returns the last night that can be on sale. */
export const horizon = (today: string): string => addDays(today, HORIZON_DAYS);

/** Returns a month's weeks, Monday first; null for days in other months. */
export function weeksOf(firstDay: string): (string | null)[][] {
  const before = (new Date(`${firstDay}T00:00:00Z`).getUTCDay() + 6) % 7;
  const days = Number(endOfMonth(firstDay).slice(8));
  const weeks = Math.ceil((before + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const place = week * 7 + weekday - before;
      return place >= 0 && place < days ? addDays(firstDay, place) : null;
    }),
  );
}
