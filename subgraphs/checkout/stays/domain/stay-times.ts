import { CHECK_OUT_HOUR, dateIn, usableZone } from '#kit/dates.ts';
import type { BookingResult } from '../../errors.ts';
import type { Booking } from '../../store/entities.ts';
import { refuseArgument } from './stay-refusals.ts';

type Days = Pick<Booking, 'checkIn' | 'checkOut' | 'timeZone'>;

/** Returns the date at a property. */
export const dayOf = ({ timeZone }: Pick<Days, 'timeZone'>, at: Date): string =>
  dateIn(timeZone, at).toString();

/** Returns the end of the property's day. */
export function endOfDay({ timeZone }: Pick<Days, 'timeZone'>, at: Date): Date {
  const midnight = dateIn(timeZone, at).add({ days: 1 }).toZonedDateTime(usableZone(timeZone));
  return new Date(midnight.epochMilliseconds);
}

/**
 * Returns the reason guests can't be checked in at a time. After midnight, they still take the night before,
 * so a stay can begin until its check-out.
 */
export function arrivalFault(days: Days, at: Date, now: Date): BookingResult | null {
  if (at > now) return refuseArgument('at', 'INVALID', "The check-in can't be in the future.");
  if (dayOf(days, at) < days.checkIn) {
    return refuseArgument('id', 'TOO_EARLY', `Guests can be checked in from ${days.checkIn}.`);
  }
  return dayOf(days, at) > days.checkOut
    ? refuseArgument('at', 'BOOKING_OVER', `The stay ended on ${days.checkOut}.`)
    : null;
}

/** Returns the reason guests can't be checked out at a time. */
export function departureFault(checkedInAt: Date | null, at: Date, now: Date): BookingResult | null {
  if (at > now) return refuseArgument('at', 'INVALID', "The check-out can't be in the future.");
  return checkedInAt !== null && at < checkedInAt
    ? refuseArgument('at', 'INVALID', 'The check-out must be after the check-in.')
    : null;
}

/** Returns the reason a stay can't be a no-show yet: its check-in day must be over. */
export const noShowFault = (days: Days, now: Date): BookingResult | null =>
  dayOf(days, now) <= days.checkIn
    ? refuseArgument('id', 'TOO_EARLY', `A stay can be a no-show once ${days.checkIn} is over.`)
    : null;

/** True until 11:00 of the check-out day, when a no-show can no longer be checked in. */
export function isBeforeCheckOut({ checkOut, timeZone }: Days, now: Date): boolean {
  const end = Temporal.PlainDate.from(checkOut).toZonedDateTime({
    timeZone: usableZone(timeZone),
    plainTime: { hour: CHECK_OUT_HOUR },
  });
  return now.getTime() < end.epochMilliseconds;
}

/** Returns the first night that guests give up by leaving on a day: they always keep the first night. */
export function firstUnused({ checkIn }: Pick<Days, 'checkIn'>, leaves: string): string {
  const earliest = Temporal.PlainDate.from(checkIn).add({ days: 1 }).toString();
  return leaves > earliest ? leaves : earliest;
}
