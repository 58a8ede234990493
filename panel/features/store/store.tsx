import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTeamQuery } from '../../api/hooks.ts';
import { TYPE_WORDS } from '../../components/app-words.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { CATEGORY_WORDS } from '../../components/listing-words.ts';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { PageButtons } from '../../components/page-buttons.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { useTeam } from '../../layout/session.tsx';
import { type StoreAppFilter, storeAppsDocument } from './generated.ts';
import classes from './store.module.css';
import { StoreCard } from './store-card.tsx';

/** Public apps that any host can install. */
export function StorePage() {
  const { slug } = useTeam();
  const { search, field } = useSearch();
  const [filter, setFilter] = useState<StoreAppFilter>({});
  const { after, pagerOf } = usePager(JSON.stringify([slug, search, filter]));
  const variables = { search, filter, first: PAGE_SIZE, after };
  const { data, error, refetch } = useTeamQuery(storeAppsDocument, variables);
  const apps = data?.appStore.nodes;
  return (
    <Page
      title={t`App store`}
      lead={t`Apps reviewed by the platform. Each runs on its developer's servers and can only do what you allow.`}
    >
      <Group gap="sm" align="flex-end">
        <SearchField by={t`name or purpose`} {...field} />
        <Filters filter={filter} onChange={setFilter} />
      </Group>
      <ErrorNote error={error} onRetry={refetch} />
      {!apps && !error && <Loading label={t`Loading apps`} />}
      {apps?.length === 0 &&
        (search || Object.values(filter).some(Boolean) ? (
          <EmptyState title={t`No results`}>
            <Trans>No apps in the store match your filters.</Trans>
          </EmptyState>
        ) : (
          <EmptyState title={t`The store is empty`}>
            <Trans>Public apps appear here once they are approved.</Trans>
          </EmptyState>
        ))}
      {apps && apps.length > 0 && (
        <ul className={classes.cards} aria-label={t`Apps`}>
          {apps.map((app) => (
            <StoreCard key={app.id} app={app} />
          ))}
        </ul>
      )}
      <PageButtons label={t`Apps`} pager={pagerOf(data?.appStore.pageInfo)} />
    </Page>
  );
}

interface FiltersProps {
  readonly filter: StoreAppFilter;
  readonly onChange: (filter: StoreAppFilter) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  const chosen = (words: Readonly<Record<string, string>>, all: string) => [
    { value: '', label: all },
    ...Object.entries(words).map(([value, label]) => ({ value, label })),
  ];
  return (
    <>
      <NativeSelect
        aria-label={t`Category`}
        data={chosen(CATEGORY_WORDS, t`Every category`)}
        value={filter.category ?? ''}
        onChange={
          ({ currentTarget: { value } }) =>
            onChange({ ...filter, category: (value || null) as keyof typeof CATEGORY_WORDS | null }) // its options
        }
      />
      <NativeSelect
        aria-label={t`Kind`}
        data={chosen(TYPE_WORDS, t`Every kind`)}
        value={filter.type ?? ''}
        onChange={
          ({ currentTarget: { value } }) =>
            onChange({ ...filter, type: (value || null) as keyof typeof TYPE_WORDS | null }) // its options
        }
      />
      <Checkbox
        label={t`Free of charge`}
        mb={8}
        checked={filter.free === true}
        onChange={({ currentTarget: { checked } }) => onChange({ ...filter, free: checked || null })}
      />
    </>
  );
}
