import { Button, Group, SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { DataTable } from '../../components/data-table.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { ACTION, AGENT, BALANCE, GUEST, ROOM, STATUS, STAY, TOTAL } from './booking-columns.tsx';
import { type BookingStatus, bookingsListDocument, type HostBookingOrder } from './generated.ts';
import { NewBooking } from './new-booking.tsx';

const SHOWN: Readonly<
  Record<string, { readonly label: string; readonly statuses: readonly BookingStatus[] }>
> = {
  all: { label: 'All', statuses: [] },
  held: { label: 'Unpaid', statuses: ['held'] },
  confirmed: { label: 'Confirmed', statuses: ['confirmed'] },
  over: { label: 'Released', statuses: ['released', 'cancelled'] },
};

const ORDERS: readonly { readonly value: HostBookingOrder; readonly label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'check_in', label: 'By check-in' },
];

/** All of the team's bookings: their payment status, holds and agents. */
export function BookingsPage() {
  const team = useTeam();
  const { slug } = team;
  const isDesk = isOneOf(team, ['manager', 'front_desk']);
  const [parameters, setParameters] = useSearchParams();
  const shown = parameters.get('show') ?? 'all';
  const order: HostBookingOrder = parameters.get('order') === 'check_in' ? 'check_in' : 'newest';
  const { search, field } = useSearch();
  const filter = { statuses: SHOWN[shown]?.statuses ?? [], search };
  const { after, pagerOf } = usePager(JSON.stringify([slug, filter, order]));
  const { data, error, refetch } = useTeamQuery(
    bookingsListDocument,
    { filter, order, first: PAGE_SIZE, after, isDesk },
    { refreshMs: LIVE_MS },
  );
  const set = (name: string, value: string) => {
    setParameters((before) => {
      before.set(name, value);
      return before;
    });
  };
  return (
    <Page
      title="Bookings"
      lead="All of your team's bookings. The list refreshes automatically."
      actions={
        <>
          <Button component="a" variant="default" href={exportUrl(slug, filter, order)} download>
            Export CSV
          </Button>
          <OnlyFor roles={['manager', 'front_desk']}>
            <NewBooking />
          </OnlyFor>
        </>
      }
    >
      <Group gap="sm" justify="space-between">
        <SegmentedControl
          aria-label="Which bookings to show"
          size="xs"
          value={shown}
          onChange={(value) => set('show', value)}
          data={Object.entries(SHOWN).map(([value, { label }]) => ({ value, label }))}
        />
        <Group gap="sm">
          <SegmentedControl
            aria-label="Order"
            size="xs"
            value={order}
            onChange={(value) => set('order', value)}
            data={[...ORDERS]}
          />
          <SearchField by="guest or reference" {...field} />
        </Group>
      </Group>
      <DataTable
        label="Bookings"
        columns={[GUEST, ROOM, STAY, STATUS, AGENT, TOTAL, ...(isDesk ? [BALANCE] : []), ACTION]}
        read={{ data: data?.hostBookings.nodes, error, refetch }}
        rowKey={({ id }) => id}
        empty={
          search || shown !== 'all'
            ? { title: 'No results', text: 'No bookings match this filter and search.' }
            : {
                title: 'No bookings yet',
                text: 'Bookings by agents, apps and your team appear here.',
              }
        }
        pager={pagerOf(data?.hostBookings.pageInfo)}
      />
    </Page>
  );
}

/** Returns the address that exports the full filtered list as a file. */
function exportUrl(
  team: string,
  { statuses, search }: { readonly statuses: readonly BookingStatus[]; readonly search: string | null },
  order: HostBookingOrder,
): string {
  const query = new URLSearchParams({ team, order, ...(search && { search }) });
  for (const status of statuses) query.append('status', status);
  return `/panel/export/bookings.csv?${query}`;
}
