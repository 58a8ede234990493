import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { count, dayAndYear } from '../../format/dates.ts';
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
  { title: 'Room', cell: roomOf },
  { title: 'Nights', cell: nightsOf },
  { title: 'What', cell: ({ field, guests }) => WHAT[field](guests) },
  { title: 'Sent', cell: ({ field, told }) => valueWords(field, told, currency) },
  { title: 'On the channel', cell: ({ field, found }) => valueWords(field, found, currency) },
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
        Compare
      </Button>
      {isOpen && (
        <OpenDialog
          onClose={() => setOpen(false)}
          title={`Compare with ${connection.name}`}
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
        This reads what the channel has for these nights. It changes nothing.
      </Text>
      <DataTable
        label="Differences"
        columns={columnsFor(currency)}
        read={{
          data: comparison?.differences,
          error: isPending ? null : error,
          refetch: () => mutate({ id, from }),
        }}
        rowKey={keyOf}
        empty={{
          title: 'Nothing differs',
          text: comparison
            ? `${name} has the right values for ${count(comparison.compared, 'night')} of its rooms and rates.`
            : '',
        }}
      />
      {comparison?.hasMore && <Text size="sm">There are more differences than this list can show.</Text>}
      {comparison && comparison.differences.length > 0 && (
        <Alert color="yellow">
          Close this and choose “Send everything again” to correct the channel. If anything still differs
          after that, contact the developer of its app.
        </Alert>
      )}
      {comparison && comparison.waiting > 0 && (
        <Text size="sm" c="dimmed">
          {count(comparison.waiting, 'night')} left out: the channel hasn't accepted the last change yet.
        </Text>
      )}
      {comparison && (
        <Group justify="space-between">
          <Text size="sm">
            {dayAndYear(comparison.from)} to {dayAndYear(comparison.until)}
          </Text>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              disabled={firsts.length === 1}
              onClick={() => setFirsts(firsts.slice(0, -1))}
            >
              Earlier nights
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={comparison.next === null}
              onClick={() => setFirsts([...firsts, comparison.next])}
            >
              Later nights
            </Button>
          </Group>
        </Group>
      )}
    </Stack>
  );
}
