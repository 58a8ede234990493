import type { AssignedUnit, BookedLine, Booking } from '../store/entities.ts';

/** An assigned unit for callers. */
export interface ViewedUnit extends Pick<AssignedUnit, 'id' | 'name'> {
  readonly from: string | null;
  readonly until: string | null;
}

/** Booking fields that its lines show. */
export type LineBooking = Pick<
  Booking,
  'lines' | 'checkIn' | 'checkOut' | 'adults' | 'children' | 'propertyId' | 'checkoutId' | 'assignedUnits'
>;

/** A booking line for callers. */
export interface ViewedLine extends Omit<BookedLine, 'nightly' | 'cancellation' | 'checkIn'> {
  readonly lineId: string;
  /** The line's index in its booking, from 0. */
  readonly place: number;
  /** The booking, for what's read only if a caller selects it. */
  readonly of: LineBooking;
  readonly nightly: readonly { readonly date: Temporal.PlainDate; readonly amount: number }[];
  readonly units: readonly ViewedUnit[];
}
