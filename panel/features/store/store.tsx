import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { BILLING_WORDS, TYPE_WORDS } from '../../components/app-words.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useTeam } from '../../layout/session.tsx';
import { type StoreListingFragment, storeAppsDocument } from './generated.ts';

const COLUMNS: readonly Column<StoreListingFragment>[] = [
  {
    title: 'App',
    cell: ({ slug, name }) => (
      <Anchor component={Link} href={`/store/${slug}`} fw={600}>
        {name}
      </Anchor>
    ),
  },
  { title: 'By', cell: ({ developer }) => developer },
  { title: 'Kind', cell: ({ type }) => TYPE_WORDS[type] },
  { title: 'Price', cell: ({ billing }) => BILLING_WORDS[billing] },
  {
    title: 'On this team',
    cell: ({ isInstalled }) => (isInstalled ? <StatusBadge tone="good">Installed</StatusBadge> : '—'),
  },
];

/** Public apps that any host can install. */
export function StorePage() {
  const { slug } = useTeam();
  const { search, field } = useSearch();
  const { after, pagerOf } = usePager(JSON.stringify([slug, search]));
  const { data, error, refetch } = useTeamQuery(storeAppsDocument, { search, first: PAGE_SIZE, after });
  return (
    <Page
      title="App store"
      lead="Apps reviewed by the platform. Each runs on its developer's servers and can only do what you allow."
      actions={<SearchField by="name or developer" {...field} />}
    >
      <DataTable
        label="Apps"
        columns={COLUMNS}
        read={{ data: data?.appStore.nodes, error, refetch }}
        rowKey={({ id }) => id}
        empty={
          search
            ? { title: 'No results', text: 'No apps in the store match this search.' }
            : { title: 'The store is empty', text: 'Public apps appear here once they are approved.' }
        }
        pager={pagerOf(data?.appStore.pageInfo)}
      />
    </Page>
  );
}
