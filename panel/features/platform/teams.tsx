import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { instant } from '../../format/dates.ts';
import { type PlatformTeamsQuery, platformTeamsDocument, type TeamStatus } from './generated.ts';
import { choicesOf, SUSPENDED, TEAM_STATES } from './states.ts';

type Team = NonNullable<PlatformTeamsQuery['platformTeams']>['nodes'][number];

const COLUMNS: readonly Column<Team>[] = [
  {
    title: msg`Team`,
    cell: ({ id, name, slug }) => (
      <div>
        <Anchor component={Link} href={`/teams/${id}`} fw={600} size="sm">
          {name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {slug}
        </Text>
      </div>
    ),
  },
  { title: msg`State`, cell: (team) => <TeamState {...team} /> },
  { title: msg`Members`, cell: ({ members }) => plural(members, { one: '# member', other: '# members' }) },
  { title: msg`Storefronts`, cell: ({ storefronts }) => storefrontWords(storefronts) },
  { title: msg`Created`, cell: ({ createdAt }) => instant(createdAt) },
];

function storefrontWords(storefronts: Team['storefronts']): string {
  if (storefronts.length === 0) return '—';
  const live = storefronts.filter(({ status }) => status === 'live').length;
  return t`${plural(storefronts.length, { one: '# storefront', other: '# storefronts' })}, ${live} live`;
}

/** A team's status, the reason for its suspension, and the time when a closing team is permanently closed. */
export function TeamState({
  status,
  closesAt,
  suspension,
}: Pick<Team, 'status' | 'closesAt' | 'suspension'>) {
  const [tone, word] = suspension ? SUSPENDED : TEAM_STATES[status];
  return (
    <div>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {suspension && (
        <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          <Trans>
            Since {instant(suspension.at)}: {suspension.reason}
          </Trans>
        </Text>
      )}
      {closesAt && (
        <Text size="xs" c="dimmed" mt={4}>
          {status === 'closing' ? t`For good on ${instant(closesAt)}` : instant(closesAt)}
        </Text>
      )}
    </div>
  );
}

/** The platform's teams, for operators. */
export function TeamsPage() {
  const { search, field } = useSearch();
  const [shown, setShown] = useState('all');
  const { after, pagerOf } = usePager(`${shown} ${search}`);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(platformTeamsDocument, {
    search,
    status: shown === 'all' ? null : (shown as TeamStatus), // the control offers only these values
    first: PAGE_SIZE,
    after,
  });
  return (
    <Page
      title={t`Teams`}
      lead={t`Teams of hosts and developers, newest first.`}
      actions={<SearchField by={t`name or slug`} {...field} />}
    >
      <SegmentedControl
        aria-label={t`State`}
        data={choicesOf(TEAM_STATES)}
        value={shown}
        onChange={setShown}
      />
      <DataTable
        label={t`Teams`}
        columns={COLUMNS}
        read={{ data: data && (data.platformTeams?.nodes ?? []), error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={{ title: t`No results`, text: t`No teams match this search.` }}
        pager={pagerOf(data?.platformTeams?.pageInfo)}
      />
    </Page>
  );
}
