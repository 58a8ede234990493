import { t } from '@lingui/core/macro';
import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MAX_MESSAGE } from '../../../schema/limits.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Textarea } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { AttachFiles } from './attach-files.tsx';
import type { ConversationDetail } from './conversation-detail.ts';
import { messageSentDocument, noteWrittenDocument } from './generated.ts';
import { isOfPlatform, providerWords } from './message-words.tsx';
import { ProposedDraft } from './proposed-draft.tsx';
import { useDraft } from './use-draft.ts';

/**
 * Form for writing to the guest, or a note that only the team reads. Typed text is kept until the platform
 * accepts it.
 */
export function Composer({ conversation }: { readonly conversation: ConversationDetail }) {
  const { id, draft, provider } = conversation;
  const canSend = mayReply(conversation);
  const [kind, setKind] = useState<'reply' | 'note'>('reply');
  const message = useDraft();
  const { text, key, type } = message;
  const sent = useTeamMutation(messageSentDocument);
  const noted = useTeamMutation(noteWrittenDocument);
  const isNote = kind === 'note' || !canSend;
  const change = isNote ? noted : sent;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const done = {
      onSuccess: () => {
        type('');
        if (!isNote) message.clear();
      },
    };
    if (isNote) noted.mutate({ conversationId: id, text }, done);
    else sent.mutate({ conversationId: id, text, idempotencyKey: key, attachments: message.ids }, done);
  };
  return (
    <Stack gap="sm">
      {draft && <ProposedDraft conversationId={id} draft={draft} onUse={canSend ? type : null} />}
      <Form error={change.error} onSubmit={submit}>
        <Stack gap="sm">
          <SegmentedControl
            aria-label={t`Kind of message`}
            data={[
              { value: 'reply', label: t`Reply`, disabled: !canSend },
              { value: 'note', label: t`Note` },
            ]}
            value={isNote ? 'note' : 'reply'}
            onChange={(value) => setKind(value === 'note' ? 'note' : 'reply')}
          />
          <Textarea
            field="text"
            label={isNote ? t`Note for your team` : t`Your reply`}
            description={isNote ? t`Guests never see it.` : howItGoes(provider)}
            autosize
            minRows={3}
            maxRows={14}
            maxLength={MAX_MESSAGE}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
          />
          {!isNote && conversation.capabilities.attachments && (
            <AttachFiles files={message.files} add={message.add} remove={message.remove} />
          )}
          <ErrorNote error={change.error} />
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={change.isPending}
              disabled={text.trim() === '' || (!isNote && !message.isReady)}
            >
              {isNote ? t`Save note` : t`Send reply`}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Stack>
  );
}

/** Explains how the guest receives a reply. */
const howItGoes = (provider: string): string =>
  isOfPlatform(provider)
    ? t`The guest gets it by email, with a link to reply.`
    : t`The guest wrote through ${providerWords(provider)}, which delivers your reply.`;

/** True if the team can write to the guest: the sending window is open and the conversation isn't spam. */
const mayReply = ({ status, capabilities: { sendUntil } }: ConversationDetail): boolean =>
  status !== 'spam' && (sendUntil === null || Date.parse(sendUntil) > Date.now());
