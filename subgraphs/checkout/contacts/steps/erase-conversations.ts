import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeConversation } from '../../conversations/steps/change-conversation.ts';
import { eraseAttachments } from '../../conversations/store/attachments.ts';
import { ConversationEntity, MessageEntity } from '../../store/entities.ts';

/**
 * Erases contacts' conversations: texts, files, subjects, drafts, guest names and providers' failure texts.
 * Cancels unsent messages. Waits for concurrent writers and erases their messages too. Returns the
 * conversation ids.
 */
export async function eraseConversations(
  ctx: SubgraphContext,
  em: Transaction,
  contactIds: readonly number[],
): Promise<readonly number[]> {
  const conversations = await em.find(
    ConversationEntity,
    { contactId: { $in: [...contactIds] } },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  const ids = conversations.map(({ id }) => id);
  if (ids.length === 0) return ids;
  const unsent = { conversationId: { $in: ids }, status: { $in: ['queued' as const, 'sending' as const] } };
  await em.nativeUpdate(MessageEntity, unsent, { status: 'failed', failureCode: 'CONTACT_REDACTED' });
  await em.nativeUpdate(
    MessageEntity,
    { conversationId: { $in: ids } },
    { text: '', failureText: null, nextAttemptAt: null },
  );
  await em.nativeUpdate(
    MessageEntity,
    { conversationId: { $in: ids }, authorKind: 'guest' },
    { authorName: null },
  );
  await eraseAttachments(ctx, em, ids);
  for (const conversation of conversations) {
    const status = conversation.status === 'spam' ? 'spam' : 'closed';
    const nothing = { status, subject: null, draft: null, unread: 0, waitingSince: null } as const;
    await changeConversation(ctx, em, conversation, nothing);
  }
  return ids;
}
