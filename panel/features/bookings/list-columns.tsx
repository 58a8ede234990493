import { msg, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Anchor, Group, Text, Tooltip } from '@mantine/core';
import { Link } from 'wouter';
import type { Column } from '../../components/data-table.tsx';
import { days, instantAt, nightsBetween } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { BookingBadge, partyWords, sourceWords, unitWords } from './booking-words.tsx';
import classes from './bookings.module.css';
import type { BookingListColumn, BookingsListQuery } from './generated.ts';

/** A booking in the list. */
export type ListedBooking = BookingsListQuery['hostBookings']['nodes'][number];

/** The first column: the guest and the reference. */
export const GUEST: Column<ListedBooking> = {
  title: msg`Guest`,
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
          <Trans>Test</Trans>
        </Text>
      )}
    </Group>
  ),
};

/** The folio's balance: what the guest owes, or a credit. A dash if the hold ended without payment. */
const BALANCE: Column<ListedBooking> = {
  title: msg`Balance`,
  numeric: true,
  cell: ({ folio, status, currency }) => {
    if (!folio || (status === 'released' && folio.balance === 0)) return <Text c="dimmed">–</Text>;
    const { balance } = folio;
    if (balance === 0) {
      return (
        <Text size="sm" c="dimmed">
          <Trans>Settled</Trans>
        </Text>
      );
    }
    return (
      <Text size="sm">{balance < 0 ? t`${money(-balance, currency)} credit` : money(balance, currency)}</Text>
    );
  },
};

/** The other columns that a person can choose, in the list's order, each on one line. */
export const COLUMNS: Readonly<Record<BookingListColumn, Column<ListedBooking>>> = {
  stay: {
    title: msg`Stay`,
    order: 'check_in',
    cell: ({ checkIn, checkOut }) => (
      <Text size="sm">
        {days(checkIn, checkOut)}{' '}
        <Text span size="sm" c="dimmed">
          <Plural value={nightsBetween(checkIn, checkOut)} one="# night" other="# nights" />
        </Text>
      </Text>
    ),
  },
  party: {
    title: msg`Party`,
    cell: ({ party }) => (
      <Text size="sm" title={partyWords(party)}>
        <Plural value={party.adults + party.children} one="# guest" other="# guests" />
      </Text>
    ),
  },
  property: {
    title: msg`Property`,
    cell: ({ property }) => (
      <Text size="sm" className={classes.short ?? ''} title={property?.name ?? ''}>
        {property?.name}
      </Text>
    ),
  },
  unit: {
    title: msg`Unit`,
    cell: ({ lines }) => {
      const words = lines.map(lineWords).join('; ');
      return (
        <Text size="sm" className={classes.long ?? ''} title={words}>
          {words}
        </Text>
      );
    },
  },
  status: {
    title: msg`Status`,
    cell: ({ status, holdExpiresAt, property }) =>
      status === 'held' ? (
        <Tooltip label={t`Held until ${instantAt(holdExpiresAt, property?.timeZone)}`}>
          <span>
            <BookingBadge status={status} />
          </span>
        </Tooltip>
      ) : (
        <BookingBadge status={status} />
      ),
  },
  booked_by: {
    title: msg`Booked by`,
    cell: ({ source }) => (
      <Text size="sm" className={classes.short ?? ''} title={sourceWords(source)}>
        {sourceWords(source)}
      </Text>
    ),
  },
  total: {
    title: msg`Total`,
    order: 'total',
    numeric: true,
    cell: ({ total, currency }) => <Text size="sm">{money(total, currency)}</Text>,
  },
  balance: BALANCE,
};

/** Columns shown to people who haven't chosen others. */
export const USUAL_COLUMNS: readonly BookingListColumn[] = [
  'stay',
  'party',
  'unit',
  'status',
  'booked_by',
  'total',
  'balance',
];

/** Every column that can be chosen, in the list's order. */
export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly BookingListColumn[]; // the table has exactly these keys

const lineWords = ({ title, quantity, units }: ListedBooking['lines'][number]): string =>
  units.length > 0 ? `${unitWords(units)}, ${title}` : `${quantity > 1 ? `${quantity} × ` : ''}${title}`;
