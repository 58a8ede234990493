import type { Booking, Quote } from '../../store/entities.ts';
import { type EntryError, entryError } from './entry-faults.ts';

/** What came of entering, changing or cancelling a booking: `booking` is null exactly when something was refused. */
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

/** The booking as it is, changed by this call or not. */
export const entered = (booking: Booking, applied: boolean): Entry => ({ booking, applied, userErrors: [] });

export const NO_SUCH_BOOKING = entryError('NOT_FOUND', 'id', 'There is no such booking in this team.');
export const NO_SUCH_UNIT_TYPE = entryError('NOT_FOUND', 'unitTypeId', 'There is no such unit type.');

export const SOLD_BY_CHANNEL = entryError(
  'CHANNEL_BOOKING',
  'id',
  'A channel sold this stay: it is changed there. Here its guest can be corrected, and it can be cancelled.',
);

/** Why a booking cannot be changed any more; null if it can. */
export function closedError({
  status,
  checkedOutAt,
}: Pick<Booking, 'status' | 'checkedOutAt'>): EntryError | null {
  if (status === 'cancelled') return entryError('BOOKING_CANCELLED', 'id', 'The booking was cancelled.');
  if (status === 'released') {
    return entryError(
      'BOOKING_RELEASED',
      'id',
      'The booking was not paid in time; its nights have been released.',
    );
  }
  return checkedOutAt ? entryError('BOOKING_OVER', 'id', 'The guests have left.') : null;
}

/** Why a booking cannot have another stay while money for this one is on its way; null if none is. */
export function pendingError({
  status,
  firstHoldExpiresAt,
}: Pick<Booking, 'status' | 'firstHoldExpiresAt'>): EntryError | null {
  if (status !== 'held' || firstHoldExpiresAt === null) return null;
  const message = 'A payment of this booking is on its way: wait until it is confirmed or has failed.';
  return entryError('PAYMENT_PENDING', 'id', message);
}

const PROBLEMS: Readonly<Record<string, readonly [code: string, field: string, message: string]>> = {
  out_of_stock: ['NIGHTS_TAKEN', 'checkIn', 'Not enough units are free on all of these nights.'],
  item_unavailable: ['NOT_FOUND', 'unitTypeId', 'This unit type is not on sale.'],
  capacity_exceeded: ['PARTY_TOO_LARGE', 'adults', 'The party is too large for this number of units.'],
};

/** Why catalog did not take the nights. */
export function refuseNights({ problems }: Pick<Quote, 'problems'>): Entry {
  const errors = problems.map(({ code, reason }) => {
    const [as, field, message] = PROBLEMS[code] ?? ['INVALID', 'checkIn', 'These dates cannot be booked.'];
    return entryError(as, field, reason ?? message);
  });
  return refuseEntry(...errors);
}
