import { msg, t } from '@lingui/core/macro';
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { instant } from '../../format/dates.ts';
import { useTeam } from '../../layout/session.tsx';
import { type GuestRowFragment, guestsListDocument } from './generated.ts';
import { guestName } from './guest-words.ts';

const COLUMNS: readonly Column<GuestRowFragment>[] = [
  {
    title: msg`Guest`,
    cell: (guest) => (
      <Anchor component={Link} href={`/guests/${guest.id}`} fw={600} size="sm">
        {guestName(guest)}
      </Anchor>
    ),
  },
  { title: msg`Email`, cell: ({ emails }) => <FirstOf values={emails} /> },
  { title: msg`Phone`, cell: ({ phones }) => <FirstOf values={phones} /> },
  { title: msg`Tags`, cell: ({ tags }) => <Text size="sm">{tags.join(', ') || '—'}</Text> },
  { title: msg`Guest since`, cell: ({ createdAt }) => <Text size="sm">{instant(createdAt)}</Text> },
];

/** The first of several values, and how many more there are. */
function FirstOf({ values }: { readonly values: readonly string[] }) {
  const [first, ...more] = values;
  return (
    <Text size="sm">
      {first ?? '—'}
      {more.length > 0 && t` and ${more.length} more`}
    </Text>
  );
}

/** Everyone who has booked with the team, newest first. */
export function GuestsPage() {
  const { slug } = useTeam();
  const { search, field } = useSearch();
  const { after, pagerOf } = usePager(JSON.stringify([slug, search]));
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    guestsListDocument,
    { search, first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  return (
    <Page
      title={t`Guests`}
      lead={t`Everyone who booked with you, newest first. Each person's bookings are grouped together.`}
    >
      <Group justify="flex-end">
        <SearchField by={t`name, email or phone`} {...field} />
      </Group>
      <DataTable
        label={t`Guests`}
        columns={COLUMNS}
        read={{ data: data?.contacts?.nodes, error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={
          search
            ? { title: t`No results`, text: t`No guest has this name, email address or phone number.` }
            : { title: t`No guests yet`, text: t`Guests appear here with their first booking.` }
        }
        pager={pagerOf(data?.contacts?.pageInfo)}
      />
    </Page>
  );
}
