import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Badge, Group, List, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { instant } from '../../format/dates.ts';
import { type ConversationFilter, conversationsListDocument } from './generated.ts';
import { ConversationBadge, providerWords } from './message-words.tsx';
import { StartConversation } from './start-conversation.tsx';

interface GuestMessagesProps {
  /** The booking, request or guest that the conversations are about. */
  readonly about: Pick<ConversationFilter, 'bookingId' | 'requestId' | 'contactId'>;
  /** Set if the host can start a conversation here. */
  readonly canStart?: boolean;
}

/** Conversations about a booking, a request or a guest, and a form that starts one. */
export function GuestMessages({ about, canStart = false }: GuestMessagesProps) {
  const { data, error, refetch } = useTeamQuery(conversationsListDocument, {
    filter: about,
    first: 20,
    after: null,
  });
  const conversations = data?.conversations?.nodes ?? [];
  return (
    <Panel title={t`Messages`}>
      <ErrorNote error={error} onRetry={refetch} />
      {conversations.length > 0 ? (
        <List listStyleType="none" spacing="xs">
          {conversations.map(({ id, provider, status, unread, lastMessageAt, subject }) => (
            <List.Item key={id}>
              <Group gap="xs">
                <Anchor component={Link} href={`/messages/${id}`} size="sm" fw={unread > 0 ? 700 : 500}>
                  {subject || providerWords(provider)}
                </Anchor>
                <ConversationBadge status={status} />
                {unread > 0 && (
                  <Badge size="sm">
                    <Trans>{unread} unread</Trans>
                  </Badge>
                )}
                {lastMessageAt !== null && (
                  <Text size="sm" c="dimmed">
                    {instant(lastMessageAt)}
                  </Text>
                )}
              </Group>
            </List.Item>
          ))}
        </List>
      ) : (
        data && (
          <Text size="sm" c="dimmed">
            <Trans>No messages yet.</Trans>
          </Text>
        )
      )}
      {canStart && data && conversations.length === 0 && <StartConversation about={about} />}
    </Panel>
  );
}
