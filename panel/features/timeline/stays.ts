import type { TimelineBlocksQuery, TimelineBookingsQuery, TimelineUnitTypesQuery } from './generated.ts';

/** A booking, as shown on the timeline. */
export type Booking = TimelineBookingsQuery['hostBookings']['nodes'][number];

/** Nights that another calendar occupies. */
export type Block = TimelineBlocksQuery['icalBlocks'][number];

/** A unit type with its units. */
export type UnitType = NonNullable<TimelineUnitTypesQuery['unitTypes']>['nodes'][number];

/** A booking's stay in a unit type, with or without a unit. */
export interface Stay {
  readonly booking: Booking;
  readonly unitType: UnitType;
  readonly unitId: string | null;
}

/** A stay's move from one unit to another; null means no unit. */
export interface Move {
  readonly booking: Booking;
  readonly from: string | null;
  readonly to: string | null;
}

/** Returns the booking's guest name. */
export const guestName = ({ guestFirstName, guestLastName }: Booking): string =>
  `${guestFirstName ?? ''} ${guestLastName ?? ''}`.trim() || 'Redacted guest';
