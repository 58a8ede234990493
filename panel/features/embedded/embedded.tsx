import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { useTeam } from '../../layout/session.tsx';
import { AppFrame } from './app-frame.tsx';
import { embeddedAppDocument } from './generated.ts';

/** An app's own page inside the panel (docs/interface/embedded-pages.md#page). It disappears when the app is uninstalled. */
export function EmbeddedPage() {
  const { slug = '' } = useParams();
  const { data, error, refetch } = useTeamQuery(embeddedAppDocument, { slug }, { refreshMs: LIVE_MS });
  const { slug: team } = useTeam();
  const client = useQueryClient();
  const isGone = data !== undefined && !data.install?.appPageUrl;
  useEffect(() => {
    if (isGone) void client.invalidateQueries({ queryKey: [team] }); // e.g. the navigation
  }, [isGone, team, client]);
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Opening the app`} />;
  const { install } = data;
  if (!install?.appPageUrl) {
    return (
      <Page title={install?.app.name ?? t`App`}>
        <EmptyState
          title={install ? t`This app has no page` : t`Not installed`}
          action={
            <Anchor component={Link} href="/installed">
              <Trans>All apps</Trans>
            </Anchor>
          }
        >
          {install
            ? t`It works without a page, or on its own site.`
            : t`This team doesn't have the app. It may be installed on another of your teams.`}
        </EmptyState>
      </Page>
    );
  }
  const { id, app, appPageUrl } = install;
  return (
    <Page title={app.name}>
      <AppFrame key={id} app={slug} name={app.name} url={appPageUrl} />
    </Page>
  );
}
