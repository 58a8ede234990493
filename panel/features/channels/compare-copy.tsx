import { msg, plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { dayAndYear } from '../../format/dates.ts';
import { nightsOf, roomOf, valueWords, WHAT } from './copy-words.ts';
import {
  type ChannelsConnectionFragment,
  type ChannelsCopyDifferenceFragment,
  channelsCompareDocument,
} from './generated.ts';

interface CompareCopyProps {
  readonly connection: ChannelsConnectionFragment;
}

const columnsFor = (currency: string): readonly Column<ChannelsCopyDifferenceFragment>[] => [
  { title: msg`Room`, cell: roomOf },
  { title: msg`Nights`, cell: nightsOf },
  { title: msg`What`, cell: ({ field, guests }) => WHAT[field](guests) },
  { title: msg`Sent`, cell: ({ field, told }) => valueWords(field, told, currency) },
  { title: msg`On the channel`, cell: ({ field, found }) => valueWords(field, found, currency) },
];

const keyOf = ({
  channelRoomId,
  channelRateId,
  from,
  field,
  guests,
}: ChannelsCopyDifferenceFragment): string => [channelRoomId, channelRateId, from, field, guests].join(' ');

/** Button that requests the channel's data for a month's nights and shows where it differs from what we sent. */
export function CompareCopy({ connection }: CompareCopyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        <Trans>Compare</Trans>
      </Button>
      {isOpen && (
        <OpenDialog
          onClose={() => setOpen(false)}
          title={t`Compare with ${connection.name}`}
          size="xl"
          centered
        >
          <Comparison connection={connection} />
        </OpenDialog>
      )}
    </>
  );
}

function Comparison({ connection: { id, name, currency } }: CompareCopyProps) {
  const { mutate, data, isPending, error } = useTeamMutation(channelsCompareDocument);
  const [firsts, setFirsts] = useState<readonly (string | null)[]>([null]);
  const from = firsts.at(-1) ?? null;
  useEffect(() => mutate({ id, from }), [mutate, id, from]);
  const comparison = isPending ? undefined : data?.channelCopyCompare.comparison;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        <Trans>This reads what the channel has for these nights. It changes nothing.</Trans>
      </Text>
      <DataTable
        label={t`Differences`}
        columns={columnsFor(currency)}
        read={{
          data: comparison?.differences,
          error: isPending ? null : error,
          refetch: () => mutate({ id, from }),
        }}
        rowKey={keyOf}
        empty={{
          title: t`Nothing differs`,
          text: comparison
            ? t`${name} has the right values for ${plural(comparison.compared, { one: '# night', other: '# nights' })} of its rooms and rates.`
            : '',
        }}
      />
      {comparison?.hasMore && (
        <Text size="sm">
          <Trans>There are more differences than this list can show.</Trans>
        </Text>
      )}
      {comparison && comparison.differences.length > 0 && (
        <Alert color="yellow">
          <Trans>
            Close this and choose “Send everything again” to correct the channel. If anything still differs
            after that, contact the developer of its app.
          </Trans>
        </Alert>
      )}
      {comparison && comparison.waiting > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>
            <Plural value={comparison.waiting} one="# night" other="# nights" /> left out: the channel hasn't
            accepted the last change yet.
          </Trans>
        </Text>
      )}
      {comparison && (
        <Group justify="space-between">
          <Text size="sm">
            <Trans>
              {dayAndYear(comparison.from)} to {dayAndYear(comparison.until)}
            </Trans>
          </Text>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              disabled={firsts.length === 1}
              onClick={() => setFirsts(firsts.slice(0, -1))}
            >
              <Trans>Earlier nights</Trans>
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={comparison.next === null}
              onClick={() => setFirsts([...firsts, comparison.next])}
            >
              <Trans>Later nights</Trans>
            </Button>
          </Group>
        </Group>
      )}
    </Stack>
  );
}
