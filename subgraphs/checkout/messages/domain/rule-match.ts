import type { BookingSourceKind } from '../../bookings/domain/statuses.ts';

/** Stays that a rule applies to; empty lists and nulls match every stay. */
export interface RuleFilters {
  readonly propertyIds: readonly number[];
  readonly ratePlanIds: readonly string[];
  readonly sources: readonly BookingSourceKind[];
  readonly minNights: number | null;
  readonly maxNights: number | null;
}

/** The booking's fields that filters need. */
interface MatchedBooking {
  readonly propertyId: number;
  readonly sourceKind: BookingSourceKind;
  readonly lines: readonly { readonly ratePlanId?: string }[];
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
}

/** True if a rule applies to a booking. */
export function matches(filters: RuleFilters, booking: MatchedBooking): boolean {
  const { propertyIds, ratePlanIds, sources, minNights, maxNights } = filters;
  const { checkIn, checkOut, lines } = booking;
  const nights = Temporal.PlainDate.from(checkIn).until(checkOut, { largestUnit: 'days' }).days;
  return (
    (propertyIds.length === 0 || propertyIds.includes(booking.propertyId)) &&
    (sources.length === 0 || sources.includes(booking.sourceKind)) &&
    (ratePlanIds.length === 0 ||
      lines.some(({ ratePlanId }) => ratePlanId !== undefined && ratePlanIds.includes(ratePlanId))) &&
    (minNights === null || nights >= minNights) &&
    (maxNights === null || nights <= maxNights)
  );
}
