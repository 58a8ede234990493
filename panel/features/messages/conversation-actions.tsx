import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
          <Trans>Not spam</Trans>
        </Button>
        <ErrorNote error={spam.error} />
      </>
    );
  }
  return (
    <>
      <ConfirmButton
        size="xs"
        title={t`Move this conversation to spam?`}
        text={t`New messages from its sender aren't shown as unread, and no one is notified of them. You can undo this.`}
        confirmLabel={t`Move to spam`}
        onConfirm={() => spam.mutateAsync({ id, spam: true })}
        isPending={spam.isPending}
        error={spam.error}
      >
        <Trans>Mark as spam</Trans>
      </ConfirmButton>
      {status !== 'closed' && (
        <Button variant="default" size="xs" loading={closed.isPending} onClick={() => closed.mutate({ id })}>
          <Trans>Close</Trans>
        </Button>
      )}
      <ErrorNote error={closed.error} />
    </>
  );
}
