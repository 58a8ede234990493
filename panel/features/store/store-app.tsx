import { Anchor } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { BILLING_WORDS, TYPE_WORDS } from '../../components/app-words.ts';
import { BroughtTaskTypes } from '../../components/brought-task-types.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { InstallApp } from '../../components/install-app.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { Permissions } from '../../components/permissions.tsx';
import { storeAppDetailDocument } from './generated.ts';

const STORE = (
  <Anchor component={Link} href="/store" size="sm">
    App store
  </Anchor>
);

/** One app of the store: what it asks for, and the button that installs it. */
export function StoreAppPage() {
  const { slug = '' } = useParams();
  const { data, error, refetch } = useTeamQuery(storeAppDetailDocument, { slug });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label="Loading the app" />;
  const { storeApp: app } = data;
  if (!app) {
    return (
      <Page title="App">
        <EmptyState title="Not in the store" action={STORE}>
          There is no public app with this address.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={app.name} lead={STORE}>
      <InstallApp
        app={app}
        isInstalled={app.isInstalled}
        text={`${app.name} by ${app.developer} gets the permissions below. You can uninstall it at any time.`}
      />
      <Panel title="What it will be able to do">
        <Permissions permissions={app.permissions} markNew={app.isInstalled} />
        <BroughtTaskTypes taskTypes={app.taskTypes} />
      </Panel>
      <Panel title="About">
        <Facts
          facts={[
            ['By', app.developer],
            ['Kind', TYPE_WORDS[app.type]],
            ['Price', BILLING_WORDS[app.billing]],
          ]}
        />
      </Panel>
    </Page>
  );
}
