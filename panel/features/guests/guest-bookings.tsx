import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/panel.tsx';
import { day } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { BookingBadge } from '../bookings/booking-words.tsx';
import type { GuestDetail } from './guest-detail.ts';

type Booking = NonNullable<GuestDetail['bookings']>['nodes'][number];

const COLUMNS: readonly Column<Booking>[] = [
  {
    title: msg`Booking`,
    cell: ({ id, reference }) => (
      <Anchor component={Link} href={`/bookings/${id}`} size="sm">
        {reference}
      </Anchor>
    ),
  },
  {
    title: msg`Stay`,
    cell: ({ checkIn, checkOut }) => `${day(checkIn)} – ${day(checkOut)} ${checkOut.slice(0, 4)}`,
  },
  {
    title: msg`Unit type`,
    cell: ({ lines }) =>
      lines.map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title)).join(', '),
  },
  { title: msg`Status`, cell: ({ status }) => <BookingBadge status={status} /> },
  { title: msg`Total`, numeric: true, cell: ({ total, currency }) => money(total, currency) },
];

/** A guest's bookings, latest stay first. */
export function GuestBookings({ guest: { bookings } }: { readonly guest: GuestDetail }) {
  const latestFirst = bookings?.nodes.toSorted((one, other) => other.checkIn.localeCompare(one.checkIn));
  return (
    <Section title={t`Bookings`}>
      <DataTable
        label={t`Bookings of this guest`}
        columns={COLUMNS}
        read={{ data: latestFirst ?? [], error: null, refetch: () => undefined }}
        rowKey={({ id }) => id}
        empty={{
          title: t`No bookings`,
          text: t`They were merged into another guest, or a merge was undone.`,
        }}
      />
      {bookings?.pageInfo.hasNextPage && (
        <Text size="sm" c="dimmed" mt="xs">
          <Trans>This list shows 100 of this guest’s bookings. Find the others on the Bookings page.</Trans>
        </Text>
      )}
    </Section>
  );
}
