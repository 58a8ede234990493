import { parseDate } from '#kit/dates.ts';
import { MAX_PARTY, MAX_UNITS } from '#schema/limits.ts';

/** A guest's requested dates, party and number of units. */
export interface Wish {
  /** Check-in date, `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly adults: number;
  readonly children: number;
  readonly units: number;
}

/** A guest's choices so far, to show again; dates are null until both are valid together. */
export interface Choice extends Omit<Wish, 'checkIn' | 'checkOut'> {
  readonly checkIn: string | null;
  readonly checkOut: string | null;
  /** Reason the choice isn't a valid stay. */
  readonly fault: 'dates' | 'order' | null;
}

type Query = Readonly<Record<string, unknown>>;

/** Reads the choice from a page's address; ignores invalid values. */
export function choiceOf(query: Query): Choice {
  const checkIn = dateOf(query.check_in);
  const checkOut = dateOf(query.check_out);
  const isAsked = hasText(query.check_in) || hasText(query.check_out);
  const isStay = checkIn !== null && checkOut !== null;
  return {
    checkIn,
    checkOut,
    adults: numberOf(query.adults, 1, MAX_PARTY, 2),
    children: numberOf(query.children, 0, MAX_PARTY, 0),
    units: numberOf(query.units, 1, MAX_UNITS, 1),
    fault: isStay ? (checkIn < checkOut ? null : 'order') : isAsked ? 'dates' : null,
  };
}

/** Returns the chosen stay; null until the choice is complete. */
export const wishOf = ({ checkIn, checkOut, fault, ...rest }: Choice): Wish | null =>
  checkIn === null || checkOut === null || fault !== null ? null : { checkIn, checkOut, ...rest };

/** Builds a stay's item id (docs/interface/catalog.md#stay-item-id). */
export const itemIdOf = (unitTypeId: string, { checkIn, checkOut, adults, children }: Wish): string =>
  `stay:${unitTypeId}:${checkIn}:${checkOut}:${adults}:${children}`;

/** Returns a path with a stay in its query. */
export function pathFor(path: string, { checkIn, checkOut, adults, children, units }: Wish): string {
  const query = new URLSearchParams({
    check_in: checkIn,
    check_out: checkOut,
    adults: String(adults),
    children: String(children),
    units: String(units),
  });
  return `${path}?${query}`;
}

const hasText = (value: unknown) => typeof value === 'string' && value !== '';

const dateOf = (value: unknown): string | null =>
  typeof value === 'string' ? (parseDate(value)?.toString() ?? null) : null;

function numberOf(value: unknown, least: number, most: number, other: number): number {
  if (typeof value !== 'string' || !/^\d{1,4}$/.test(value)) return other;
  return Math.min(Math.max(Number(value), least), most);
}
