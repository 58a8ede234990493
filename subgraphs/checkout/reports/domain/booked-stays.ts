import { nightsBetween } from '#kit/dates.ts';
import type { Minor } from '#kit/money.ts';
import { type SoldBooking, type SoldNight, soldNights } from './sold-nights.ts';

/** A booking as reports about bookings count it. */
export interface BookedStay {
  /** The first line's property. */
  readonly propertyId: number;
  /** `YYYY-MM-DD`. */
  readonly arrivesOn: string;
  /** Nights from check-in to check-out. */
  readonly length: number;
  /** Date at the property, `YYYY-MM-DD`; null unless it's cancelled. */
  readonly cancelledOn: string | null;
  /** Unit nights; for a cancelled booking, those it had sold. */
  readonly sold: number;
  readonly revenue: Minor;
}

/** A range of days or nights; `until` is null for no limit. */
export interface Band {
  readonly from: number;
  readonly until: number | null;
}

const bandsFrom = (...starts: readonly number[]): readonly Band[] =>
  starts.map((from, place) => {
    const next = starts[place + 1];
    return { from, until: next === undefined ? null : next - 1 };
  });

/** Rows of stay reports. Sums are stored by band, so another band needs a migration that lets them follow all bookings again. */
export const BANDS = {
  lead_time: bandsFrom(0, 1, 2, 4, 8, 15, 31, 61, 91, 181),
  length_of_stay: bandsFrom(1, 2, 3, 4, 5, 6, 7, 8, 15, 29),
} as const satisfies Readonly<Record<string, readonly Band[]>>;

/** Returns the start of the band that contains a number of days. */
export const bandOf = (bands: readonly Band[], days: number): number =>
  bands.findLast(({ from }) => from <= days)?.from ?? bands[0]?.from ?? 0;

/** Returns the days from booking to check-in; 0 for a booking entered after its check-in. */
export const leadTime = (bookedOn: string, { arrivesOn }: BookedStay): number =>
  Math.max(0, nightsBetween(Temporal.PlainDate.from(bookedOn), Temporal.PlainDate.from(arrivesOn)));

/** Booking fields that determine its stay. */
type CountedBooking = SoldBooking & Pick<BookedStay, 'cancelledOn'>;

/** Returns a booking's stay, given the nights it sold. Null for holds, released bookings and tests. */
export function bookedStay(booking: CountedBooking, nights: readonly SoldNight[]): BookedStay | null {
  const { status, test, propertyId, checkIn, checkOut, cancelledOn } = booking;
  if (test || (status !== 'confirmed' && status !== 'cancelled')) return null;
  const counted = status === 'cancelled' ? nightsBeforeCancelling(booking) : nights;
  return {
    propertyId,
    arrivesOn: checkIn,
    length: nightsBetween(Temporal.PlainDate.from(checkIn), Temporal.PlainDate.from(checkOut)),
    cancelledOn,
    sold: counted.reduce((sum, { units }) => sum + units, 0),
    revenue: counted.reduce((sum, { revenue }) => sum + revenue, 0),
  };
}

/** Returns the nights that a cancelled booking had sold, for its price. */
const nightsBeforeCancelling = (booking: SoldBooking): readonly SoldNight[] =>
  soldNights(
    { ...booking, status: 'confirmed', charged: null, stayState: null },
    { accommodation: 0, noShow: 0 },
  );
