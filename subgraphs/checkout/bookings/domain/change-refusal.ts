import { dateIn } from '#kit/dates.ts';
import type { Booking } from '../../store/entities.ts';
import { stayOf } from './entered-booking.ts';
import { type EntryError, entryError } from './entry-faults.ts';
import { closedError, SOLD_BY_CHANNEL } from './entry-refusal.ts';

/** Booking fields that determine whether its guest can change it. */
type Changeable = Pick<
  Booking,
  | 'status'
  | 'stayState'
  | 'checkedInAt'
  | 'checkedOutAt'
  | 'channelRevision'
  | 'timeZone'
  | 'lines'
  | 'checkIn'
  | 'checkOut'
  | 'adults'
  | 'children'
>;

export const SEVERAL_LINES = entryError('SEVERAL_LINES', 'permalinkId', 'The booking has several lines.');
const NOT_CONFIRMED = entryError('BOOKING_HELD', 'permalinkId', "The booking isn't confirmed yet.");
export const STAY_BEGAN = entryError('STAY_BEGAN', 'permalinkId', 'The stay has already begun.');

/** Returns the reason why a guest can't change a booking; null if they can, until the end of the check-in day. */
export function changeRefusal(booking: Changeable, now: Date): EntryError | null {
  const { checkIn, timeZone, status, channelRevision } = booking;
  const closed = closedError(booking);
  if (closed) return closed;
  if (channelRevision !== null) return SOLD_BY_CHANNEL;
  if (status !== 'confirmed') return NOT_CONFIRMED;
  if (checkIn < dateIn(timeZone, now).toString()) return STAY_BEGAN;
  return stayOf(booking) === null ? SEVERAL_LINES : null;
}
