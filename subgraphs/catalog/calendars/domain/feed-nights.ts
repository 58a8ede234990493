import { dayAfter } from '#kit/dates.ts';
import type { FeedPath } from './feed-path.ts';

/** Consecutive nights, both ends inclusive, that lack the same number of units. */
export interface Overbooking {
  readonly from: string;
  readonly until: string;
  readonly units: number;
}

/** Merges overbooked nights, in order, into spans. */
export function overbookings(
  nights: readonly { readonly night: string; readonly units: number }[],
): readonly Overbooking[] {
  const spans: { from: string; until: string; units: number }[] = [];
  for (const { night, units } of nights) {
    const last = spans.at(-1);
    if (last && last.units === units && dayAfter(last.until) === night) last.until = night;
    else spans.push({ from: night, until: night, units });
  }
  return spans;
}

/** Consecutive nights without a free unit. */
export interface TakenSpan {
  readonly checkIn: string;
  /** The day after the last night. */
  readonly checkOut: string;
  /** True for a stay; false if the host closed the nights. */
  readonly reserved: boolean;
  /** Calendars that the nights arrived through; empty for nights sold or closed here. */
  readonly via: FeedPath;
}

/** A night without a free unit. */
interface TakenNight {
  readonly night: string;
  readonly reserved: boolean;
  readonly via: FeedPath;
}

/**
 * Merges nights without a free unit, in order, into spans with the same origin. A span is reserved if any of
 * its nights is.
 */
export function takenSpans(nights: readonly TakenNight[]): readonly TakenSpan[] {
  const spans: { checkIn: string; checkOut: string; reserved: boolean; via: FeedPath }[] = [];
  for (const { night, reserved, via } of nights) {
    const last = spans.at(-1);
    if (last?.checkOut === night && last.via.join() === via.join()) {
      last.checkOut = dayAfter(night);
      last.reserved ||= reserved;
    } else spans.push({ checkIn: night, checkOut: dayAfter(night), reserved, via });
  }
  return spans;
}
