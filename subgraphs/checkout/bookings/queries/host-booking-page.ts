import type { Page } from '#kit/connection.ts';
import type { BookingRow } from '../../store/columns.ts';

/** A page of a host's bookings, with a count of all that match. */
export interface HostBookingPage extends Page<BookingRow> {
  readonly count: () => Promise<number>;
}
