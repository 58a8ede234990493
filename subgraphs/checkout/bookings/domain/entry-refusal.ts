import { dateIn } from '#kit/dates.ts';
import { type StayFields, stayStateOf } from '../../domain/stay.ts';
import type { StayState } from '../../domain/stay-states.ts';
import type { Booking, Quote } from '../../store/entities.ts';
import { type EntryError, entryError } from './entry-faults.ts';

/** Result when a booking is entered, changed or cancelled; `booking` is null only if the call was refused. */
export interface Entry {
  readonly booking: Booking | null;
  readonly applied: boolean;
  readonly userErrors: readonly EntryError[];
}

export const refuseEntry = (...userErrors: readonly EntryError[]): Entry => ({
  booking: null,
  applied: false,
  userErrors,
});

/** Returns the current booking; `applied` is true if this call changed it. */
export const entered = (booking: Booking, applied: boolean): Entry => ({ booking, applied, userErrors: [] });

export const NO_SUCH_BOOKING = entryError('NOT_FOUND', 'id', 'This team has no such booking.');
export const NO_SUCH_UNIT_TYPE = entryError('NOT_FOUND', 'unitTypeId', 'There is no such unit type.');

export const SOLD_BY_CHANNEL = entryError(
  'CHANNEL_BOOKING',
  'id',
  'A channel sold this stay, so change it there. Here you can only correct its guest or cancel it.',
);

/** Reasons that a stay is over, by state. */
const OVER: Readonly<Partial<Record<StayState, string>>> = {
  departed: 'The guests have already left.',
  no_show: 'The guests never arrived. To change the stay, check them in first.',
};

/** Returns the reason a booking can't be changed; null if it can. */
export function closedError(
  booking: Pick<Booking, 'status'> & Pick<StayFields, 'stayState' | 'checkedInAt' | 'checkedOutAt'>,
): EntryError | null {
  const { status } = booking;
  if (status === 'cancelled') return entryError('BOOKING_CANCELLED', 'id', 'The booking was cancelled.');
  if (status === 'released') {
    return entryError(
      'BOOKING_RELEASED',
      'id',
      "The booking wasn't paid in time, so its nights were released.",
    );
  }
  const over = OVER[stayStateOf(booking)];
  return over === undefined ? null : entryError('BOOKING_OVER', 'id', over);
}

/** Returns the reason a stay can't be entered because it began before today at its property; null if it didn't. */
export const begunError = (
  { checkIn }: Pick<Booking, 'checkIn'>,
  timeZone: string,
  now: Date,
): EntryError | null =>
  checkIn < dateIn(timeZone, now).toString()
    ? entryError(
        'INVALID',
        'checkIn',
        'The check-in date has passed. Choose today or later, or import the reservation.',
      )
    : null;

/** Returns the reason a stay can't change while its payment is pending; null if no payment is. */
export function pendingError({
  status,
  firstHoldExpiresAt,
}: Pick<Booking, 'status' | 'firstHoldExpiresAt'>): EntryError | null {
  if (status !== 'held' || firstHoldExpiresAt === null) return null;
  const message = "A payment for this booking is pending. Wait until it's confirmed or fails.";
  return entryError('PAYMENT_PENDING', 'id', message);
}

const PROBLEMS: Readonly<Record<string, readonly [code: string, field: string, message: string]>> = {
  out_of_stock: ['NIGHTS_TAKEN', 'checkIn', 'Not enough units are free on all of these nights.'],
  item_unavailable: ['NOT_FOUND', 'unitTypeId', 'This unit type is not on sale.'],
  capacity_exceeded: ['PARTY_TOO_LARGE', 'adults', 'The party is too large for this many units.'],
};

/** Returns the refusal if catalog couldn't take the nights. */
export function refuseNights({ problems }: Pick<Quote, 'problems'>): Entry {
  const errors = problems.map(({ code, reason }) => {
    const [as, field, message] = PROBLEMS[code] ?? ['INVALID', 'checkIn', "These dates can't be booked."];
    return entryError(as, field, reason ?? message);
  });
  return refuseEntry(...errors);
}
