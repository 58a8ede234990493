import { Button } from '@mantine/core';
import { useState } from 'react';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { count, instant } from '../../format/dates.ts';
import {
  type ChannelMessageOutcome,
  type ChannelsMessageFragment,
  channelsMessagesDocument,
} from './generated.ts';

const OUTCOMES: Readonly<Record<ChannelMessageOutcome, readonly [tone: Tone, word: string]>> = {
  sending: ['waiting', 'Sent'],
  waiting: ['waiting', 'Waiting for confirmation'],
  accepted: ['good', 'Accepted'],
  partly_accepted: ['bad', 'Partly accepted'],
  failed: ['bad', 'Not accepted'],
};

const COLUMNS: readonly Column<ChannelsMessageFragment>[] = [
  { title: 'Sent', cell: ({ sentAt }) => instant(sentAt) },
  {
    title: 'What',
    cell: ({ mode, changes }) => `${mode === 'full' ? 'All nights' : 'Changes'}, ${count(changes, 'range')}`,
  },
  {
    title: 'Response',
    cell: ({ outcome }) => {
      const [tone, word] = OUTCOMES[outcome];
      return <StatusBadge tone={tone}>{word}</StatusBadge>;
    },
  },
  { title: 'Problem', cell: ({ problem }) => problem ?? '–' },
];

interface MessagesProps {
  readonly connectionId: string;
  readonly name: string;
}

/** Button that shows requests to the channel and its responses. */
export function Messages({ connectionId, name }: MessagesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Messages
      </Button>
      {isOpen && (
        <OpenDialog onClose={() => setOpen(false)} title={`Messages to ${name}`} size="xl" centered>
          <MessageList connectionId={connectionId} />
        </OpenDialog>
      )}
    </>
  );
}

function MessageList({ connectionId }: Pick<MessagesProps, 'connectionId'>) {
  const { data, error, refetch } = useTeamQuery(
    channelsMessagesDocument,
    { connectionId },
    { refreshMs: LIVE_MS },
  );
  return (
    <DataTable
      label="Messages"
      columns={COLUMNS}
      read={{ data: data?.channelMessages ?? undefined, error, refetch }}
      rowKey={({ id }) => id}
      empty={{ title: 'No messages yet' }}
    />
  );
}
