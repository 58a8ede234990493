import { msg, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Column } from '../../components/data-table.tsx';
import { day, nightsBetween } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { partyWords, unitWords } from './booking-words.tsx';
import classes from './bookings.module.css';
import type { BookingRowFragment, BookingsListQuery } from './generated.ts';
import { MarkPaid } from './mark-paid.tsx';
import { StayActions, StayBadge } from './stay-actions.tsx';

type BookingColumn = Column<BookingRowFragment>;

/** The guest, with the reference as a link to the booking. */
export const GUEST: BookingColumn = {
  title: msg`Guest`,
  cell: ({ id, reference, guestFirstName, guestLastName }) => (
    <div>
      <Text fw={600} size="sm">
        {guestFirstName} {guestLastName}
      </Text>
      <Anchor component={Link} href={`/bookings/${id}`} size="sm" className={classes.reference ?? ''}>
        {reference}
      </Anchor>
    </div>
  ),
};

/** The booked unit types. */
export const ROOM: BookingColumn = {
  title: msg`Unit type`,
  cell: ({ lines }) => (
    <div>
      {lines.map(({ title, quantity, units }) => (
        <div key={title}>
          {quantity > 1 ? `${quantity} × ${title}` : title}
          {units.length > 0 && (
            <Text size="sm" c="dimmed">
              {unitWords(units)}
            </Text>
          )}
        </div>
      ))}
    </div>
  ),
};

/** Check-in and check-out. */
export const STAY: BookingColumn = {
  title: msg`Stay`,
  cell: ({ checkIn, checkOut, party, arrivalTime }) => (
    <div>
      <Text size="sm">
        {day(checkIn)} – {day(checkOut)}
      </Text>
      <Text size="sm" c="dimmed">
        <Plural value={nightsBetween(checkIn, checkOut)} one="# night" other="# nights" />,{' '}
        {partyWords(party)}
        {arrivalTime !== null && t`, arrives ${arrivalTime}`}
      </Text>
    </div>
  ),
};

/** The price. */
export const TOTAL: BookingColumn = {
  title: msg`Total`,
  numeric: true,
  cell: ({ total, currency }) => money(total, currency),
};

/**
 * The folio's balance: what the guest owes, or is owed. A dash if the viewer can't read it, or if the hold ended
 * without payment.
 */
export const BALANCE: Column<
  Pick<BookingsListQuery['hostBookings']['nodes'][number], 'currency' | 'folio' | 'status'>
> = {
  title: msg`Balance`,
  numeric: true,
  cell: ({ folio, status, currency }) => {
    if (!folio || (status === 'released' && folio.balance === 0)) return <Text c="dimmed">–</Text>;
    const { balance } = folio;
    if (balance === 0)
      return (
        <Text c="dimmed">
          <Trans>Settled</Trans>
        </Text>
      );
    return (
      <div>
        {money(Math.abs(balance), currency)}
        {balance < 0 && (
          <Text size="sm" c="dimmed">
            <Trans>owed to the guest</Trans>
          </Text>
        )}
      </div>
    );
  },
};

/** The state of the stay. */
export const STATE: BookingColumn = {
  title: msg`Stay state`,
  cell: (booking) => <StayBadge booking={booking} />,
};

/** The stay's next move. */
export const NEXT: BookingColumn = {
  title: msg({ message: 'Next', context: 'step' }),
  cell: (booking) => <StayActions booking={booking} onlyNext />,
};

/** Actions. */
export const ACTION: BookingColumn = {
  title: msg`Action`,
  cell: (booking) => <MarkPaid booking={booking} />,
};
