import { msg } from '@lingui/core/macro';
import { nightsBetween, todayIn } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';
import type { BookingRowFragment, StayState } from './generated.ts';

/** A move that the desk can make next. */
export type StayMove =
  | 'check_in'
  | 'check_in_undo'
  | 'check_out'
  | 'leave_early'
  | 'check_out_undo'
  | 'no_show';

/** Returns the date of a time at a property. */
const dayOf = (at: string | null, timeZone: string): string | null =>
  at === null
    ? null
    : new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(at));

/**
 * Returns the moves that make sense for a stay now, the most likely one first; empty if the booking isn't
 * confirmed or its check-in day hasn't begun.
 */
export function movesOf(booking: BookingRowFragment): readonly StayMove[] {
  const { status, checkIn, checkOut, stay, property } = booking;
  const timeZone = property?.timeZone ?? 'UTC';
  const today = todayIn(timeZone);
  if (status !== 'confirmed' || checkIn > today) return [];
  const isMissing = nightsBetween(checkIn, today) > 0;
  switch (stay.state) {
    case 'expected':
      if (checkOut < today) return ['no_show'];
      return isMissing ? ['check_in', 'no_show'] : ['check_in'];
    case 'in_house': {
      const leaves: StayMove = checkOut <= today ? 'check_out' : 'leave_early';
      if (stay.isAssumed) return isMissing ? [leaves, 'no_show'] : ['check_in'];
      return dayOf(stay.checkedInAt, timeZone) === today ? ['check_in_undo', leaves] : [leaves];
    }
    case 'departed':
      return dayOf(stay.checkedOutAt, timeZone) === today ? ['check_out_undo'] : [];
    case 'no_show':
      return checkOut >= today ? ['check_in'] : [];
  }
}

/** True until a booking has ended, or its guests have left or didn't come. */
export const isOngoing = ({ status, stay }: Pick<BookingRowFragment, 'status' | 'stay'>): boolean =>
  (status === 'held' || status === 'confirmed') && (stay.state === 'expected' || stay.state === 'in_house');

/** Labels of states, as the desk uses them. */
export const STATE_WORDS: Readonly<Record<StayState, string>> = translated({
  expected: msg`Expected`,
  in_house: msg`In house`,
  departed: msg`Departed`,
  no_show: msg`No-show`,
});
