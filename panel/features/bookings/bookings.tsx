import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { DataTable } from '../../components/data-table.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { decimal } from '../../format/numbers.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import classes from './bookings.module.css';
import { BulkActions } from './bulk-actions.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { type BookingStatus, bookingsListDocument, type HostBookingOrder } from './generated.ts';
import {
  addressOf,
  columnsWord,
  FILTERS,
  type FilterValues,
  filterOf,
  ORDERS,
  readAddress,
} from './list-address.ts';
import { COLUMNS, GUEST, type ListedBooking } from './list-columns.tsx';
import { ListFilters } from './list-filters.tsx';
import { NewBooking } from './new-booking.tsx';
import { SavedViews } from './saved-views.tsx';
import { MOST_COUNTED, StatusChoice } from './status-choice.tsx';

/** All of the team's bookings: their payment status, holds and agents. */
export function BookingsPage() {
  const team = useTeam();
  const { slug } = team;
  const isDesk = isOneOf(team, ['manager', 'front_desk']);
  const [parameters, setParameters] = useSearchParams();
  const state = readAddress(parameters);
  const { shown, values, order } = state;
  const { search, field } = useSearch();
  const filter = { ...filterOf(state, isDesk), search, importId: values.import || null };
  const used = FILTERS.filter((name) => values[name] !== '' && name !== 'import').length;
  const isFiltered = search !== '' || shown !== 'all' || used > 0 || values.import !== '';
  const columns = state.columns.filter((name) => isDesk || name !== 'balance').map((name) => COLUMNS[name]);
  const { after, pagerOf } = usePager(JSON.stringify([slug, filter, order]));
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    bookingsListDocument,
    { filter, order, first: PAGE_SIZE, after, isDesk },
    { refreshMs: LIVE_MS },
  );
  const rows = data?.hostBookings.nodes ?? [];
  const [isOpen, { toggle }] = useDisclosure(false);
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
      title={t`Bookings`}
      lead={
        <Text span inherit visibleFrom="sm">
          <Trans>All of your team's bookings. The list refreshes automatically.</Trans>
        </Text>
      }
      actions={
        <>
          <Button
            component="a"
            variant="default"
            href={exportUrl(slug, { statuses: filter.statuses, search, values }, order)}
            download
          >
            <Trans>Export CSV</Trans>
          </Button>
          <OnlyFor roles={['manager', 'front_desk']}>
            <NewBooking />
          </OnlyFor>
        </>
      }
    >
      <Group gap="sm" justify="space-between">
        <Group gap="sm" className={classes.choices ?? ''}>
          <div className={classes.filters} data-open={isOpen || undefined}>
            <SavedViews
              state={state}
              opened={parameters.get('view') ?? ''}
              open={(view) => setParameters(addressOf(view))}
              leave={() => setParameters(new URLSearchParams())}
              isDesk={isDesk}
            />
          </div>
          <StatusChoice shown={shown} onChange={(value) => set('show', value)} filter={filter} />
          <Button
            hiddenFrom="sm"
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {used === 0 ? t`Filters` : t`Filters (${used})`}
          </Button>
        </Group>
        <Group gap="sm" className={classes.choices ?? ''}>
          <div className={classes.filters} data-open={isOpen || undefined}>
            <NativeSelect
              aria-label={t`Order`}
              size="xs"
              value={order}
              onChange={({ currentTarget }) => set('order', currentTarget.value)}
              data={[...ORDERS]}
            />
          </div>
          <div className={classes.filters} data-open={isOpen || undefined}>
            <ColumnMenu
              columns={state.columns}
              setColumns={(chosen) => set('columns', columnsWord(chosen))}
              isDesk={isDesk}
            />
          </div>
          <SearchField by={t`guest or reference`} {...field} />
        </Group>
      </Group>
      <ListFilters values={values} set={set} isOpen={isOpen} isDesk={isDesk} />
      <BulkActions bookings={rows.filter(({ id }) => chosen.has(id))} clear={() => setChosen(new Set())} />
      <Text size="sm" c="dimmed" aria-live="polite">
        {data && countWords(data.hostBookings.totalCount)}
        {values.import !== '' && (
          <>
            {t` from an import. `}
            <Anchor component="button" size="sm" onClick={() => set('import', '')}>
              <Trans>Show all bookings</Trans>
            </Anchor>
          </>
        )}
      </Text>
      <DataTable<ListedBooking>
        label={t`Bookings`}
        isDense
        isBrief
        columns={[GUEST, ...columns]}
        sorting={{ order, setOrder: (value) => set('order', value) }}
        {...(isDesk && { choice: { chosen, setChosen, nameOf: ({ reference }) => reference } })}
        read={{ data: data?.hostBookings.nodes, error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={
          isFiltered
            ? { title: t`No results`, text: t`No bookings match this filter and search.` }
            : {
                title: t`No bookings yet`,
                text: t`Bookings by agents, apps and your team appear here.`,
              }
        }
        pager={pagerOf(data?.hostBookings.pageInfo)}
      />
    </Page>
  );
}

const countWords = (found: number): string =>
  found >= MOST_COUNTED
    ? t`More than ${decimal(MOST_COUNTED)} bookings`
    : plural(found, { one: '# booking', other: '# bookings' });

interface Exported {
  readonly statuses: readonly BookingStatus[];
  readonly search: string;
  readonly values: FilterValues;
}

/** Returns the address that exports the full filtered list as a file. */
function exportUrl(team: string, { statuses, search, values }: Exported, order: HostBookingOrder): string {
  const query = new URLSearchParams({ team, order, ...(search && { search }) });
  for (const status of statuses) query.append('status', status);
  for (const name of FILTERS) if (values[name] !== '') query.append(name, values[name]);
  return `/panel/export/bookings.csv?${query}`;
}
