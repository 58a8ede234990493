import { HORIZON_DAYS } from '../../../schema/limits.ts';
import { addDays } from '../../format/dates.ts';

/** A range of nights, inclusive at both ends. */
export interface NightRange {
  readonly from: string;
  readonly until: string;
}

/** True if a night is in the range. */
export const isWithin = ({ from, until }: NightRange, date: string): boolean => from <= date && date <= until;

/** Returns the range between two nights, in either order. */
export const rangeOf = (one: string, other: string): NightRange =>
  one <= other ? { from: one, until: other } : { from: other, until: one };

/** Returns the last night on sale. */
export const horizon = (today: string): string => addDays(today, HORIZON_DAYS);
