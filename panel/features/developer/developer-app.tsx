import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Code } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { BILLING_WORDS, TYPE_WORDS } from '../../components/app-words.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { VersionBadge } from '../../components/version-badge.tsx';
import { useTeam } from '../../layout/session.tsx';
import { Balance } from './balance.tsx';
import { ClientSecret } from './client-secret.tsx';
import { developerAppDocument } from './generated.ts';
import { Health } from './health.tsx';
import { Installs } from './installs.tsx';
import { StoreListing } from './store-listing.tsx';
import { Versions } from './versions.tsx';

const ALL = (
  <Anchor component={Link} href="/developer" size="sm">
    <Trans>Your apps</Trans>
  </Anchor>
);

/** An app that the account develops: its credentials, versions and installs. */
export function DeveloperAppPage() {
  const { slug = '' } = useParams();
  const { slug: team } = useTeam();
  const { data, error, refetch } = useTeamQuery(developerAppDocument, { slug, team }, { refreshMs: LIVE_MS });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading the app`} />;
  const { app } = data;
  if (!app) {
    return (
      <Page title={t`App`}>
        <EmptyState title={t`App not found`} action={ALL}>
          <Trans>You have no app with this address.</Trans>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={app.name} lead={ALL}>
      <Panel title={t`App`}>
        <Facts
          facts={[
            [t`Slug`, <Code key="slug">{app.slug}</Code>],
            [t`Client id`, <Code key="client">{app.clientId}</Code>],
            [t`Kind`, TYPE_WORDS[app.type]],
            [t`For`, app.distribution === 'public' ? t`Every host` : t`Teams of your account`],
            [t`Price`, BILLING_WORDS[app.billing]],
            [t`Status`, <VersionBadge key="status" status={app.status} />],
            [t`Installs`, String(app.installCount)],
          ]}
        />
      </Panel>
      <Health slug={app.slug} />
      <StoreListing app={app} />
      {app.billing === 'platform' && <Balance slug={app.slug} />}
      <ClientSecret app={app} />
      <Versions app={app} />
      <Installs app={app} />
    </Page>
  );
}
