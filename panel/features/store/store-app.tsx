import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Anchor, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { AppIcon } from '../../components/app-icon.tsx';
import { BroughtTaskTypes } from '../../components/brought-task-types.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { InstallApp } from '../../components/install-app.tsx';
import { Loading } from '../../components/loading.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { Permissions } from '../../components/permissions.tsx';
import { PlanPicker } from '../billing/plan-picker.tsx';
import { priceWords } from '../billing/plan-words.ts';
import { AppFacts, type DetailedApp } from './app-facts.tsx';
import { storeAppDetailDocument, storeAppInstallDocument } from './generated.ts';
import classes from './store.module.css';

const STORE = (
  <Anchor component={Link} href="/store" size="sm">
    <Trans>App store</Trans>
  </Anchor>
);

/** One app in the store: its description, the permissions it requests, and the button that installs it. */
export function StoreAppPage() {
  const { slug = '' } = useParams();
  const { data, error, refetch } = useTeamQuery(storeAppDetailDocument, { slug });
  const [chosen, setChosen] = useState<string | null>(null);
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading the app`} />;
  const { storeApp: app } = data;
  if (!app) {
    return (
      <Page title={t`App`}>
        <EmptyState title={t`Not in the store`} action={STORE}>
          <Trans>There is no public app with this address.</Trans>
        </EmptyState>
      </Page>
    );
  }
  const { plans, trialDaysUsed, taxPercent } = app;
  const plan = plans.find(({ key }) => key === chosen) ?? plans[0];
  return (
    <Page title={app.name} lead={STORE}>
      <Group gap="lg" align="center" wrap="nowrap">
        <AppIcon name={app.name} sha256={app.listing?.icon?.sha256} size={72} />
        <div>
          {app.listing?.tagline && <Text fw={600}>{app.listing.tagline}</Text>}
          <Text c="dimmed">
            <Trans>by {app.developer}</Trans>
          </Text>
        </div>
      </Group>
      {!app.isListed && <NotListed />}
      {plan && !app.isInstalled && (
        <PlanPicker chosen={plan.key} onChoose={setChosen} {...{ plans, trialDaysUsed, taxPercent }} />
      )}
      <InstallApp
        app={app}
        {...(plan && { plan: { key: plan.key, version: plan.version } })}
        settings={app.settings}
        isInstalled={app.isInstalled}
        mutation={storeAppInstallDocument}
        next={`/installed/${app.slug}?new`}
        text={t`${app.name} by ${app.developer} gets the permissions below.${plan ? t` You agree to the plan ${plan.name}: ${priceWords(plan)}.` : ''} You can uninstall it at any time.`}
      />
      <Gallery app={app} />
      <div className={classes.columns}>
        <Stack gap="lg">
          {app.listing?.description && (
            <Panel title={t`What it does`}>
              <Markdown text={app.listing.description} />
            </Panel>
          )}
          <Panel title={t`What it will be able to do`}>
            <Permissions permissions={app.permissions} markNew={app.isInstalled} />
            <BroughtTaskTypes taskTypes={app.taskTypes} />
          </Panel>
          {app.listing?.changelog && (
            <Panel title={t`What's new`}>
              <Markdown text={app.listing.changelog} />
            </Panel>
          )}
        </Stack>
        <Stack gap="lg">
          <Panel title={t`About`}>
            <AppFacts app={app} />
          </Panel>
          {app.facts.dataRead.length > 0 && (
            <Panel title={t`Data it can read`}>
              <List size="sm" spacing={4}>
                {app.facts.dataRead.map((kind) => (
                  <List.Item key={kind}>{kind}</List.Item>
                ))}
              </List>
            </Panel>
          )}
        </Stack>
      </div>
    </Page>
  );
}

function NotListed() {
  return (
    <Alert color="gray" title={t`Not listed in the app store`}>
      <Trans>You can install it because you have its address. Make sure you know its developer.</Trans>
    </Alert>
  );
}

function Gallery({ app: { name, listing } }: { readonly app: DetailedApp }) {
  if (!listing?.gallery.length) return null;
  return (
    // Lets the keyboard scroll a gallery wider than the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the same
    <ul className={classes.gallery} tabIndex={0} aria-label={t`Pictures of ${name}`}>
      {listing.gallery.map(({ media, alt }) => (
        <li key={media.id}>
          <img src={`/media/apps/${media.sha256}/1600`} alt={alt} width={1600} height={900} />
        </li>
      ))}
    </ul>
  );
}
