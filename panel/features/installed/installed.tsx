import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Badge, Button, Group } from '@mantine/core';
import { Link } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { OpenApp } from '../../components/app-link.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { HealthBadge } from '../../components/health-badge.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { instant } from '../../format/dates.ts';
import { useTeam } from '../../layout/session.tsx';
import { type InstalledAppRowFragment, installedAppsListDocument } from './generated.ts';

const COLUMNS: readonly Column<InstalledAppRowFragment>[] = [
  {
    title: msg`App`,
    cell: ({ app, permissions, isDevInstall }) => (
      <Group gap="xs">
        <Anchor component={Link} href={`/installed/${app.slug}`} fw={600}>
          {app.name}
        </Anchor>
        {isDevInstall && (
          <Badge variant="light" color="gray">
            <Trans>Local development</Trans>
          </Badge>
        )}
        {permissions.some(({ isNew }) => isNew) && (
          <Badge variant="light" color="yellow">
            <Trans>Requests more</Trans>
          </Badge>
        )}
      </Group>
    ),
  },
  { title: msg`Webhooks`, cell: ({ webhookHealth: { status } }) => <HealthBadge status={status} /> },
  { title: msg`Waiting`, cell: ({ webhookHealth: { waiting } }) => waiting, numeric: true },
  { title: msg`Installed`, cell: ({ installedAt }) => instant(installedAt) },
  {
    title: msg`Page`,
    cell: ({ app, appPageUrl }) => (appPageUrl ? <OpenApp app={app.slug} name={app.name} /> : '—'),
  },
];

/** The team's apps, with their permissions and webhook health. */
export function InstalledPage() {
  const { slug } = useTeam();
  const { after, pagerOf } = usePager(slug);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    installedAppsListDocument,
    { first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  return (
    <Page title={t`Apps`} lead={t`Apps installed for this team, their permissions and their webhook health.`}>
      <DataTable
        label={t`Installed apps`}
        columns={COLUMNS}
        read={{ data: data?.installedApps.nodes, error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={{
          title: t`No apps yet`,
          text: t`Apps you install from the app store or connect from their own site appear here.`,
          action: (
            <Button component={Link} href="/store">
              <Trans>Go to the app store</Trans>
            </Button>
          ),
        }}
        pager={pagerOf(data?.installedApps.pageInfo)}
      />
    </Page>
  );
}
