import { Anchor, Group, Text, Tooltip } from '@mantine/core';
import { Link } from 'wouter';
import type { Column } from '../../components/data-table.tsx';
import { count, days, instantAt, nightsBetween } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { BookingBadge, partyWords, sourceWords, unitWords } from './booking-words.tsx';
import classes from './bookings.module.css';
import type { BookingsListQuery } from './generated.ts';

/** A booking in the list. */
export type ListedBooking = BookingsListQuery['hostBookings']['nodes'][number];

/** Columns of the list of bookings, each on one line. */
export const COLUMNS: readonly Column<ListedBooking>[] = [
  {
    title: 'Guest',
    order: 'guest',
    cell: ({ id, reference, guestFirstName, guestLastName, test }) => (
      <Group gap={8} wrap="nowrap">
        <Text size="sm" fw={600} className={classes.short ?? ''}>
          {guestFirstName} {guestLastName}
        </Text>
        <Anchor component={Link} href={`/bookings/${id}`} size="sm" className={classes.reference ?? ''}>
          {reference}
        </Anchor>
        {test && (
          <Text size="xs" c="dimmed">
            Test
          </Text>
        )}
      </Group>
    ),
  },
  {
    title: 'Stay',
    order: 'check_in',
    cell: ({ checkIn, checkOut }) => (
      <Text size="sm">
        {days(checkIn, checkOut)}{' '}
        <Text span size="sm" c="dimmed">
          {count(nightsBetween(checkIn, checkOut), 'night')}
        </Text>
      </Text>
    ),
  },
  {
    title: 'Party',
    cell: ({ party }) => (
      <Text size="sm" title={partyWords(party)}>
        {count(party.adults + party.children, 'guest')}
      </Text>
    ),
  },
  {
    title: 'Unit',
    cell: ({ lines }) => {
      const words = lines.map(lineWords).join('; ');
      return (
        <Text size="sm" className={classes.long ?? ''} title={words}>
          {words}
        </Text>
      );
    },
  },
  {
    title: 'Status',
    cell: ({ status, holdExpiresAt, property }) =>
      status === 'held' ? (
        <Tooltip label={`Held until ${instantAt(holdExpiresAt, property?.timeZone)}`}>
          <span>
            <BookingBadge status={status} />
          </span>
        </Tooltip>
      ) : (
        <BookingBadge status={status} />
      ),
  },
  {
    title: 'Booked by',
    cell: ({ source }) => (
      <Text size="sm" className={classes.short ?? ''} title={sourceWords(source)}>
        {sourceWords(source)}
      </Text>
    ),
  },
  {
    title: 'Total',
    order: 'total',
    numeric: true,
    cell: ({ total, currency }) => <Text size="sm">{money(total, currency)}</Text>,
  },
];

const lineWords = ({ title, quantity, units }: ListedBooking['lines'][number]): string =>
  units.length > 0 ? `${unitWords(units)}, ${title}` : `${quantity > 1 ? `${quantity} × ` : ''}${title}`;

/** The folio's balance: what the guest owes, or a credit. A dash if the hold ended without payment. */
export const BALANCE: Column<ListedBooking> = {
  title: 'Balance',
  numeric: true,
  cell: ({ folio, status, currency }) => {
    if (!folio || (status === 'released' && folio.balance === 0)) return <Text c="dimmed">–</Text>;
    const { balance } = folio;
    if (balance === 0) {
      return (
        <Text size="sm" c="dimmed">
          Settled
        </Text>
      );
    }
    return (
      <Text size="sm">
        {money(Math.abs(balance), currency)}
        {balance < 0 && ' credit'}
      </Text>
    );
  },
};
