import { plural } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { day, nightsBetween } from '../../format/dates.ts';
import { partyWords } from '../bookings/booking-words.tsx';

interface ChangedBooking {
  readonly id: string;
  readonly reference: string;
  readonly guestFirstName: string;
  readonly guestLastName: string;
}

/** The guest of a booking to change, with the reference as a link to it. */
export function ChangedGuest({ booking }: { readonly booking: ChangedBooking | null }) {
  return (
    booking && (
      <div>
        <Text fw={600} size="sm">
          {booking.guestFirstName} {booking.guestLastName}
        </Text>
        <Anchor component={Link} href={`/bookings/${booking.id}`} size="sm">
          {booking.reference}
        </Anchor>
      </div>
    )
  );
}

interface ChangedStayProps extends Readonly<Parameters<typeof partyWords>[0]> {
  readonly checkIn: string;
  readonly checkOut: string;
  /** Number of units; null if unknown. */
  readonly units?: number | null;
}

/** A booked or requested stay: dates, nights, guests and units. */
export function ChangedStay({ checkIn, checkOut, adults, children, units = null }: ChangedStayProps) {
  return (
    <div>
      <Text size="sm">
        {day(checkIn)} – {day(checkOut)}
      </Text>
      <Text size="sm" c="dimmed">
        <Plural value={nightsBetween(checkIn, checkOut)} one="# night" other="# nights" />,{' '}
        {partyWords({ adults, children })}
        {units !== null && `, ${plural(units, { one: '# unit', other: '# units' })}`}
      </Text>
    </div>
  );
}
