/** Nights from one to another, both inclusive. */
export interface NightRange {
  readonly from: string;
  readonly until: string;
}

/** Whether a night lies in a range. */
export const isWithin = ({ from, until }: NightRange, date: string): boolean => from <= date && date <= until;

/** A range as it is picked: `open` after its first night, until the last one is picked. */
export interface Picked extends NightRange {
  readonly open: boolean;
}

/** What a click on a night selects: one night first, then up to the next one clicked, then it starts over. */
export function pickNight({ from, open }: Picked, date: string): Picked {
  if (!open) return { from: date, until: date, open: true };
  return date < from ? { from: date, until: from, open: false } : { from, until: date, open: false };
}
