import { msg, t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import { useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { LISTING_WORDS } from '../../components/listing-words.ts';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { SuspendButton } from '../../components/suspend-button.tsx';
import { translated } from '../../i18n/translated.ts';
import {
  listingResumeDocument,
  listingSuspendDocument,
  type PlatformListingsQuery,
  platformListingsDocument,
} from './generated.ts';

type Published = NonNullable<PlatformListingsQuery['platformListings']>['nodes'][number];

const EXPLAINS = translated({
  suspend: msg`The developer can read the reason. The app leaves the store, and no other team can install it.`,
  resume: msg`The reason is kept in the developer’s activity. The app is in the store as before.`,
});

const COLUMNS: readonly Column<Published>[] = [
  { title: msg`App`, cell: ({ appName }) => appName },
  { title: msg({ message: 'By', context: 'developer' }), cell: ({ developer }) => developer },
  {
    title: msg`Listing`,
    cell: ({ status }) => (
      <StatusBadge tone={LISTING_WORDS[status][0]}>{LISTING_WORDS[status][1]}</StatusBadge>
    ),
  },
  { title: msg`Reason`, cell: ({ suspensionReason }) => suspensionReason ?? '—' },
  {
    title: '',
    cell: ({ appSlug, appName, status }) => (
      <SuspendButton
        {...{ id: appSlug, name: appName, noun: 'listing', explains: EXPLAINS }}
        isSuspended={status === 'suspended'}
        suspend={listingSuspendDocument}
        resume={listingResumeDocument}
      />
    ),
  },
];

/** Published listings, including suspended ones. */
export function PublishedListingsPage() {
  const { search, field } = useSearch();
  const { after, pagerOf } = usePager(search);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(platformListingsDocument, {
    search,
    first: PAGE_SIZE,
    after,
  });
  return (
    <Page title={t`Published listings`} lead={t`Listings in the app store, including suspended ones.`}>
      <Stack gap="sm">
        <SearchField by={t`app`} {...field} />
        <DataTable
          label={t`Published listings`}
          columns={COLUMNS}
          read={{ data: data?.platformListings?.nodes, error, refetch, isPlaceholderData }}
          rowKey={({ appSlug }) => appSlug}
          empty={{ title: t`No listings`, text: t`Listings of apps appear here once they are approved.` }}
          pager={pagerOf(data?.platformListings?.pageInfo)}
        />
      </Stack>
    </Page>
  );
}
