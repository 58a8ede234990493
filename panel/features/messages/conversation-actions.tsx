import { Button } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import type { ConversationDetail } from './conversation-detail.ts';
import { conversationClosedDocument, conversationSpamDocument } from './generated.ts';

/** Closes a conversation, or moves it to spam and back. */
export function ConversationActions({ conversation }: { readonly conversation: ConversationDetail }) {
  const { id, status } = conversation;
  const closed = useTeamMutation(conversationClosedDocument);
  const spam = useTeamMutation(conversationSpamDocument);
  if (status === 'spam') {
    return (
      <>
        <Button
          variant="default"
          size="xs"
          loading={spam.isPending}
          onClick={() => spam.mutate({ id, spam: false })}
        >
          Not spam
        </Button>
        <ErrorNote error={spam.error} />
      </>
    );
  }
  return (
    <>
      <ConfirmButton
        size="xs"
        title="Move this conversation to spam?"
        text="New messages from its sender aren't shown as unread, and no one is notified of them. You can undo this."
        confirmLabel="Move to spam"
        onConfirm={() => spam.mutateAsync({ id, spam: true })}
        isPending={spam.isPending}
        error={spam.error}
      >
        Mark as spam
      </ConfirmButton>
      {status !== 'closed' && (
        <Button variant="default" size="xs" loading={closed.isPending} onClick={() => closed.mutate({ id })}>
          Close
        </Button>
      )}
      <ErrorNote error={closed.error} />
    </>
  );
}
