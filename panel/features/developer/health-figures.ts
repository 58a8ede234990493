import { dateParts, ownDate } from '../../format/dates.ts';
import { conventions } from '../../i18n/language.ts';
import type { Tick } from './bars.tsx';
import type { DeveloperAppHealthQuery } from './generated.ts';

export type AppHealth = NonNullable<DeveloperAppHealthQuery['app']>['health'];
export type Hour = AppHealth['hours'][number];
type Day = AppHealth['installs'][number];

/** All hours' sums, with their accepted attempts' mean duration. */
export function totalsOf(hours: readonly Hour[]) {
  const sum = (of: (hour: Hour) => number) => hours.reduce((total, hour) => total + of(hour), 0);
  const delivered = sum((hour) => hour.delivered);
  const duration = sum((hour) => hour.delivered * (hour.latencyMs ?? 0));
  return {
    delivered,
    attempts: delivered + sum((hour) => hour.failed),
    latencyMs: delivered === 0 ? null : Math.round(duration / delivered),
  };
}

/** Formats a part of a whole as `98.7%`: 100% only if nothing is missing. */
export function percent(part: number, whole: number): string {
  const share = part === whole ? 100 : Math.min(99.9, (100 * part) / whole);
  return `${share.toLocaleString(conventions(), { maximumFractionDigits: 1 })}%`;
}

/** Bars that a label needs. */
const LABEL_HOURS = 18;

/** Returns the midnights in the reader's time zone, without the last if its label wouldn't fit. */
export function midnights(hours: readonly Hour[]): readonly Tick[] {
  return hours.flatMap(({ at }, place) => {
    if (new Date(at).getHours() !== 0 || place > hours.length - LABEL_HOURS) return [];
    const { weekday, number } = dateParts(ownDate(at));
    return [{ place, label: `${weekday} ${number}` }];
  });
}

/** Returns the first day and those whose number differs from the day before, newest first. */
export function changedDays(days: readonly Day[]): readonly Day[] {
  return days.filter(({ count }, place) => count !== days[place - 1]?.count).toReversed();
}
