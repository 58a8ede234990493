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
    title: 'Booking',
    cell: ({ id, reference }) => (
      <Anchor component={Link} href={`/bookings/${id}`} size="sm">
        {reference}
      </Anchor>
    ),
  },
  {
    title: 'Stay',
    cell: ({ checkIn, checkOut }) => `${day(checkIn)} – ${day(checkOut)} ${checkOut.slice(0, 4)}`,
  },
  {
    title: 'Unit type',
    cell: ({ lines }) =>
      lines.map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title)).join(', '),
  },
  { title: 'Status', cell: ({ status }) => <BookingBadge status={status} /> },
  { title: 'Total', numeric: true, cell: ({ total, currency }) => money(total, currency) },
];

/** A guest's bookings, latest stay first. */
export function GuestBookings({ guest: { bookings } }: { readonly guest: GuestDetail }) {
  const latestFirst = bookings?.nodes.toSorted((one, other) => other.checkIn.localeCompare(one.checkIn));
  return (
    <Section title="Bookings">
      <DataTable
        label="Bookings of this guest"
        columns={COLUMNS}
        read={{ data: latestFirst ?? [], error: null, refetch: () => undefined }}
        rowKey={({ id }) => id}
        empty={{
          title: 'No bookings',
          text: 'They were merged into another guest, or a merge was undone.',
        }}
      />
      {bookings?.pageInfo.hasNextPage && (
        <Text size="sm" c="dimmed" mt="xs">
          This list shows 100 of this guest’s bookings. Find the others on the Bookings page.
        </Text>
      )}
    </Section>
  );
}
