import { parseDate } from '#kit/dates.ts';
import { MAX_PARTY, MAX_UNITS } from '#schema/limits.ts';

/** When a guest wants to stay, with whom, in how many units. */
export interface Wish {
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly adults: number;
  readonly children: number;
  readonly units: number;
}

/** What a guest chose so far, to be shown again; dates are null until both make a stay. */
export interface Choice extends Omit<Wish, 'checkIn' | 'checkOut'> {
  readonly checkIn: string | null;
  readonly checkOut: string | null;
  /** Why there is no stay although something was chosen. */
  readonly fault: 'dates' | 'order' | null;
}

type Query = Readonly<Record<string, unknown>>;

/** What the address of a page asks for; anything that cannot be is read as if it was not there. */
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

/** The stay that was chosen; null until it is one. */
export const wishOf = ({ checkIn, checkOut, fault, ...rest }: Choice): Wish | null =>
  checkIn === null || checkOut === null || fault !== null ? null : { checkIn, checkOut, ...rest };

/** The id of a stay (docs/interface/catalog.md#stay-item-id). */
export const itemIdOf = (unitTypeId: string, { checkIn, checkOut, adults, children }: Wish): string =>
  `stay:${unitTypeId}:${checkIn}:${checkOut}:${adults}:${children}`;

/** A path with a stay in its query. */
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
