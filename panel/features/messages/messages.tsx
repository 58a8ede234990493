import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Badge, Group, SegmentedControl, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { instant } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';
import { useTeam } from '../../layout/session.tsx';
import {
  type ConversationRowFragment,
  type ConversationStatus,
  conversationsListDocument,
} from './generated.ts';
import { ConversationBadge, conversationName, providerWords } from './message-words.tsx';

const FILTERS = translated([
  { value: 'open', label: msg({ message: 'Open', context: 'status' }) },
  { value: 'answered', label: msg`Answered` },
  { value: 'closed', label: msg({ message: 'Closed', context: 'conversation' }) },
  { value: 'spam', label: msg`Spam` },
]) satisfies readonly { readonly value: ConversationStatus; readonly label: string }[];

const COLUMNS: readonly Column<ConversationRowFragment>[] = [
  { title: msg`Guest`, cell: (conversation) => <Guest conversation={conversation} /> },
  {
    title: msg({ message: 'About', context: 'conversation' }),
    cell: ({ bookings, subject }) => (
      <Text size="sm">{bookings.map(({ reference }) => reference).join(', ') || subject || '—'}</Text>
    ),
  },
  { title: msg`From`, cell: ({ provider }) => <Text size="sm">{providerWords(provider)}</Text> },
  { title: msg`Status`, cell: ({ status }) => <ConversationBadge status={status} /> },
  {
    title: msg`Last message`,
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
      {unread > 0 && (
        <Badge size="sm">
          <Trans>{unread} unread</Trans>
        </Badge>
      )}
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
      title={t`Inbox`}
      lead={t`Messages from guests, through your storefront and apps. The list refreshes automatically.`}
    >
      <Group justify="space-between">
        <Group gap="md">
          <SegmentedControl
            aria-label={t`Status`}
            data={[...FILTERS]}
            value={status}
            onChange={(value) => setStatus(value as ConversationStatus)} // the control offers only these values
          />
          <Switch
            label={t`Unread only`}
            checked={unread}
            onChange={(event) => setUnread(event.currentTarget.checked)}
          />
        </Group>
        <SearchField by={t`guest or subject`} {...field} />
      </Group>
      <DataTable
        label={t`Conversations`}
        columns={COLUMNS}
        read={{ data: data && (data.conversations?.nodes ?? []), error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={
          search || unread
            ? { title: t`No results`, text: t`No conversations match this search and these filters.` }
            : { title: t`Nothing here`, text: t`Guests write to you from their booking or request page.` }
        }
        pager={pagerOf(data?.conversations?.pageInfo)}
      />
    </Page>
  );
}
