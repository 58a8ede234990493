import { type IsoDate, nightsBetween } from '#kit/dates.ts';
import type { ReportComparison, ReportGroup } from '../../generated.ts';

/** A report's first and last day, both included, `YYYY-MM-DD`. */
export interface Period {
  readonly from: IsoDate;
  readonly until: IsoDate;
}

/** Lists a period's days in order. */
export function daysOf({ from, until }: Period): readonly IsoDate[] {
  const first = Temporal.PlainDate.from(from);
  const count = nightsBetween(first, Temporal.PlainDate.from(until)) + 1;
  return Array.from({ length: count }, (_, days) => first.add({ days }).toString());
}

/** Lists the months that contain a period's days, `YYYY-MM`, in order. */
export function monthsOf({ from, until }: Period): readonly string[] {
  const first = Temporal.PlainDate.from(from).toPlainYearMonth();
  const { months } = first.until(Temporal.PlainDate.from(until).toPlainYearMonth(), {
    largestUnit: 'months',
  });
  return Array.from({ length: months + 1 }, (_, later) => first.add({ months: later }).toString());
}

/** Returns the period to compare a report with; null for none. */
export function comparedPeriod({ from, until }: Period, compare: ReportComparison): Period | null {
  const first = Temporal.PlainDate.from(from);
  const last = Temporal.PlainDate.from(until);
  switch (compare) {
    case 'none':
      return null;
    case 'previous_period': {
      const days = nightsBetween(first, last) + 1;
      return { from: first.subtract({ days }).toString(), until: first.subtract({ days: 1 }).toString() };
    }
    case 'same_period_last_year':
      return {
        from: first.subtract({ years: 1 }).toString(),
        until: last.subtract({ years: 1 }).toString(),
      };
  }
}

/** A report's divisions by time. */
export const TIMES = ['day', 'week', 'month'] as const satisfies readonly ReportGroup[];
export type Time = (typeof TIMES)[number];

export const isTime = (group: ReportGroup | null): group is Time => TIMES.some((time) => time === group);

/** Returns the key of a day's week (ISO 8601) or month, or the day. */
export function timeKey(day: IsoDate, time: Time): string {
  if (time === 'day') return day;
  if (time === 'month') return day.slice(0, 7);
  const { yearOfWeek = 0, weekOfYear = 0 } = Temporal.PlainDate.from(day);
  return `${yearOfWeek}-W${String(weekOfYear).padStart(2, '0')}`;
}

/** Puts a day, week or month in words: `28 May 2027`, `Week 21, 2027`, `May 2027`. */
export function timeLabel(key: string, time: Time): string {
  if (time === 'week') {
    const [year, week = ''] = key.split('-W');
    return `Week ${Number(week)}, ${year}`;
  }
  const date = new Date(`${time === 'day' ? key : `${key}-01`}T00:00:00Z`);
  return (time === 'day' ? DAY : MONTH).format(date);
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
