import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { FormEvent } from 'react';
import { useLocation } from 'wouter';
import { MAX_MESSAGE } from '../../../schema/limits.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Textarea } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { AttachFiles } from './attach-files.tsx';
import { type ConversationStartInput, conversationStartedDocument } from './generated.ts';
import { useDraft } from './use-draft.ts';

interface StartConversationProps {
  readonly about: Pick<ConversationStartInput, 'bookingId' | 'requestId'>;
}

/** The first message to a guest who hasn't written yet. */
export function StartConversation({ about: { bookingId, requestId } }: StartConversationProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const [, navigate] = useLocation();
  const message = useDraft();
  const { text, key } = message;
  const started = useTeamMutation(conversationStartedDocument);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = { bookingId, requestId, text, idempotencyKey: key, attachments: message.ids };
    // By the time the response arrives, the list shows the conversation and this form is unmounted, so its
    // callbacks don't run, but the promise still resolves.
    const sent = await started.mutateAsync({ input }).catch(() => null); // shown below
    const conversationId = sent?.conversationStart.message?.conversationId;
    if (conversationId) navigate(`/messages/${conversationId}`);
  };
  return (
    <>
      <Button variant="default" size="xs" mt="sm" onClick={open}>
        <Trans>Write to the guest</Trans>
      </Button>
      <Modal opened={opened} onClose={close} title={t`Write to the guest`} centered>
        <Form error={started.error} onSubmit={submit}>
          <Stack>
            <Textarea
              field="text"
              label={t`Your message`}
              description={t`The guest gets it by email, with a link to reply.`}
              autosize
              minRows={4}
              maxRows={14}
              maxLength={MAX_MESSAGE}
              value={text}
              onChange={(event) => message.type(event.currentTarget.value)}
            />
            <AttachFiles files={message.files} add={message.add} remove={message.remove} />
            <ErrorNote error={started.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                <Trans>Go back</Trans>
              </Button>
              <Button
                type="submit"
                loading={started.isPending}
                disabled={text.trim() === '' || !message.isReady}
              >
                <Trans>Send message</Trans>
              </Button>
            </Group>
          </Stack>
        </Form>
      </Modal>
    </>
  );
}
