import { dateIn } from '#kit/dates.ts';
import { stayStateOf } from '../../domain/stay.ts';
import type { Booking, EnteredStay } from '../../store/entities.ts';
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
>;

export const SEVERAL_LINES = entryError(
  'SEVERAL_LINES',
  'permalinkId',
  "The booking has several lines that can't be changed together.",
);
export const NO_LINE_CHOSEN = entryError(
  'SEVERAL_LINES',
  'lineId',
  'The booking has several lines. Choose one of them with `lineId`.',
);
export const NO_SUCH_LINE = entryError('NOT_FOUND', 'lineId', 'The booking has no such line.');
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
  const isUnknown = booking.lines.some(
    ({ unitTypeId, checkIn: own }) => unitTypeId === null || own !== undefined,
  );
  return booking.lines.length === 0 || isUnknown ? SEVERAL_LINES : null;
}

/** A change of a booking's stay by its team. */
interface TeamsChange {
  readonly before: EnteredStay;
  readonly after: EnteredStay;
  /** True if kept nights keep their price: the price of past nights can't be computed again. */
  readonly keepsPrices: boolean;
}

/**
 * Returns the reason why the team can't change a stay like this, because its guests are in house or its first night is
 * over; null if they can. Guests who haven't arrived can come later.
 */
export function begunFault(
  booking: Pick<Changeable, 'status' | 'stayState' | 'checkedInAt' | 'checkedOutAt' | 'timeZone'>,
  { before, after, keepsPrices }: TeamsChange,
  now: Date,
): EntryError | null {
  if (booking.status !== 'confirmed') return null;
  const today = dateIn(booking.timeZone, now).toString();
  if (after.checkIn !== before.checkIn) {
    if (stayStateOf(booking) !== 'in_house') return null;
    return entryError('STAY_BEGAN', 'checkIn', "The guests are in house, so the check-in date can't change.");
  }
  if (before.checkIn >= today) return null;
  if (!keepsPrices) {
    return entryError('STAY_BEGAN', 'id', "The stay has begun, so its dates, guests and units can't change.");
  }
  if (after.unitTypeId !== before.unitTypeId || after.quantity !== before.quantity) {
    const message = 'The stay has begun. Move the guests to another unit of the same unit type instead.';
    return entryError('STAY_BEGAN', after.quantity === before.quantity ? 'unitTypeId' : 'quantity', message);
  }
  if (after.checkOut > today) return null;
  return entryError('STAY_BEGAN', 'checkOut', 'The stay has begun. To end it today, check the guests out.');
}
