/** A range of nights, inclusive at both ends. */
export interface NightRange {
  readonly from: string;
  readonly until: string;
}

/** True if a night is in the range. */
export const isWithin = ({ from, until }: NightRange, date: string): boolean => from <= date && date <= until;

/** A range being picked: `open` after its first night, until the person picks the last one. */
export interface Picked extends NightRange {
  readonly open: boolean;
}

/**
 * Selects nights by click: the first click selects one night, the second extends to that night, and the third
 * starts over.
 */
export function pickNight({ from, open }: Picked, date: string): Picked {
  if (!open) return { from: date, until: date, open: true };
  return date < from ? { from: date, until: from, open: false } : { from, until: date, open: false };
}
