import { t } from '@lingui/core/macro';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTeamQuery } from '../../api/hooks.ts';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { platformStorefrontsDocument, type StorefrontStatus } from './generated.ts';
import { choicesOf, STOREFRONT_STATES } from './states.ts';
import { StorefrontTable } from './storefront-table.tsx';

/** All teams' storefronts, for operators, who suspend them with a reason and resume them. */
export function PlatformStorefrontsPage() {
  const { search, field } = useSearch();
  const [shown, setShown] = useState('all');
  const { after, pagerOf } = usePager(`${shown} ${search}`);
  const { data, error, refetch } = useTeamQuery(platformStorefrontsDocument, {
    search,
    status: shown === 'all' ? null : (shown as StorefrontStatus), // the control offers only these values
    first: PAGE_SIZE,
    after,
  });
  return (
    <Page
      title={t`Storefronts`}
      lead={t`Storefronts of all teams, newest first.`}
      actions={<SearchField by={t`name or domain`} {...field} />}
    >
      <SegmentedControl
        aria-label={t`State`}
        data={choicesOf(STOREFRONT_STATES)}
        value={shown}
        onChange={setShown}
      />
      <StorefrontTable
        ofManyTeams
        read={{ data: data && (data.platformStorefronts?.nodes ?? []), error, refetch }}
        empty={{ title: t`No results`, text: t`No storefronts match this search.` }}
        pager={pagerOf(data?.platformStorefronts?.pageInfo)}
      />
    </Page>
  );
}
