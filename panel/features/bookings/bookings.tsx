import { Anchor, Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { DataTable } from '../../components/data-table.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { count } from '../../format/dates.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { BulkActions } from './bulk-actions.tsx';
import {
  type BookingBalance,
  type BookingSourceKind,
  type BookingStatus,
  bookingsListDocument,
  type HostBookingOrder,
} from './generated.ts';
import { BALANCE, COLUMNS, type ListedBooking } from './list-columns.tsx';
import { FILTERS, type Filter, ListFilters } from './list-filters.tsx';
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
  { value: 'newest', label: 'Newest first' },
  { value: 'check_in', label: 'By check-in' },
  { value: 'check_out', label: 'By check-out' },
  { value: 'hold_ends', label: 'By end of hold' },
  { value: 'guest', label: 'By guest' },
  { value: 'total', label: 'Highest total first' },
];

/** Number at which the API stops counting. */
const MOST_COUNTED = 10_000;

/** All of the team's bookings: their payment status, holds and agents. */
export function BookingsPage() {
  const team = useTeam();
  const { slug } = team;
  const isDesk = isOneOf(team, ['manager', 'front_desk']);
  const [parameters, setParameters] = useSearchParams();
  const shown = parameters.get('show') ?? 'all';
  const order = ORDERS.find(({ value }) => value === parameters.get('order'))?.value ?? 'newest';
  const { search, field } = useSearch();
  const values = Object.fromEntries(FILTERS.map((name) => [name, parameters.get(name) ?? ''])) as Values;
  const filter = { statuses: SHOWN[shown]?.statuses ?? [], search, ...filterOf(values, isDesk) };
  const isFiltered = search !== '' || shown !== 'all' || FILTERS.some((name) => values[name] !== '');
  const { after, pagerOf } = usePager(JSON.stringify([slug, filter, order]));
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    bookingsListDocument,
    { filter, order, first: PAGE_SIZE, after, isDesk },
    { refreshMs: LIVE_MS },
  );
  const rows = data?.hostBookings.nodes ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const set = (name: string, value: string) => {
    setParameters((before) => {
      if (value === '') before.delete(name);
      else before.set(name, value);
      return before;
    });
  };
  return (
    <Page
      title="Bookings"
      lead="All of your team's bookings. The list refreshes automatically."
      actions={
        <>
          <Button
            component="a"
            variant="default"
            href={exportUrl(slug, { statuses: filter.statuses, search, values }, order)}
            download
          >
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
          <NativeSelect
            aria-label="Order"
            size="xs"
            value={order}
            onChange={({ currentTarget }) => set('order', currentTarget.value)}
            data={[...ORDERS]}
          />
          <SearchField by="guest or reference" {...field} />
        </Group>
      </Group>
      <ListFilters values={values} set={set} isDesk={isDesk} />
      <BulkActions bookings={rows.filter(({ id }) => chosen.has(id))} clear={() => setChosen(new Set())} />
      <Text size="sm" c="dimmed" aria-live="polite">
        {data && countWords(data.hostBookings.totalCount)}
        {values.import !== '' && (
          <>
            {' from an import. '}
            <Anchor component="button" size="sm" onClick={() => set('import', '')}>
              Show all bookings
            </Anchor>
          </>
        )}
      </Text>
      <DataTable<ListedBooking>
        label="Bookings"
        isDense
        isBrief
        columns={[...COLUMNS, ...(isDesk ? [BALANCE] : [])]}
        sorting={{ order, setOrder: (value) => set('order', value) }}
        {...(isDesk && { choice: { chosen, setChosen, nameOf: ({ reference }) => reference } })}
        read={{ data: data?.hostBookings.nodes, error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={
          isFiltered
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

type Values = Readonly<Record<Filter, string>>;

const countWords = (found: number): string =>
  found >= MOST_COUNTED
    ? `More than ${MOST_COUNTED.toLocaleString('en-GB')} bookings`
    : count(found, 'booking');

/** Converts the filters to the API's; an unknown source or balance in the address is ignored. */
function filterOf(values: Values, isDesk: boolean) {
  const { unit_type, source, balance, check_in_from, check_in_until } = values;
  return {
    unitTypeId: unit_type || null,
    source: isOneOfWords(source, SOURCE_KINDS) ? source : null,
    balance: isDesk && isOneOfWords(balance, BALANCES) ? balance : null,
    checkInFrom: check_in_from || null,
    checkInUntil: check_in_until || null,
    importId: values.import || null,
  };
}

const SOURCE_KINDS: readonly BookingSourceKind[] = ['agent', 'direct', 'host', 'request', 'channel'];
const BALANCES: readonly BookingBalance[] = ['due', 'settled', 'credit'];

const isOneOfWords = <T extends string>(word: string, words: readonly T[]): word is T =>
  (words as readonly string[]).includes(word);

interface Exported {
  readonly statuses: readonly BookingStatus[];
  readonly search: string;
  readonly values: Values;
}

/** Returns the address that exports the full filtered list as a file. */
function exportUrl(team: string, { statuses, search, values }: Exported, order: HostBookingOrder): string {
  const query = new URLSearchParams({ team, order, ...(search && { search }) });
  for (const status of statuses) query.append('status', status);
  for (const name of FILTERS) if (values[name] !== '') query.append(name, values[name]);
  return `/panel/export/bookings.csv?${query}`;
}
