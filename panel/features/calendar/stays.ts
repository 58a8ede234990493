import { msg, t } from '@lingui/core/macro';
import { day } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';
import type {
  CalendarBlocksQuery,
  CalendarBookingsQuery,
  CalendarNightsQuery,
  CalendarPropertiesQuery,
  CalendarUnitTypesQuery,
} from './generated.ts';

/** A property in the calendar. */
export type Property = NonNullable<CalendarPropertiesQuery['properties']>['nodes'][number];

/** A unit type with its units. */
export type UnitType = NonNullable<CalendarUnitTypesQuery['unitTypes']>['nodes'][number];

/** A unit type's night: price, free units and restrictions. */
export type Night = NonNullable<CalendarNightsQuery['unitTypes']>['nodes'][number]['calendar'][number];

/** A booking, as shown in the calendar. */
export type Booking = CalendarBookingsQuery['hostBookings']['nodes'][number];

/** Nights that another calendar occupies. */
export type Block = CalendarBlocksQuery['icalBlocks'][number];

/** Returns the booking's guest name. */
export const guestName = ({ guestFirstName, guestLastName }: Booking): string =>
  `${guestFirstName ?? ''} ${guestLastName ?? ''}`.trim() || t`Redacted guest`;

/** A booking's state in the grid, the most urgent one first. */
export type StayMark = 'conflict' | 'unpaid' | 'in_house' | 'departed' | 'confirmed';

/** Returns a booking's state in the grid. */
export function markOf({ conflict, status, stay }: Booking): StayMark {
  if (conflict !== null) return 'conflict';
  if (status === 'held') return 'unpaid';
  if (stay.state === 'in_house') return 'in_house';
  return stay.state === 'expected' ? 'confirmed' : 'departed';
}

/** Words for screen readers and the legend. */
export const MARK_WORDS: Readonly<Record<StayMark, string>> = translated({
  conflict: msg`no unit is free`,
  unpaid: 'unpaid',
  in_house: msg`in house`,
  departed: msg`departed or no-show`,
  confirmed: 'confirmed',
});

/** Returns dates in words: `Tue 1 Dec to Fri 4 Dec`. */
export const stayDates = ({ checkIn, checkOut }: Pick<Booking, 'checkIn' | 'checkOut'>): string =>
  t`${day(checkIn)} to ${day(checkOut)}`;
