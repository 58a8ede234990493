import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Conversation, ConversationEntity } from '../../store/entities.ts';
import { describeConversation } from './change-conversation.ts';

/** A conversation to open. */
export interface NewConversation {
  readonly teamId: number;
  readonly contactId: number;
  readonly provider: string;
  readonly externalId: string | null;
  readonly subject: string | null;
  readonly unitTypeId: number | null;
  /** Time of its first message. */
  readonly at: Date;
  /** True if its first message waits for the team's reply. */
  readonly byGuest: boolean;
}

/**
 * Opens a conversation and publishes it, unless it's imported history (`quietly`), which isn't marked as
 * waiting for a reply. Its first message follows in the same transaction.
 */
export async function openConversation(
  ctx: SubgraphContext,
  em: Transaction,
  { at, byGuest, ...opened }: NewConversation,
  { quietly = false } = {},
): Promise<Conversation> {
  const now = ctx.clock.now();
  const conversation = em.create(ConversationEntity, {
    ...opened,
    status: quietly ? 'closed' : byGuest ? 'open' : 'answered',
    assigneeId: null,
    assigneeName: null,
    lastMessageAt: at,
    guestWroteAt: null,
    waitingSince: null,
    unread: 0,
    draft: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
  await em.flush();
  if (!quietly) await publish(ctx, em, 'conversation.created', describeConversation(conversation));
  return conversation;
}
