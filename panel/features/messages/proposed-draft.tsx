import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import type { ConversationDetail } from './conversation-detail.ts';
import { draftDismissedDocument } from './generated.ts';
import { LinkedText } from './linked-text.tsx';
import classes from './messages.module.css';

interface ProposedDraftProps {
  readonly conversationId: string;
  readonly draft: NonNullable<ConversationDetail['draft']>;
  /** Copies the draft's text to the reply; null if replies can't be sent. */
  readonly onUse: ((text: string) => void) | null;
}

/** An app's proposed reply: it isn't sent until someone on the team sends it. */
export function ProposedDraft({ conversationId, draft: { text, author }, onUse }: ProposedDraftProps) {
  const dismissed = useTeamMutation(draftDismissedDocument);
  return (
    <section className={classes.draft} aria-label={t`Suggested reply`}>
      <Text size="xs" c="dimmed" mb={4}>
        <Trans>
          <strong>{author.name}</strong> suggests this reply
        </Trans>
      </Text>
      <LinkedText text={text} />
      <Group gap="xs" mt="xs">
        {onUse && (
          <Button size="compact-sm" variant="default" onClick={() => onUse(text)}>
            <Trans>Use as reply</Trans>
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          loading={dismissed.isPending}
          onClick={() => dismissed.mutate({ conversationId })}
        >
          <Trans>Dismiss</Trans>
        </Button>
      </Group>
      <ErrorNote error={dismissed.error} />
    </section>
  );
}
