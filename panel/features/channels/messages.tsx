import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { instant } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';
import {
  type ChannelMessageOutcome,
  type ChannelsMessageFragment,
  channelsMessagesDocument,
} from './generated.ts';

const OUTCOMES: Readonly<Record<ChannelMessageOutcome, readonly [tone: Tone, word: string]>> = translated({
  sending: ['waiting', msg`Sent`],
  waiting: ['waiting', msg`Waiting for confirmation`],
  accepted: ['good', msg`Accepted`],
  partly_accepted: ['bad', msg`Partly accepted`],
  failed: ['bad', msg`Not accepted`],
});

const COLUMNS: readonly Column<ChannelsMessageFragment>[] = [
  { title: msg`Sent`, cell: ({ sentAt }) => instant(sentAt) },
  {
    title: msg`What`,
    cell: ({ mode, changes }) =>
      `${mode === 'full' ? t`All nights` : t`Changes`}, ${plural(changes, { one: '# range', other: '# ranges' })}`,
  },
  {
    title: msg`Response`,
    cell: ({ outcome }) => {
      const [tone, word] = OUTCOMES[outcome];
      return <StatusBadge tone={tone}>{word}</StatusBadge>;
    },
  },
  { title: msg`Problem`, cell: ({ problem }) => problem ?? '–' },
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
        <Trans>Messages</Trans>
      </Button>
      {isOpen && (
        <OpenDialog onClose={() => setOpen(false)} title={t`Messages to ${name}`} size="xl" centered>
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
      label={t`Messages`}
      columns={COLUMNS}
      read={{ data: data?.channelMessages ?? undefined, error, refetch }}
      rowKey={({ id }) => id}
      empty={{ title: t`No messages yet` }}
    />
  );
}
