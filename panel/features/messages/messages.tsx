import { Anchor, Badge, Group, SegmentedControl, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { instant } from '../../format/dates.ts';
import { useTeam } from '../../layout/session.tsx';
import {
  type ConversationRowFragment,
  type ConversationStatus,
  conversationsListDocument,
} from './generated.ts';
import { ConversationBadge, conversationName, providerWords } from './message-words.tsx';

const FILTERS = [
  { value: 'open', label: 'Open' },
  { value: 'answered', label: 'Answered' },
  { value: 'closed', label: 'Closed' },
  { value: 'spam', label: 'Spam' },
] as const satisfies readonly { readonly value: ConversationStatus; readonly label: string }[];

const COLUMNS: readonly Column<ConversationRowFragment>[] = [
  { title: 'Guest', cell: (conversation) => <Guest conversation={conversation} /> },
  {
    title: 'About',
    cell: ({ bookings, subject }) => (
      <Text size="sm">{bookings.map(({ reference }) => reference).join(', ') || subject || '—'}</Text>
    ),
  },
  { title: 'From', cell: ({ provider }) => <Text size="sm">{providerWords(provider)}</Text> },
  { title: 'Status', cell: ({ status }) => <ConversationBadge status={status} /> },
  {
    title: 'Last message',
    cell: ({ lastMessageAt }) => (
      <Text size="sm">{lastMessageAt === null ? '—' : instant(lastMessageAt)}</Text>
    ),
  },
];

function Guest({ conversation }: { readonly conversation: ConversationRowFragment }) {
  const { id, unread } = conversation;
  return (
    <Group gap="xs" wrap="nowrap">
      <Anchor component={Link} href={`/messages/${id}`} size="sm" fw={unread > 0 ? 700 : 500}>
        {conversationName(conversation)}
      </Anchor>
      {unread > 0 && <Badge size="sm">{unread} unread</Badge>}
    </Group>
  );
}

/** Conversations between guests and the team, latest first. */
export function MessagesPage() {
  const { slug } = useTeam();
  const { search, field } = useSearch();
  const [status, setStatus] = useState<ConversationStatus>('open');
  const [unread, setUnread] = useState(false);
  const { after, pagerOf } = usePager(JSON.stringify([slug, search, status, unread]));
  const filter = { search, statuses: [status], ...(unread && { unread }) };
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    conversationsListDocument,
    { filter, first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  return (
    <Page
      title="Inbox"
      lead="Messages from guests, through your storefront and apps. The list refreshes automatically."
    >
      <Group justify="space-between">
        <Group gap="md">
          <SegmentedControl
            aria-label="Status"
            data={[...FILTERS]}
            value={status}
            onChange={(value) => setStatus(value as ConversationStatus)} // the control offers only these values
          />
          <Switch
            label="Unread only"
            checked={unread}
            onChange={(event) => setUnread(event.currentTarget.checked)}
          />
        </Group>
        <SearchField by="guest or subject" {...field} />
      </Group>
      <DataTable
        label="Conversations"
        columns={COLUMNS}
        read={{ data: data && (data.conversations?.nodes ?? []), error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={
          search || unread
            ? { title: 'No results', text: 'No conversations match this search and these filters.' }
            : { title: 'Nothing here', text: 'Guests write to you from their booking or request page.' }
        }
        pager={pagerOf(data?.conversations?.pageInfo)}
      />
    </Page>
  );
}
