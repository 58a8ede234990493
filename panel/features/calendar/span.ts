import { addDays } from '../../format/dates.ts';

/** The nights shown: `nights` nights, starting with `from`. */
export interface Span {
  readonly from: string;
  readonly nights: number;
}

/** Most nights shown: their prices for 30 unit types cost just under 1,000 points. */
const MOST = 31;
const FEWEST = 5;
/** Narrowest night in pixels: the smallest target for a finger. */
const NIGHT_PX = 44;

/** Width in pixels below which a unit type's name is above its prices instead of next to them. */
const NARROW_PX = 600;

/** True if the grid is as narrow as on a phone. */
export const isNarrow = (widthPx: number): boolean => widthPx < NARROW_PX;

/** Width in pixels of the column with the units' names. */
export const nameColumn = (widthPx: number): number => (isNarrow(widthPx) ? 72 : 168);

/** Returns the number of nights that fit into a grid's width. */
export const nightsIn = (widthPx: number): number =>
  Math.min(MOST, Math.max(FEWEST, Math.floor((widthPx - nameColumn(widthPx)) / NIGHT_PX)));

/** Returns the number of nights that *Earlier* and *Later* move by: whole weeks, so that weekdays stay in place. */
export const stepOf = (nights: number): number => Math.max(7, nights - (nights % 7));

/** Returns a span's dates. */
export const datesOf = ({ from, nights }: Span): readonly string[] =>
  Array.from({ length: nights }, (_, night) => addDays(from, night));

/** Returns a span's last night. */
export const lastOf = ({ from, nights }: Span): string => addDays(from, nights - 1);
