import { Badge, Button, Group, Stack } from '@mantine/core';
import { useLocation } from 'wouter';
import { instant } from '../../format/dates.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HealthBadge } from '../../parts/health-badge.tsx';
import { InstallApp } from '../../parts/install-app.tsx';
import { useRowPager } from '../../parts/pager.ts';
import { Section } from '../../parts/panel.tsx';
import { useSession } from '../../shell/session.tsx';
import type { DeveloperAppQuery } from './generated.ts';

type App = NonNullable<DeveloperAppQuery['app']>;
type Install = App['installs'][number];

/** Where the app is installed, on teams of the account, and how it is doing there. */
export function Installs({ app }: { readonly app: App }) {
  const { chooseTeam, team } = useSession();
  const [, navigate] = useLocation();
  const active = app.installs.filter(({ isActive }) => isActive);
  const { rows, pager } = useRowPager(active, app.slug);
  const open = ({ team }: Install) => {
    chooseTeam(team.slug);
    navigate(`/installed/${app.slug}`);
  };
  const columns: readonly Column<Install>[] = [
    {
      title: 'Team',
      cell: ({ team, isDevInstall }) => (
        <Group gap="xs">
          {team.name}
          {isDevInstall && (
            <Badge variant="light" color="gray">
              Local work
            </Badge>
          )}
        </Group>
      ),
    },
    { title: 'Webhooks', cell: ({ webhookHealth: { status } }) => <HealthBadge status={status} /> },
    { title: 'Waiting', cell: ({ webhookHealth: { waiting } }) => waiting, numeric: true },
    { title: 'Installed', cell: ({ installedAt }) => instant(installedAt) },
    {
      title: 'Deliveries',
      cell: (install) => (
        <Button
          size="xs"
          variant="default"
          onClick={() => open(install)}
          aria-label={`Deliveries to ${install.team.name}`}
        >
          Look
        </Button>
      ),
    },
  ];
  const { slug, name, liveVersion } = app;
  return (
    <Section title="Installs on your teams">
      <Stack>
        {liveVersion && (
          <InstallApp
            app={{ slug, name, liveVersion }}
            isInstalled={active.some((install) => install.team.slug === team.slug)}
            text={`${name} gets on ${team.name} what its live version asks for. You can uninstall it at any time.`}
          />
        )}
        <DataTable
          label="Installs"
          columns={columns}
          read={{ data: rows, error: null, refetch: () => undefined }}
          rowKey={({ id }) => id}
          empty={{
            title: 'Installed nowhere yet',
            text: 'A team of yours that installs the app appears here.',
          }}
          pager={pager}
        />
      </Stack>
    </Section>
  );
}
