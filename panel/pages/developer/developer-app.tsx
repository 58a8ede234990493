import { Anchor, Code } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { LIVE_MS, useRead } from '../../api/hooks.ts';
import { BILLING_WORDS, TYPE_WORDS } from '../../parts/app-words.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { VersionBadge } from '../../parts/version-badge.tsx';
import { useTeam } from '../../shell/session.tsx';
import { ClientSecret } from './client-secret.tsx';
import { developerApp } from './generated.ts';
import { Installs } from './installs.tsx';
import { Versions } from './versions.tsx';

const ALL = (
  <Anchor component={Link} href="/developer" size="sm">
    Your apps
  </Anchor>
);

/** One own app: its credentials, its versions and where it is installed. */
export function DeveloperAppPage() {
  const { slug = '' } = useParams();
  const { slug: team } = useTeam();
  const { data, error, refetch } = useRead(developerApp, { slug, team }, { refreshMs: LIVE_MS });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label="Loading the app" />;
  const { app } = data;
  if (!app) {
    return (
      <Page title="App">
        <EmptyState title="App not found" action={ALL}>
          You have no app with this address.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={app.name} lead={ALL}>
      <Panel title="App">
        <Facts
          facts={[
            ['Slug', <Code key="slug">{app.slug}</Code>],
            ['Client id', <Code key="client">{app.clientId}</Code>],
            ['Kind', TYPE_WORDS[app.type]],
            ['For', app.distribution === 'public' ? 'Every host' : 'Teams of your account'],
            ['Price', BILLING_WORDS[app.billing]],
            ['Status', <VersionBadge key="status" status={app.status} />],
            ['Installs', String(app.installCount)],
          ]}
        />
      </Panel>
      <ClientSecret app={app} />
      <Versions app={app} />
      <Installs app={app} />
    </Page>
  );
}
