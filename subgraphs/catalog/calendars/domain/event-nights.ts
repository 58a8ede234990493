import type { EpochDay } from '../../domain/calendar.ts';
import type { Wall } from './feed-times.ts';

/** A start or end at the property. */
export interface Moment extends Wall {
  /** True for a whole day. */
  readonly isDay: boolean;
}

/** A range of consecutive nights. */
export interface Nights {
  readonly from: EpochDay;
  /** The day after the last night. */
  readonly to: EpochDay;
}

/**
 * An event's nights: up to the day before its end, and at least one for whole days. An event that ends at a
 * time after the usual check-in (in seconds since midnight) also takes the night of its end day. Null for an
 * event that ends before its first day's check-in.
 */
export function nightsOf(start: Moment, end: Moment, checkIn: number): Nights | null {
  const to = end.isDay || end.second <= checkIn ? end.day : end.day + 1;
  if (to > start.day) return { from: start.day, to };
  return start.isDay || end.isDay ? { from: start.day, to: start.day + 1 } : null;
}

/** Merges overlapping spans; the result is in order. */
export function union(spans: readonly Nights[]): readonly Nights[] {
  const merged: { from: EpochDay; to: EpochDay }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}
