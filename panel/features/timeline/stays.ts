import type { TimelineBlocksQuery, TimelineBookingsQuery, TimelineUnitTypesQuery } from './generated.ts';

/** A booking as the timeline shows it. */
export type Booking = TimelineBookingsQuery['hostBookings']['nodes'][number];

/** Nights that another calendar took. */
export type Block = TimelineBlocksQuery['icalBlocks'][number];

/** A unit type with its units. */
export type UnitType = NonNullable<TimelineUnitTypesQuery['unitTypes']>['nodes'][number];

/** A stay of a booking in a unit type: in a unit, or in none yet. */
export interface Stay {
  readonly booking: Booking;
  readonly unitType: UnitType;
  readonly unitId: string | null;
}

/** A stay goes from one unit to another; null is no unit. */
export interface Move {
  readonly booking: Booking;
  readonly from: string | null;
  readonly to: string | null;
}

/** The guest of a booking by name. */
export const guestName = ({ guestFirstName, guestLastName }: Booking): string =>
  `${guestFirstName ?? ''} ${guestLastName ?? ''}`.trim() || 'Redacted guest';
