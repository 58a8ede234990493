import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Anchor, SimpleGrid } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { LIVE_MS, useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { OpenApp } from '../../components/app-link.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { addressOf } from '../../components/continue-to-app.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { HealthBadge } from '../../components/health-badge.tsx';
import { Loading } from '../../components/loading.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { Permissions } from '../../components/permissions.tsx';
import { instant } from '../../format/dates.ts';
import { SubscriptionPanel } from '../billing/subscription.tsx';
import { DraftPlacements } from '../placements/draft-placements.tsx';
import { AppSettings } from './app-settings.tsx';
import { Deliveries } from './deliveries.tsx';
import {
  appReconnectDocument,
  appUninstallDocument,
  type InstalledAppQuery,
  installedAppDocument,
} from './generated.ts';
import { NewPermissions } from './new-permissions.tsx';

type Install = NonNullable<InstalledAppQuery['install']>;

const ALL = (
  <Anchor component={Link} href="/installed" size="sm">
    <Trans>All apps</Trans>
  </Anchor>
);

/** One of the team's apps: permissions, webhook health, deliveries, and uninstalling. */
export function InstalledAppPage() {
  const { slug = '' } = useParams();
  const [parameters] = useSearchParams();
  const { data, error, refetch } = useTeamQuery(installedAppDocument, { slug }, { refreshMs: LIVE_MS });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading the app`} />;
  const { install } = data;
  if (!install) {
    return (
      <Page title={t`App`}>
        <EmptyState title={t`Not installed`} action={ALL}>
          <Trans>This team doesn't have the app. It may be installed on another of your teams.</Trans>
        </EmptyState>
      </Page>
    );
  }
  const { app, appPageUrl, redirectUri, permissions, taskTypes } = install;
  return (
    <Page
      title={app.name}
      lead={ALL}
      actions={
        <>
          {appPageUrl && <OpenApp app={app.slug} name={app.name} />}
          {redirectUri && <ConnectAgain app={app} redirectUri={redirectUri} />}
          <Uninstall app={app} />
        </>
      }
    >
      {parameters.has('new') && <JustInstalled app={app} />}
      <NewPermissions {...{ app, permissions, taskTypes }} />
      <SubscriptionPanel app={app} />
      <AppSettings key={app.slug} install={install} reread={refetch} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Panel title={t`What it can do`}>
          <Permissions permissions={permissions.filter(({ isNew }) => !isNew)} />
        </Panel>
        <Panel title={t`Webhook health`}>
          <Facts facts={healthFacts(install)} />
        </Panel>
      </SimpleGrid>
      <Deliveries app={app.slug} />
    </Page>
  );
}

function JustInstalled({ app: { slug, name } }: { readonly app: Install['app'] }) {
  return (
    <>
      <Alert
        color="gray"
        variant="light"
        icon={<IconCheck aria-hidden />}
        title={t`${name} is installed`}
        role="status"
      />
      <OnlyFor roles={['manager']}>
        <DraftPlacements appSlug={slug} />
      </OnlyFor>
    </>
  );
}

const healthFacts = ({ webhookHealth, installedAt, isDevInstall }: Install) => {
  const { status, failingSince, lastDeliveredAt, waiting } = webhookHealth;
  return [
    [t`Webhooks`, <HealthBadge key="health" status={status} />],
    ...(failingSince ? ([[t`Failing since`, instant(failingSince)]] as const) : []),
    [t`Last delivered`, lastDeliveredAt ? instant(lastDeliveredAt) : t`Never`],
    [t`Waiting to be sent`, String(waiting)],
    [t`Installed`, instant(installedAt)],
    ...(isDevInstall ? ([[t`Purpose`, t`Local development`]] as const) : []),
  ] as const;
};

interface ConnectAgainProps {
  readonly app: Install['app'];
  readonly redirectUri: string;
}

/** Sends the browser to the app's site with a new code. */
function ConnectAgain({ app, redirectUri }: ConnectAgainProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(appReconnectDocument);
  const connect = async () => {
    const { redirect } = (await mutateAsync({ slug: app.slug })).appReconnect;
    if (redirect) location.assign(addressOf(redirect));
  };
  return (
    <ConfirmButton
      size="xs"
      title={t`Connect ${app.name} again?`}
      text={t`Do this if ${app.name} isn't connected to your team, for example because you closed its page after the installation. You'll leave this panel and continue to ${new URL(redirectUri).host}, which gets new access. Its earlier access ends.`}
      confirmLabel={t`Continue to ${app.name}`}
      destructive={false}
      onConfirm={connect}
      isPending={isPending}
      error={error}
    >
      <Trans>Connect again</Trans>
    </ConfirmButton>
  );
}

function Uninstall({ app }: { readonly app: Install['app'] }) {
  const { mutateAsync, isPending, error } = useTeamMutation(appUninstallDocument);
  const [, navigate] = useLocation();
  return (
    <ConfirmButton
      size="xs"
      title={t`Uninstall ${app.name}?`}
      text={t`${app.name} loses access immediately and receives no more webhooks. Data it has written stays. You can install it again.`}
      confirmLabel={t`Uninstall`}
      onConfirm={() => mutateAsync({ slug: app.slug }).then(() => navigate('/installed'))}
      isPending={isPending}
      error={error}
    >
      <Trans>Uninstall</Trans>
    </ConfirmButton>
  );
}
