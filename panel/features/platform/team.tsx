import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Panel, Section } from '../../components/panel.tsx';
import { SuspendButton } from '../../components/suspend-button.tsx';
import { instant } from '../../format/dates.ts';
import {
  type PlatformTeamQuery,
  platformTeamDocument,
  platformTeamResumeDocument,
  platformTeamSuspendDocument,
} from './generated.ts';
import { StorefrontTable } from './storefront-table.tsx';
import { TeamState } from './teams.tsx';

type Team = NonNullable<PlatformTeamQuery['platformTeam']>;

/**
 * A team, for operators: its storefronts, owners, apps, and whether it's closing. Operators can suspend it
 * with a reason and resume it.
 */
export function TeamPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useTeamQuery(platformTeamDocument, { id });
  const team = data?.platformTeam;
  return (
    <Page
      title={team?.name ?? t`Team`}
      lead={
        <Anchor component={Link} href="/teams" size="sm">
          <Trans>All teams</Trans>
        </Anchor>
      }
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label={t`Loading the team`} />}
      {data && !team && (
        <EmptyState title={t`Team not found`}>
          <Trans>The address may be mistyped.</Trans>
        </EmptyState>
      )}
      {team && <Details team={team} />}
    </Page>
  );
}

function Details({ team }: { readonly team: Team }) {
  const { slug, createdAt, members, owners, apps, storefronts } = team;
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
        <Panel title={t`Team`}>
          <Stack align="flex-start">
            <Facts
              facts={[
                [t`Slug`, slug],
                [t`State`, <TeamState key="state" {...team} />],
                [t`Members`, plural(members, { one: '# member', other: '# members' })],
                [t`Created`, instant(createdAt)],
              ]}
            />
            {team.status !== 'closed' && <Suspend {...team} />}
          </Stack>
        </Panel>
        <Panel title={t`Owners`}>
          <Listed empty={t`This team no longer has an owner.`}>
            {owners.map(({ id, name, email, status }) => (
              <div key={id}>
                <Text size="sm" fw={600}>
                  {status === 'locked' ? t`${name} (suspended)` : name}
                </Text>
                <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {email}
                </Text>
              </div>
            ))}
          </Listed>
        </Panel>
        <Panel title={t`Apps`}>
          <Listed empty={t`No apps are installed.`}>
            {apps.map(({ id, name, slug: app, isDevInstall, installedAt }) => (
              <div key={id}>
                <Text size="sm" fw={600}>
                  {isDevInstall ? t`${name} (local development)` : name}
                </Text>
                <Text size="sm" c="dimmed">
                  <Trans>
                    {app}, installed {instant(installedAt)}
                  </Trans>
                </Text>
              </div>
            ))}
          </Listed>
        </Panel>
      </SimpleGrid>
      <Section title={t`Storefronts`}>
        <StorefrontTable
          ofManyTeams={false}
          read={{ data: storefronts, error: null, refetch: () => undefined }}
          empty={{ title: t`No storefronts`, text: t`This team hasn't opened one.` }}
        />
      </Section>
    </Stack>
  );
}

const Suspend = ({ id, name, suspension }: Team) => (
  <SuspendButton
    id={id}
    name={name}
    noun={t`team`}
    isSuspended={suspension !== null}
    suspend={platformTeamSuspendDocument}
    resume={platformTeamResumeDocument}
    explains={{
      suspend: t`Everyone on the team can read the reason in the panel. Until you resume the team, they can’t change anything, and all its storefronts are closed to guests and agents. Its apps keep their access.`,
      resume: t`The reason is kept in the team’s activity. Its members can make changes, and its storefronts work as before.`,
    }}
  />
);

const Listed = ({ empty, children }: { readonly empty: string; readonly children: readonly ReactNode[] }) =>
  children.length === 0 ? (
    <Text size="sm" c="dimmed">
      {empty}
    </Text>
  ) : (
    <Stack gap="sm">{children}</Stack>
  );
