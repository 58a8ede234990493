import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { DataTable } from '../../components/data-table.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { ACTION, GUEST, ROOM, STATUS, STAY } from '../bookings/booking-columns.tsx';
import { bookingsListDocument } from '../bookings/generated.ts';
import type { Today } from './today-dates.ts';

const KINDS = {
  arrivals: {
    title: 'Arrivals',
    date: 'checkIn',
    order: 'check_in',
    statuses: ['held', 'confirmed'],
    filter: ({ first, last }: Today) => ({ checkInFrom: first, checkInUntil: last }),
    empty: { title: 'No arrivals today', text: 'Guests who check in today appear here.' },
  },
  departures: {
    title: 'Departures',
    date: 'checkOut',
    order: 'check_out',
    statuses: ['confirmed'],
    filter: ({ first, last }: Today) => ({ checkOutFrom: first, checkOutUntil: last }),
    empty: { title: 'No departures today', text: 'Guests who check out today appear here.' },
  },
} as const;

/** Guests who arrive or leave today, by the clock of each property. */
export function Moves({ kind, today }: { readonly kind: keyof typeof KINDS; readonly today: Today }) {
  const { title, date, order, statuses, filter, empty } = KINDS[kind];
  const { after, pagerOf } = usePager(JSON.stringify(today));
  const { data, error, refetch } = useTeamQuery(
    bookingsListDocument,
    { filter: { statuses, ...filter(today) }, order, first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  const here = data?.hostBookings.nodes.filter(
    (booking) => booking[date] === (today.of[booking.propertyId] ?? booking[date]),
  );
  return (
    <Section title={title}>
      <DataTable
        label={title}
        columns={[GUEST, ROOM, STAY, STATUS, ACTION]}
        read={{ data: here, error, refetch }}
        rowKey={({ id }) => id}
        empty={empty}
        pager={pagerOf(data?.hostBookings.pageInfo)}
      />
    </Section>
  );
}
