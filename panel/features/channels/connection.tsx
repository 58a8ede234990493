import { msg, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Overbooked } from '../../components/overbooked.tsx';
import { PauseButton } from '../../components/pause-button.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { dayAndYear } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';
import { CompareCopy } from './compare-copy.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import {
  type ChannelConnectionStatus,
  type ChannelsConnectionFragment,
  type ChannelsPropertyFragment,
  channelsDisconnectDocument,
  channelsPauseDocument,
  channelsResumeDocument,
  channelsSyncDocument,
} from './generated.ts';
import { MapRooms } from './map-rooms.tsx';
import { Messages } from './messages.tsx';
import { PushState, RoomProblems } from './push-state.tsx';

const STATES: Readonly<Record<ChannelConnectionStatus, readonly [tone: Tone, word: string]>> = translated({
  testing: ['waiting', msg`Rooms aren't mapped yet`],
  mapped: ['waiting', msg`Sending all nights to the channel`],
  active: ['good', msg`Active`],
  degraded: ['bad', msg`Degraded`],
  paused: ['over', msg`Paused`],
  disconnected: ['over', msg`Disconnected`],
});

/** True if the connection accepts reservations. */
const sells = (status: ChannelConnectionStatus): boolean => ['mapped', 'active', 'degraded'].includes(status);

interface ConnectionProps {
  readonly connection: ChannelsConnectionFragment;
  readonly properties: readonly ChannelsPropertyFragment[];
}

/** A property on a channel: its status, room mappings, overbooked nights and actions. */
export function Connection({ connection, properties }: ConnectionProps) {
  const { name, propertyId, propertyName, channelPropertyId, status, rooms, overbooking } = connection;
  const [tone, word] = STATES[status];
  const unitTypes = properties.find(({ id }) => id === propertyId)?.unitTypes ?? [];
  const title = `${name}, ${propertyName}`;
  return (
    <Paper component="article" aria-label={title} p="lg" withBorder>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <StatusBadge tone={tone}>{word}</StatusBadge>
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Trans>
            {channelPropertyId} on the channel · <Plural value={rooms.length} one="# room" other="# rooms" />{' '}
            mapped
          </Trans>{' '}
          · {overbooking === 'flag' ? t`Overbookings are accepted` : t`Overbookings are refused`}
        </Text>
        {connection.push && (sells(status) || connection.push.waitingSince) && (
          <PushState push={connection.push} />
        )}
        {status === 'degraded' && (
          <Text size="sm">
            <Trans>The channel hasn't accepted the latest changes.</Trans>{' '}
            {connection.holdBackUnits > 0 && (
              <Plural
                value={connection.holdBackUnits}
                one="Until it does, agents are offered # unit fewer of each of its unit types."
                other="Until it does, agents are offered # units fewer of each of its unit types."
              />
            )}
          </Text>
        )}
        <RoomProblems rooms={rooms} unitTypes={unitTypes} />
        <Overbooked
          why={t`${name} sold these nights although no unit was free. The next unit that becomes free goes to its oldest booking. Otherwise, cancel a booking here or on the channel.`}
          nights={connection.overbooked.map(({ date, unitTypeId, units }) => ({
            key: `${date}.${unitTypeId}`,
            units,
            words: `${dayAndYear(date)}, ${unitTypes.find(({ id }) => id === unitTypeId)?.name}`,
          }))}
        />
        <OnlyFor roles={['manager', 'revenue']}>
          <Actions connection={connection} />
        </OnlyFor>
      </Stack>
    </Paper>
  );
}

interface OfConnection {
  readonly connection: ChannelsConnectionFragment;
  readonly unitTypes: ChannelsPropertyFragment['unitTypes'];
}

function Actions({ connection }: Pick<OfConnection, 'connection'>) {
  const { id, name, status, rooms } = connection;
  const pause = useTeamMutation(channelsPauseDocument);
  const resume = useTeamMutation(channelsResumeDocument);
  const disconnect = useTeamMutation(channelsDisconnectDocument);
  const sync = useTeamMutation(channelsSyncDocument);
  return (
    <>
      <Group gap="sm">
        <MapRooms connection={connection} />
        <ConnectionSettings connection={connection} />
        {connection.push && <Messages connectionId={id} name={name} />}
        {connection.push?.comparable && rooms.length > 0 && <CompareCopy connection={connection} />}
        {connection.push && sells(status) && (
          <Button
            size="xs"
            variant="default"
            loading={sync.isPending}
            onClick={() => sync.mutateAsync({ id }).catch(() => {})} // shown below
          >
            <Trans>Send everything again</Trans>
          </Button>
        )}
        <PauseButton
          {...{ id, name, pause, resume }}
          noun={t`channel`}
          isPaused={status === 'paused'}
          text={t`New bookings and changes from the channel are refused until you resume it. Its existing bookings keep their nights.`}
        />
        <ConfirmButton
          size="xs"
          title={t`Disconnect ${name}?`}
          text={t`The channel can't send anything more for this property. Its existing bookings keep their nights. This can't be undone, but you can connect the property again.`}
          confirmLabel={t`Disconnect channel`}
          onConfirm={() => disconnect.mutateAsync({ id })}
          isPending={disconnect.isPending}
          error={disconnect.error}
        >
          <Trans>Disconnect</Trans>
        </ConfirmButton>
      </Group>
      <ErrorNote error={resume.error ?? sync.error} />
    </>
  );
}
