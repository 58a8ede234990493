import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { LIVE_MS, useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { Connection } from './connection.tsx';
import { channelsPageDocument, channelsPropertiesDocument } from './generated.ts';
import { NewConnection } from './new-connection.tsx';

/** Properties sold through channel apps: status, rooms and overbooked nights. */
export function ChannelsPage() {
  const connections = useTeamQuery(channelsPageDocument, {}, { refreshMs: LIVE_MS });
  const properties = useTeamQueryAll(channelsPropertiesDocument, ({ properties }) => properties);
  const error = connections.error ?? properties.error;
  const listed = connections.data?.channelConnections?.filter(({ status }) => status !== 'disconnected');
  return (
    <Page
      title={t`Channels`}
      lead={t`Properties sold through channel apps. Bookings arrive automatically, and availability, rates and restrictions are sent to the channels as they change.`}
    >
      <ErrorNote error={error} onRetry={connections.refetch} />
      {!error && !(listed && properties.data) && <Loading label={t`Loading channels`} lines={6} />}
      {listed && properties.data && (
        <Stack gap="lg">
          {listed.length === 0 && (
            <EmptyState title={t`No channels yet`}>
              <Trans>Install a channel app from the app store, then connect a property to it.</Trans>
            </EmptyState>
          )}
          {listed.map((connection) => (
            <Connection key={connection.id} connection={connection} properties={properties.data ?? []} />
          ))}
          <OnlyFor roles={['manager']}>
            <Panel title={t`Connect a property`}>
              <NewConnection properties={properties.data} />
            </Panel>
          </OnlyFor>
        </Stack>
      )}
    </Page>
  );
}
