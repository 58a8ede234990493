import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Badge, Button, Group, Stack } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { HealthBadge } from '../../components/health-badge.tsx';
import { InstallApp } from '../../components/install-app.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { instant } from '../../format/dates.ts';
import { useSession } from '../../layout/session.tsx';
import {
  type DeveloperAppQuery,
  developerInstallsDocument,
  type OwnInstallFragment,
  ownAppInstallDocument,
} from './generated.ts';

type App = NonNullable<DeveloperAppQuery['app']>;

/** The app's installs on the account's teams, with their health. */
export function Installs({ app }: { readonly app: App }) {
  const { chooseTeam, team } = useSession();
  const [, navigate] = useLocation();
  const { after, pagerOf } = usePager(app.slug);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    developerInstallsDocument,
    { slug: app.slug, first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  const installs = data?.app?.installs;
  const open = ({ team }: OwnInstallFragment) => {
    chooseTeam(team.slug);
    navigate(`/installed/${app.slug}`);
  };
  const columns: readonly Column<OwnInstallFragment>[] = [
    {
      title: msg`Team`,
      cell: ({ team, isDevInstall }) => (
        <Group gap="xs">
          {team.name}
          {isDevInstall && (
            <Badge variant="light" color="gray">
              <Trans>Local development</Trans>
            </Badge>
          )}
        </Group>
      ),
    },
    { title: msg`Webhooks`, cell: ({ webhookHealth: { status } }) => <HealthBadge status={status} /> },
    { title: msg`Waiting`, cell: ({ webhookHealth: { waiting } }) => waiting, numeric: true },
    { title: msg`Installed`, cell: ({ installedAt }) => instant(installedAt) },
    {
      title: msg`Deliveries`,
      cell: (install) => (
        <Button
          size="xs"
          variant="default"
          onClick={() => open(install)}
          aria-label={t`View deliveries to ${install.team.name}`}
        >
          <Trans>View</Trans>
        </Button>
      ),
    },
  ];
  const { slug, name, liveVersion, settings } = app;
  const plan = app.plans.find(({ active }) => active);
  // A public app's plans cost money, so their terms are shown first.
  const inStore = plan !== undefined && app.distribution === 'public';
  return (
    <Section title={t`Installs on your teams`}>
      <Stack>
        {liveVersion && inStore && (
          <Anchor component={Link} href={`/store/${slug}`} size="sm">
            <Trans>Choose a plan in the app store</Trans>
          </Anchor>
        )}
        {liveVersion && !inStore && (
          <InstallApp
            app={{ slug, name, liveVersion }}
            settings={settings}
            {...(plan && { plan: { key: plan.key, version: plan.version } })}
            isInstalled={app.install?.isActive === true}
            mutation={ownAppInstallDocument}
            text={t`${name} gets access to ${team.name} with the permissions of its live version. You can uninstall it at any time.`}
          />
        )}
        <DataTable
          label={t`Installs`}
          columns={columns}
          read={{ data: installs?.nodes, error, refetch, isPlaceholderData }}
          rowKey={({ id }) => id}
          empty={{
            title: t`Not installed yet`,
            text: t`Your teams that install the app appear here.`,
          }}
          pager={pagerOf(installs?.pageInfo)}
        />
      </Stack>
    </Section>
  );
}
