import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Text } from '@mantine/core';
import { RowsDone } from '../../components/rows-done.tsx';
import { useNow } from '../../components/use-now.ts';
import { instant, span } from '../../format/dates.ts';
import type { ChannelsConnectionFragment, ChannelsPropertyFragment } from './generated.ts';

/** Time after which a channel that hasn't accepted a change counts as behind. */
const BEHIND_MS = 60_000;

type Push = NonNullable<ChannelsConnectionFragment['push']>;

/** Status of availability and rates on the channel: when it last accepted them, how far behind it is, and why. */
export function PushState({ push }: { readonly push: Push }) {
  const { nights, acceptedNights, waitingSince, lastAcceptedAt, lastFullAt, lastError, nextAttemptAt } = push;
  const now = useNow();
  const behindMs = waitingSince === null ? 0 : now - Date.parse(waitingSince);
  const isBehind = behindMs > BEHIND_MS;
  const accepted =
    lastAcceptedAt === null ? t`Nothing accepted yet` : t`Last accepted ${instant(lastAcceptedAt)}`;
  if (lastFullAt === null && lastError === null && nights > 0) {
    return (
      <RowsDone
        done={acceptedNights}
        total={nights}
        text={t`First sync: ${acceptedNights} of ${plural(nights, { one: '# night', other: '# nights' })} accepted`}
        label={t`Nights accepted by the channel`}
      />
    );
  }
  if (!isBehind && lastError === null) {
    const state = waitingSince === null ? t`up to date` : t`sending a change`;
    return (
      <Text size="sm" c="dimmed">
        <Trans>
          Availability and rates: {state} · {accepted}
        </Trans>
      </Text>
    );
  }
  const next =
    nextAttemptAt && Date.parse(nextAttemptAt) > now
      ? t`, retrying in ${span(Date.parse(nextAttemptAt) - now)}`
      : '';
  return (
    <Alert
      color={isBehind ? 'red' : 'yellow'}
      title={
        isBehind ? t`The channel is ${span(behindMs)} behind` : t`The last message wasn't fully accepted`
      }
    >
      {lastError ?? t`The channel hasn't responded yet.`} {accepted}
      {next}.
    </Alert>
  );
}

interface RoomProblemsProps {
  readonly rooms: ChannelsConnectionFragment['rooms'];
  readonly unitTypes: ChannelsPropertyFragment['unitTypes'];
}

/** Rooms that the channel refuses; they're left out of updates until they're mapped again. */
export function RoomProblems({ rooms, unitTypes }: RoomProblemsProps) {
  const refused = rooms.flatMap(({ channelRoomId, unitTypeId, problem, rates }) => [
    { name: channelRoomId, unitTypeId, problem },
    ...rates.map((rate) => ({
      name: t`${channelRoomId}, rate ${rate.channelRateId ?? ''}`,
      unitTypeId,
      problem: rate.problem,
    })),
  ]);
  const problems = refused.filter(({ problem }) => problem != null);
  if (problems.length === 0) return null;
  return (
    <Alert color="red" title={t`Rooms that aren't sent`}>
      {problems.map(({ name, unitTypeId, problem }) => (
        <Text key={name} size="sm">
          <Trans>
            {name}, sold from {unitTypes.find(({ id }) => id === unitTypeId)?.name}: {problem} Map the rooms
            again.
          </Trans>
        </Text>
      ))}
    </Alert>
  );
}
