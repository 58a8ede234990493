import type { StayDays } from '../../domain/calendar.ts';
import { type AgeFault, ageFault } from '../../domain/child-ages.ts';
import {
  availableUnits,
  fitsParty,
  guestsTaken,
  heldUnits,
  unsoldUnits,
} from '../../rates/domain/availability.ts';
import { checkInDays } from '../../rates/domain/rate-plan.ts';
import { type Restriction, restrictionsOn, windowOn } from '../../rates/domain/restrictions.ts';
import { isPast, isSettled } from './changed-stay.ts';
import { canBook, nearestStays } from './nearest-dates.ts';
import {
  daysOf,
  isKnown,
  isQuantity,
  type KnownLine,
  type ReadLine,
  type Shelf,
  takenDays,
} from './quoted-line.ts';

/** Problem codes in the order of docs/interface/catalog.md#restrictions. */
export const PROBLEM_CODES = [
  'invalid',
  'out_of_stock',
  'item_unavailable',
  'capacity_exceeded',
  'min_stay',
  'max_stay',
  'closed_to_arrival',
  'closed_to_departure',
  'stop_sell',
  'min_advance',
  'max_advance',
] as const;
/** Problems with the holder, not with the stays. */
export const HOLD_LIMIT_CODES = ['hold_limit_guest', 'hold_limit_agent'] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number] | (typeof HOLD_LIMIT_CODES)[number];

/**
 * Units of a stay's unit type that a checkout can take, set if it wants more than could ever become
 * available.
 */
export interface Beyond {
  /** Maximum number of units available if every unpaid hold ended. */
  readonly most: number;
  /** Units free to take now. */
  readonly free: number;
  /** True if more units are unsold, but agents can't hold that many at the same time (`maxHeldSharePercent`). */
  readonly isCapped: boolean;
}

/** A problem that prevents booking. */
export interface Problem {
  readonly code: ProblemCode;
  /** Index of the line; null for all lines. */
  readonly line: number | null;
  /**
   * Nights for min_stay and max_stay, days for min_advance and max_advance, guests for capacity_exceeded, units left for out_of_stock, holds for hold_limit_guest,
   * unit-nights for hold_limit_agent.
   */
  readonly limit: number | null;
  /**
   * For out_of_stock: units in others' unpaid holds for these nights, which may become free again. For a hold
   * limit: the holder's count. Otherwise 0.
   */
  readonly held: number;
  /**
   * For out_of_stock: set if too few units could be taken even if every unpaid hold ended, so waiting doesn't
   * help.
   */
  readonly beyond?: Beyond;
  /** For a hold limit: when the first of the holds ends; null if unknown. */
  readonly until: Date | null;
  /** The checkout's unit-nights, for hold_limit_agent. */
  readonly wanted?: number;
  /** The problem with the children's ages, for capacity_exceeded. */
  readonly ages?: AgeFault;
  /** Bookable stays nearby, nearest first. */
  readonly nearest: readonly StayDays[];
}

/**
 * Every problem that prevents a checkout: first problems with all lines (mixed dates or currencies), then
 * line by line in `PROBLEM_CODES` order. Lines with the same unit type draw on the same units, the earlier
 * line first.
 */
export function problemsOf(lines: readonly ReadLine[], currency: string, shelf: Shelf): Problem[] {
  const known = lines.filter(isKnown);
  const dates = new Set(known.map(({ stay }) => `${stay.checkIn} ${stay.checkOut}`));
  const mixed = dates.size > 1 || known.some(({ sold }) => sold.property.currency !== currency);
  const taken = new Map<number, number>();
  // A checkout's stays have the same dates, so other dates help only if every line can be booked then.
  const all = mixed ? null : unitTypesOf(known);
  const problems = lines.flatMap((line, index) => {
    if (!isKnown(line)) return [problem('item_unavailable', index)];
    if (!isQuantity(line.quantity)) return [problem('invalid', index)];
    const before = taken.get(line.stay.unitTypeId) ?? 0;
    taken.set(line.stay.unitTypeId, before + line.quantity);
    const wanted = all ?? unitTypesOf([line]);
    return problemsOfStay(line, { before, wanted }, shelf).map((found) => ({ ...found, line: index }));
  });
  return mixed ? [problem('invalid', null), ...problems] : problems;
}

/** A unit type in a checkout, with the total number of units that the checkout takes. */
interface WantedUnitType {
  readonly sold: KnownLine['sold'];
  readonly units: number;
  /** True if the parties on its lines fit; other dates wouldn't change that. */
  readonly fits: boolean;
}

function unitTypesOf(lines: readonly KnownLine[]): readonly WantedUnitType[] {
  const byUnitType = Map.groupBy(lines, ({ stay }) => stay.unitTypeId);
  return [...byUnitType.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const units = same.reduce((sum, { quantity }) => sum + quantity, 0);
    return { sold: first.sold, units, fits: same.every((line) => capacityProblems(line).length === 0) };
  });
}

/** The effect of a checkout's other lines on one of its stays. */
interface Beside {
  /** Units taken by earlier lines with the same unit type. */
  readonly before: number;
  /** Unit types to book together on other dates. */
  readonly wanted: readonly WantedUnitType[];
}

/** A stay's problems. */
function problemsOfStay(line: KnownLine, { before, wanted }: Beside, shelf: Shelf): Problem[] {
  const { sold, quantity } = line;
  const today = shelf.todayIn(sold.property.timeZone);
  const days = takenDays(line, today);
  const isOver = isPast(days, line.before, today);
  const free = isOver ? 0 : availableUnits(sold.calendar, days, shelf.capPercent, sold.heldBack);
  const left = Math.max(0, free - before);
  const stock = left < quantity ? [outOfStock(line, { before, free }, isOver, shelf)] : [];
  const capacity = capacityProblems(line);
  const { window } = sold.unitType;
  const { before: booked } = line;
  const restrictions = [...restrictionsOn(sold.calendar, days), ...windowOn(window, days.checkIn, today)]
    .filter(({ code }) => !booked || !isSettled(code, days, booked))
    .map((restriction) => problem(restriction.code, null, numberOf(restriction)));
  if (stock.length + restrictions.length === 0) return capacity;
  if (line.imported) return [...stock, ...capacity, ...restrictions];
  const nearest = nearestTogether(line, wanted, shelf);
  const withDates = (found: Problem) => ({ ...found, nearest });
  return [...stock.map(withDates), ...capacity, ...restrictions.map(withDates)];
}

/** Units missing from a stay: sold, held by others until they pay, or more than agents can hold at a time. */
function outOfStock(
  line: KnownLine,
  { before, free }: { readonly before: number; readonly free: number },
  isOver: boolean,
  shelf: Shelf,
): Problem {
  const { sold, quantity } = line;
  const days = takenDays(line, shelf.todayIn(sold.property.timeZone));
  const left = Math.max(0, free - before);
  const missing = problem('out_of_stock', null, left);
  if (isOver) return missing;
  const unsold = unsoldUnits(sold.calendar, days, 100, sold.heldBack);
  const most = unsoldUnits(sold.calendar, days, shelf.capPercent, sold.heldBack);
  const held = Math.min(Math.max(0, unsold - before - left), heldUnits(sold.calendar, days));
  const isSold = free === unsold;
  if (isSold || before + quantity <= most) return { ...missing, held };
  const beyond = { most, free, isCapped: most < unsold };
  // If any units are free, holds aren't the obstacle: the checkout must request fewer units.
  return { ...missing, held: left > 0 ? 0 : held, beyond };
}

/** The nearest dates on which the whole checkout can be booked; empty if a party doesn't fit on any date. */
function nearestTogether(
  { stay, sold }: KnownLine,
  wanted: readonly WantedUnitType[],
  shelf: Shelf,
): readonly StayDays[] {
  if (wanted.some(({ fits }) => !fits)) return [];
  const wishOf = (other: KnownLine['sold'], units: number) => ({
    stay: daysOf(stay),
    units,
    capPercent: shelf.capPercent,
    heldBack: other.heldBack,
    checkIns: checkInDays(other.unitType.window, shelf.todayIn(other.property.timeZone)),
  });
  const own = wanted.find((one) => one.sold === sold)?.units ?? 0;
  const others = wanted.filter((one) => one.sold !== sold);
  return nearestStays(sold.calendar, wishOf(sold, own), (days) =>
    others.every((one) => canBook(one.sold.calendar, wishOf(one.sold, one.units), days)),
  );
}

/** A problem if the party is too large, or if its children's ages don't fit. */
function capacityProblems({ stay, sold, quantity, childAges }: KnownLine): Problem[] {
  const { unitType } = sold;
  if (!fitsParty(unitType, quantity, stay)) {
    return [problem('capacity_exceeded', null, guestsTaken(unitType, quantity, stay))];
  }
  const ages = ageFault(unitType.childAgeBands, quantity, childAges ?? []);
  if (ages === null) return [];
  return [{ ...problem('capacity_exceeded', null, ages.kind === 'too_many' ? ages.limit : null), ages }];
}

function numberOf(restriction: Restriction): number | null {
  if ('nights' in restriction) return restriction.nights;
  return 'days' in restriction ? restriction.days : null;
}

function problem(code: ProblemCode, line: number | null, limit: number | null = null): Problem {
  return { code, line, limit, held: 0, until: null, nearest: [] };
}
