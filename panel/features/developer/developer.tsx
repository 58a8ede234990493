import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Code, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { TYPE_WORDS } from '../../components/app-words.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager, useRowPager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { VersionBadge } from '../../components/version-badge.tsx';
import { money } from '../../format/money.ts';
import {
  developerAppsDocument,
  type OwnAppFactsFragment,
  type ThemeBalancesQuery,
  themeBalancesDocument,
} from './generated.ts';

const COLUMNS: readonly Column<OwnAppFactsFragment>[] = [
  {
    title: msg`App`,
    cell: ({ slug, name }) => (
      <Anchor component={Link} href={`/developer/${slug}`} fw={600}>
        {name}
      </Anchor>
    ),
  },
  { title: msg`Slug`, cell: ({ slug }) => <Code>{slug}</Code> },
  { title: msg`Kind`, cell: ({ type }) => TYPE_WORDS[type] },
  { title: msg`For`, cell: ({ distribution }) => (distribution === 'public' ? t`Every host` : t`Own teams`) },
  { title: msg`Status`, cell: ({ status }) => <VersionBadge status={status} /> },
  { title: msg`Installs`, cell: ({ installCount }) => installCount, numeric: true },
];

/** Apps that the account develops. */
export function DeveloperPage() {
  const { after, pagerOf } = usePager('apps');
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(developerAppsDocument, {
    first: PAGE_SIZE,
    after,
  });
  return (
    <Page
      title={t`Your apps`}
      lead={t`Apps you develop. Push new versions with the platform command.`}
      actions={
        <Button component={Link} href="/team/tokens" variant="default">
          <Trans>Access tokens</Trans>
        </Button>
      }
    >
      <DataTable
        label={t`Your apps`}
        columns={COLUMNS}
        read={{ data: data?.apps.nodes, error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={{
          title: t`No apps yet`,
          text: t`Create an app with the platform command and push it to see it here.`,
          action: (
            <Text component="div">
              <Code>platform app init</Code>
            </Text>
          ),
        }}
        pager={pagerOf(data?.apps.pageInfo)}
      />
      <ThemeEarnings />
    </Page>
  );
}

type ThemeBalance = ThemeBalancesQuery['themeBalances'][number];

const THEMES: readonly Column<ThemeBalance>[] = [
  {
    title: msg`Theme`,
    cell: ({ appSlug, appName }) => (
      <Anchor component={Link} href={`/developer/themes/${appSlug}/earnings`} fw={600}>
        {appName}
      </Anchor>
    ),
  },
  { title: msg`Earned`, numeric: true, cell: ({ earned, currency }) => money(earned, currency) },
  {
    title: msg`Not paid by teams yet`,
    numeric: true,
    cell: ({ pending, currency }) => money(pending, currency),
  },
  { title: msg`Balance`, numeric: true, cell: ({ due, currency }) => money(due, currency) },
];

/** Balances of the account's themes; hidden until a theme has charged a team. */
function ThemeEarnings() {
  const { data, error, refetch } = useTeamQuery(themeBalancesDocument, {});
  const { rows, pager } = useRowPager(data?.themeBalances, 'themes');
  if (!data?.themeBalances.length) return <ErrorNote error={error} onRetry={refetch} />;
  return (
    <Section title={t`Your themes’ earnings`}>
      <DataTable
        label={t`Your themes’ earnings`}
        columns={THEMES}
        read={{ data: rows, error, refetch }}
        rowKey={({ appSlug, currency }) => `${appSlug} ${currency}`}
        empty={{ title: t`No earnings yet` }}
        pager={pager}
        isTitled
      />
    </Section>
  );
}
