import { coversStay, type NightCalendar, type StayDays } from '../../domain/calendar.ts';
import type { Capacity, Party } from './terms.ts';

/** A unit type with at most this many units can have all its units in unpaid agent holds. */
export const UNCAPPED_UNITS = 2;

/**
 * A night's limit on units in unpaid agent holds: `capPercent` of its units rounded down, but at least one;
 * all units if there are at most two (docs/interface/checkout.md#hold-limits).
 */
export function holdCap(total: number, capPercent: number): number {
  if (total <= UNCAPPED_UNITS) return total;
  return Math.max(1, Math.floor((total * capPercent) / 100));
}

/**
 * A night's takeable units: free units within the cap on unpaid agent holds. Callers outside the agents' path
 * pass no agent holds and 100 percent, which leaves all free units. Implements the same rule as
 * `catalog.takeable_units` (store/functions.sql).
 */
export function takeableUnits(
  total: number,
  closed: number,
  held: number,
  confirmed: number,
  agentHeld: number,
  capPercent: number,
): number {
  return Math.max(0, Math.min(total - closed - held - confirmed, holdCap(total, capPercent) - agentHeld));
}

/**
 * Units an agent can take for every night in the stay: `available_units` (docs/interface/catalog.md#product),
 * the minimum over its nights. 0 if a night isn't in the calendar. `heldBack` units count as closed
 * (docs/interface/ical.md#states).
 */
export function availableUnits(
  calendar: NightCalendar,
  stay: StayDays,
  capPercent: number,
  heldBack = 0,
): number {
  if (!coversStay(calendar, stay)) return 0;
  const { total, closed, held, confirmed, agentHeld } = calendar;
  const end = stay.checkOut - calendar.firstDay;
  let least = Number.POSITIVE_INFINITY;
  for (let slot = stay.checkIn - calendar.firstDay; slot < end && least > 0; slot++) {
    const units = takeableUnits(
      total[slot] ?? 0,
      (closed[slot] ?? 0) + heldBack,
      held[slot] ?? 0,
      confirmed[slot] ?? 0,
      agentHeld[slot] ?? 0,
      capPercent,
    );
    if (units < least) least = units;
  }
  return least;
}

/**
 * Units that would be free for every night of the stay without any unpaid holds: neither closed nor
 * confirmed, within `capPercent`, the minimum over its nights. Without a cap, any units beyond this number
 * are sold.
 */
export function unsoldUnits(
  calendar: NightCalendar,
  stay: StayDays,
  capPercent: number,
  heldBack = 0,
): number {
  if (!coversStay(calendar, stay)) return 0;
  const { total, closed, confirmed } = calendar;
  const end = stay.checkOut - calendar.firstDay;
  let least = Number.POSITIVE_INFINITY;
  for (let slot = stay.checkIn - calendar.firstDay; slot < end; slot++) {
    const shut = (closed[slot] ?? 0) + heldBack;
    least = Math.min(least, takeableUnits(total[slot] ?? 0, shut, 0, confirmed[slot] ?? 0, 0, capPercent));
  }
  return least;
}

/** Units in unpaid holds on a stay's busiest night. */
export function heldUnits(calendar: NightCalendar, stay: StayDays): number {
  if (!coversStay(calendar, stay)) return 0;
  return Math.max(
    0,
    ...calendar.held.slice(stay.checkIn - calendar.firstDay, stay.checkOut - calendar.firstDay),
  );
}

/** Guests from a party who fit into `units` units (docs/interface/catalog.md#party). */
export function guestsTaken(capacity: Capacity, units: number, { adults, children }: Party): number {
  const { maxGuests, maxAdults, maxChildren } = capacity;
  const most =
    Math.min(adults, (maxAdults ?? adults) * units) + Math.min(children, (maxChildren ?? children) * units);
  return Math.min(most, maxGuests * units);
}

/** True if a party fits into `units` units (docs/interface/catalog.md#party). */
export const fitsParty = (capacity: Capacity, units: number, party: Party): boolean =>
  guestsTaken(capacity, units, party) === party.adults + party.children;

/**
 * The fewest units that fit a party; if the children don't fit in any number of units, the fewest for all
 * guests.
 */
export function fewestUnits(
  { maxGuests, maxAdults, maxChildren }: Capacity,
  { adults, children }: Party,
): number {
  const share = (guests: number, most: number | null) => (most ? Math.ceil(guests / most) : 1);
  return Math.max(
    share(adults + children, maxGuests),
    share(adults, maxAdults),
    share(children, maxChildren),
  );
}
