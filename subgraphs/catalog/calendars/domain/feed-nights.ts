import { dayAfter } from '#kit/dates.ts';
import type { FeedPath } from './feed-path.ts';

/** Nights in a row, both ends inclusive, that lack as many units. */
export interface Overbooking {
  readonly from: string;
  readonly until: string;
  readonly units: number;
}

/** Overbooked nights, which are in order, as spans. */
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

/** Nights in a row without a free unit. */
export interface TakenSpan {
  readonly checkIn: string;
  /** The day after the last night. */
  readonly checkOut: string;
  /** Whether someone stays; otherwise the host closed them. */
  readonly reserved: boolean;
  /** Calendars that took its nights, as far as they are not taken here; none for what is sold and closed here. */
  readonly via: FeedPath;
}

/** A night without a free unit. */
interface TakenNight {
  readonly night: string;
  readonly reserved: boolean;
  readonly via: FeedPath;
}

/** Nights without a free unit, which are in order, as spans of one origin: reserved where one of their nights is. */
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
