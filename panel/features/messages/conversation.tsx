import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useParams } from 'wouter';
import { LIVE_MS, useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { BackLink } from '../../components/back-link.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { Loading } from '../../components/loading.tsx';
import { NotFoundPage } from '../../components/not-found-page.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Panel } from '../../components/panel.tsx';
import { Composer } from './composer.tsx';
import { ConversationActions } from './conversation-actions.tsx';
import { conversationFacts } from './conversation-facts.tsx';
import { conversationDetailDocument, conversationSeenDocument } from './generated.ts';
import { conversationName } from './message-words.tsx';
import { Thread } from './thread.tsx';

/** One conversation: its messages, its facts, and a reply form. */
export function ConversationPage() {
  const { id = '' } = useParams();
  const { after: before, pagerOf } = usePager(id);
  const { data, error, refetch } = useTeamQuery(
    conversationDetailDocument,
    { id, last: PAGE_SIZE, before },
    { refreshMs: LIVE_MS },
  );
  const conversation = data?.conversation;
  useSeen(id, conversation?.unread ?? 0);
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading the conversation`} />;
  if (!conversation) {
    return (
      <NotFoundPage title={t`Conversation`} list={{ href: '/messages', label: t`Inbox` }}>
        <Trans>This team has no such conversation. It may belong to another of your teams.</Trans>
      </NotFoundPage>
    );
  }
  const { nodes, pageInfo } = conversation.messages;
  const { hasNext, hasPrevious, next, previous } = pagerOf({
    endCursor: pageInfo.startCursor,
    hasNextPage: pageInfo.hasPreviousPage,
  });
  return (
    <Page
      title={conversationName(conversation)}
      lead={
        <BackLink href="/messages">
          <Trans>Inbox</Trans>
        </BackLink>
      }
      actions={<ConversationActions conversation={conversation} />}
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Panel title={t`Messages`}>
          <Stack>
            {hasNext && (
              <Button variant="default" size="compact-sm" onClick={next}>
                <Trans>Earlier messages</Trans>
              </Button>
            )}
            <Thread messages={nodes} timeZone={conversation.unitType?.property.timeZone ?? null} />
            {hasPrevious && (
              <Button variant="default" size="compact-sm" onClick={previous}>
                <Trans>Later messages</Trans>
              </Button>
            )}
            <Composer key={id} conversation={conversation} />
          </Stack>
        </Panel>
        <div>
          <Panel title={t({ message: 'About', context: 'conversation' })}>
            <Facts facts={conversationFacts(conversation)} />
          </Panel>
        </div>
      </SimpleGrid>
    </Page>
  );
}

/** Marks the visible messages as read, once per new arrival. */
function useSeen(id: string, unread: number): void {
  const { mutate } = useTeamMutation(conversationSeenDocument);
  useEffect(() => {
    if (unread > 0) mutate({ id });
  }, [id, unread, mutate]);
}
