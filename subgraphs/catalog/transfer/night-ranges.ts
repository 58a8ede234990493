import { dateOfEpochDay, type EpochDay, epochDayOf } from '../domain/calendar.ts';
import type { NightsDefinition } from './definition.ts';

/** A host's settings for a night; null if unset. */
export interface NightState {
  readonly rate: number | null;
  readonly total: number;
  readonly closed: number;
  readonly reason: string | null;
  readonly minStay: number | null;
  readonly maxStay: number | null;
  readonly closedToArrival: boolean;
  readonly closedToDeparture: boolean;
  readonly stopSell: boolean;
}

/** A night's current state: the host's settings, and its held and booked units. */
export interface Night extends NightState {
  readonly day: EpochDay;
  readonly taken: number;
}

/** A night without settings. */
export const plainNight = (units: number): NightState => ({
  rate: null,
  total: units,
  closed: 0,
  reason: null,
  minStay: null,
  maxStay: null,
  closedToArrival: false,
  closedToDeparture: false,
  stopSell: false,
});

/** Nights with their own settings; equal neighbors are merged. */
export function rangesOf(nights: readonly Night[], units: number): readonly NightsDefinition[] {
  const ranges: { from: EpochDay; until: EpochDay; set: string }[] = [];
  for (const { day, taken: _taken, ...state } of nights) {
    const set = JSON.stringify(settingsOf(state, units));
    if (set === '{}') continue;
    const last = ranges.at(-1);
    if (last && last.until === day - 1 && last.set === set) last.until = day;
    else ranges.push({ from: day, until: day, set });
  }
  return ranges.map(({ from, until, set }) => ({
    from: dateOfEpochDay(from).toString(),
    until: dateOfEpochDay(until).toString(),
    ...JSON.parse(set),
  }));
}

/** A night's settings that differ from the defaults, in the file's format. */
const settingsOf = (night: NightState, units: number): Omit<NightsDefinition, 'from' | 'until'> => ({
  ...(night.rate !== null && { rate: night.rate }),
  ...(night.total !== units && { units: night.total }),
  ...(night.closed > 0 && { closed: night.closed }),
  ...(night.closed > 0 && night.reason !== null && { reason: night.reason }),
  ...(night.minStay !== null && { minStay: night.minStay }),
  ...(night.maxStay !== null && { maxStay: night.maxStay }),
  ...(night.closedToArrival && { closedToArrival: true }),
  ...(night.closedToDeparture && { closedToDeparture: true }),
  ...(night.stopSell && { stopSell: true }),
});

/**
 * The nights in a file: the whole calendar from today, or only some nights, in which case the others stay
 * unchanged.
 */
export interface WantedNights {
  readonly mode: 'whole' | 'some';
  readonly ranges: readonly NightsDefinition[];
  /** The line of each range in its file; undefined if ranges have no lines of their own. */
  readonly lines?: readonly number[];
}

/** A night that can't match the file. */
export interface NightObjection {
  readonly field: string;
  readonly message: string;
  /** Index of its range. */
  readonly range: number;
}

/** The changed nights with their new values, or the objections. Skips past nights. */
export function changedNights(
  nights: readonly Night[],
  units: number,
  { mode, ranges }: WantedNights,
): { readonly changed: readonly Night[] } | { readonly objection: NightObjection } {
  const first = nights[0]?.day ?? 0;
  const wanted = nights.map((night) => (mode === 'whole' ? { ...night, ...plainNight(units) } : night));
  for (const [range, { from, until, units: total, ...set }] of ranges.entries()) {
    const [begin, end] = [dayOf(from), dayOf(until)];
    if (end - first >= nights.length && nights.length > 0)
      return {
        objection: { field: 'until', message: `${until} is later than the last night on sale.`, range },
      };
    for (let day = Math.max(begin, first); day <= end; day++) {
      const night = wanted[day - first];
      if (night) wanted[day - first] = { ...night, ...given(set), ...(total !== undefined && { total }) };
    }
  }
  const changed = wanted.filter((night, at) => JSON.stringify(night) !== JSON.stringify(nights[at]));
  const short = changed.find(({ total, closed, taken }) => total < taken || closed > total);
  if (!short) return { changed };
  const on = dateOfEpochDay(short.day);
  const message =
    short.total < short.taken
      ? `On ${on}, ${short.taken} units are held or booked, so the total can’t be ${short.total}.`
      : `On ${on}, ${short.closed} of ${short.total} units would be closed.`;
  const range = ranges.findLastIndex(
    ({ from, until }) => dayOf(from) <= short.day && short.day <= dayOf(until),
  );
  return { objection: { field: short.total < short.taken ? 'units' : 'closed', message, range } };
}

/** The settings given for a range. */
const given = (set: object): Partial<NightState> =>
  Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));

const dayOf = (date: string): EpochDay => epochDayOf(Temporal.PlainDate.from(date));
