import type { Stay } from '../../domain/stay.ts';
import type { StayMove, StayState } from '../../domain/stay-states.ts';
import type { BookingResult } from '../../errors.ts';
import type { Booking } from '../../store/entities.ts';

/** Returns the reason a booking's stay can't be moved; null if the booking is confirmed. */
export function notConfirmed({ status }: Pick<Booking, 'status'>): BookingResult | null {
  switch (status) {
    case 'confirmed':
      return null;
    case 'held':
      return refuseArgument('id', 'NOT_CONFIRMED', "The booking isn't confirmed. Record its payment first.");
    case 'cancelled':
      return refuseArgument('id', 'BOOKING_CANCELLED', 'The booking was cancelled.');
    case 'released':
      return refuseArgument(
        'id',
        'BOOKING_RELEASED',
        "The booking wasn't paid in time, so its nights were released.",
      );
  }
}

const IS: Readonly<Record<StayState, string>> = {
  expected: "The guests haven't been checked in.",
  in_house: 'The guests are in house.',
  departed: 'The guests have checked out.',
  no_show: 'The stay is a no-show.',
};

/** Returns the refusal of a move that a stay's state doesn't allow. */
export const refusedMove = (move: StayMove, { state }: Pick<Stay, 'state'>): BookingResult =>
  refuseArgument(
    'id',
    'INVALID_TRANSITION',
    move === 'noShow' && state === 'in_house'
      ? 'The desk checked the guests in. Undo the check-in first.'
      : IS[state],
  );

/** Creates a refusal of an argument. */
export const refuseArgument = (field: string, code: string, message: string): BookingResult => ({
  booking: null,
  userErrors: [{ field: [field], message, code }],
});

export const NIGHTS_TAKEN = refuseArgument(
  'id',
  'NIGHTS_TAKEN',
  'Some of the nights that were given back have been sold since.',
);
