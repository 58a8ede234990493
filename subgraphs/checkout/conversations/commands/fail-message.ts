import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { MessageMailFailedEvent } from '#schema/events.ts';
import { MessageEntity } from '../../store/entities.ts';
import { moveMessage } from '../steps/move-message.ts';

const REASONS: Readonly<Record<string, string>> = {
  NO_ADDRESS: 'The guest has no email address on file.',
  MAIL_FAILED: "The email to the guest couldn't be sent. The guest can still see the message on their page.",
};

/**
 * Records that a message's email couldn't be delivered, and reopens its conversation. Repeating it changes
 * nothing (docs/interface/conversations.md#mails).
 */
export async function failMessage(
  ctx: SubgraphContext,
  { messageId, code }: MessageMailFailedEvent,
): Promise<void> {
  await inTransaction(ctx, async (em) => {
    const message = await em.findOne(MessageEntity, { id: messageId });
    if (!message) return;
    await moveMessage(ctx, em, message, 'failed', { failure: { code, text: REASONS[code] ?? null } });
  });
}
