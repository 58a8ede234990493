import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import type { Conversation } from '../../store/entities.ts';
import {
  type ConversationResult,
  conversationError,
  refuseConversation,
} from '../domain/conversation-refusal.ts';
import { memberNameDocument } from '../operations/generated.ts';
import { findConversation } from '../queries/conversations.ts';
import { changingConversation } from '../steps/changing-conversation.ts';

const NO_MEMBER = conversationError('NOT_FOUND', ['accountId'], 'This team has no such member.');

/** Assigns a conversation to a team member, or unassigns it. Repeating it changes nothing. Code: `NOT_FOUND`. */
export async function assignConversation(
  ctx: SubgraphContext,
  { id, accountId }: { readonly id: string; readonly accountId?: string | null | undefined },
): Promise<ConversationResult> {
  const found = await findConversation(ctx, id);
  if (accountId == null) return assign(ctx, found, { assigneeId: null, assigneeName: null });
  const assigneeId = parseId(accountId);
  const { teamMemberName } = await ctx.execute(memberNameDocument, { accountId }, ctx);
  if (assigneeId === null || teamMemberName === null) return refuseConversation(NO_MEMBER);
  return assign(ctx, found, { assigneeId, assigneeName: teamMemberName });
}

const assign = (
  ctx: SubgraphContext,
  found: Conversation | null,
  assignee: { readonly assigneeId: number | null; readonly assigneeName: string | null },
): Promise<ConversationResult> =>
  changingConversation(ctx, found, (conversation) =>
    conversation.assigneeId === assignee.assigneeId ? null : assignee,
  );
