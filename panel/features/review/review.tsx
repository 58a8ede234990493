import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { PageButtons } from '../../components/page-buttons.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { listingsInReviewDocument, themesInReviewDocument, versionsInReviewDocument } from './generated.ts';
import { ListingInReview } from './listings.tsx';
import type { Opening } from './review-item.tsx';
import { ThemeInReview } from './themes.tsx';
import { VersionInReview } from './versions.tsx';

/** An item in the queue. */
interface Waiting {
  readonly key: string;
  readonly since: string | null;
  readonly render: (opening: Opening) => ReactNode;
}

/**
 * Versions of public apps and themes, and store listings, that wait for an operator, oldest first. One is open
 * at a time, the oldest at first.
 */
export function ReviewPage() {
  const versions = useVersions();
  const themes = useThemes();
  const listings = useListings();
  const lists = [versions, themes, listings];
  const waiting = lists
    .flatMap(({ waiting: items }) => items ?? [])
    .sort((one, other) => (one.since ?? '').localeCompare(other.since ?? ''));
  const [chosen, setChosen] = useState<string | null>();
  const open = waiting.some(({ key }) => key === chosen) || chosen === null ? chosen : waiting[0]?.key;
  const isLoaded = lists.every(({ waiting: items }) => items !== undefined);
  return (
    <Page
      title={t`App review`}
      lead={t`Versions of public apps and themes, and store listings, that wait for a decision, oldest first.`}
    >
      {lists.map(({ label, error, refetch }) => (
        <ErrorNote key={label} error={error} onRetry={refetch} />
      ))}
      {!isLoaded && lists.every(({ error }) => !error) && <Loading label={t`Loading the queue`} />}
      {isLoaded && waiting.length === 0 && lists.every(({ pager }) => !pager.hasPrevious) && (
        <EmptyState title={t`Nothing to review`}>
          <Trans>New versions of public apps and themes appear here, and changed store listings.</Trans>
        </EmptyState>
      )}
      <Stack gap="sm">
        {waiting.map(({ key, render }) => (
          <div key={key}>
            {render({ isOpen: key === open, onToggle: () => setChosen(key === open ? null : key) })}
          </div>
        ))}
      </Stack>
      {lists.map(({ label, pager }) => (
        <PageButtons key={label} label={label} pager={pager} />
      ))}
    </Page>
  );
}

function useVersions() {
  const { after, pagerOf } = usePager('review');
  const variables = { first: PAGE_SIZE, after };
  const { data, error, refetch } = useTeamQuery(versionsInReviewDocument, variables, { refreshMs: LIVE_MS });
  const waiting = data?.appVersionsInReview.nodes.map(
    (version): Waiting => ({
      key: t`version ${version.id}`,
      since: version.createdAt,
      render: (opening) => <VersionInReview version={version} {...opening} />,
    }),
  );
  return { label: t`Versions`, waiting, error, refetch, pager: pagerOf(data?.appVersionsInReview.pageInfo) };
}

function useThemes() {
  const { after, pagerOf } = usePager('review-themes');
  const variables = { first: PAGE_SIZE, after };
  const { data, error, refetch } = useTeamQuery(themesInReviewDocument, variables, { refreshMs: LIVE_MS });
  const waiting = data?.themeVersionsInReview.nodes.map(
    (version): Waiting => ({
      key: t`theme ${version.id}`,
      since: version.createdAt,
      render: (opening) => <ThemeInReview version={version} {...opening} />,
    }),
  );
  return { label: t`Themes`, waiting, error, refetch, pager: pagerOf(data?.themeVersionsInReview.pageInfo) };
}

function useListings() {
  const { after, pagerOf } = usePager('listings');
  const variables = { first: PAGE_SIZE, after };
  const { data, error, refetch } = useTeamQuery(listingsInReviewDocument, variables, { refreshMs: LIVE_MS });
  const connection = data?.appListingsInReview;
  const waiting =
    data &&
    (connection?.nodes ?? []).map(
      (listing): Waiting => ({
        key: t`listing ${listing.appSlug}`,
        since: listing.submittedAt,
        render: (opening) => <ListingInReview listing={listing} {...opening} />,
      }),
    );
  return { label: t`Listings`, waiting, error, refetch, pager: pagerOf(connection?.pageInfo) };
}
