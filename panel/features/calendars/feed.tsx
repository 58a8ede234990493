import { msg, plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Overbooked } from '../../components/overbooked.tsx';
import { PauseButton } from '../../components/pause-button.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { dayAndYear, instant } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';
import { ChangeFeed } from './change-feed.tsx';
import { ConfirmShrink } from './confirm-shrink.tsx';
import { ExportLink } from './export-link.tsx';
import {
  type CalendarsFeedFragment,
  calendarsFeedPauseDocument,
  calendarsFeedRefreshDocument,
  calendarsFeedRemoveDocument,
  calendarsFeedResumeDocument,
  type IcalFeedStatus,
} from './generated.ts';

const STATES: Readonly<Record<IcalFeedStatus, readonly [tone: Tone, word: string]>> = translated({
  fresh: ['good', msg`Up to date`],
  late: ['waiting', msg`Late`],
  failing: ['bad', msg`Failing`],
  paused: ['over', msg`Paused`],
});

/** Another platform's calendar: its status, problems, colliding nights, link and actions. */
export function Feed({ feed }: { readonly feed: CalendarsFeedFragment }) {
  const [tone, word] = STATES[feed.status];
  return (
    <Stack component="article" aria-label={feed.name} gap="sm">
      <Group justify="space-between" gap="xs">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {feed.name}
        </Text>
        <StatusBadge tone={tone}>{word}</StatusBadge>
      </Group>
      <Text size="sm" c="dimmed">
        {factsOf(feed).join(' · ')}
      </Text>
      {feed.problem && feed.problem !== 'FEED_SHRANK' && <Text size="sm">{feed.problemText}</Text>}
      {feed.problem === 'FEED_SHRANK' && <ConfirmShrink feed={feed} />}
      {feed.holdsBack && (
        <Text size="sm">
          <Trans>
            Agents are offered <Plural value={feed.holdBackUnits} one="# unit" other="# units" /> fewer per
            night until this calendar can be read again.
          </Trans>
        </Text>
      )}
      <Overbooked
        why={t`No unit was free for these nights from ${feed.name}. Cancel or move a booking on one of the two platforms.`}
        nights={feed.overbooked.map(({ from, until, units }) => ({
          key: from,
          units,
          words: from === until ? dayAndYear(from) : t`${dayAndYear(from)} to ${dayAndYear(until)}`,
        }))}
      />
      <Text size="sm" c="dimmed">
        <Trans>Link to give to {feed.name}:</Trans>
      </Text>
      <ExportLink url={feed.exportUrl} unitTypeId={feed.unitTypeId} feedId={feed.id} label={feed.name} />
      <OnlyFor roles={['manager', 'revenue']}>
        <Actions feed={feed} />
      </OnlyFor>
    </Stack>
  );
}

function Actions({ feed }: { readonly feed: CalendarsFeedFragment }) {
  const { id, name, status } = feed;
  const refresh = useTeamMutation(calendarsFeedRefreshDocument);
  const pause = useTeamMutation(calendarsFeedPauseDocument);
  const resume = useTeamMutation(calendarsFeedResumeDocument);
  const remove = useTeamMutation(calendarsFeedRemoveDocument);
  return (
    <>
      <Group gap="sm">
        <ChangeFeed feed={feed} />
        {status !== 'paused' && (
          <Button
            size="xs"
            variant="default"
            loading={refresh.isPending}
            onClick={() => refresh.mutate({ id })}
          >
            <Trans>Read now</Trans>
          </Button>
        )}
        <PauseButton
          {...{ id, name, pause, resume }}
          noun={t`calendar`}
          isPaused={status === 'paused'}
          text={t`The calendar isn't read until you resume it. Nights it has already blocked stay blocked, and new bookings there block nothing here.`}
        />
        <ConfirmButton
          size="xs"
          title={t`Remove ${name}?`}
          text={t`Nights from today on that this calendar has blocked go back on sale immediately, and its link stops working.`}
          confirmLabel={t`Remove calendar`}
          onConfirm={() => remove.mutateAsync({ id })}
          isPending={remove.isPending}
          error={remove.error}
        >
          <Trans>Remove</Trans>
        </ConfirmButton>
      </Group>
      <ErrorNote error={refresh.error ?? resume.error} />
    </>
  );
}

/** Returns the feed's facts, each with its time. */
function factsOf({ events, echoes, lastGoodAt, nextReadAt }: CalendarsFeedFragment): readonly string[] {
  return [
    plural(events, { one: '# upcoming event', other: '# upcoming events' }),
    ...(echoes > 0
      ? [plural(echoes, { one: '# of your own bookings', other: '# of your own bookings' })]
      : []),
    lastGoodAt ? t`Last read ${instant(lastGoodAt)}` : t`Not read yet`,
    ...(nextReadAt ? [t`Next read ${instant(nextReadAt)}`] : []),
  ];
}
