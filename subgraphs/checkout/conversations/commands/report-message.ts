import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { inboxOf } from '../../access.ts';
import type { MutationMessageStatusUpdateArgs } from '../../generated.ts';
import { MessageEntity } from '../../store/entities.ts';
import { mayBeCalled } from '../../store/take-external-id.ts';
import {
  conversationError,
  type MessageResult,
  messaged,
  noMessage,
  notYours,
  refuseMessage,
} from '../domain/conversation-refusal.ts';
import { appProvider } from '../domain/message.ts';
import { reportFaults } from '../domain/receive-faults.ts';
import { findMessage } from '../queries/messages.ts';
import { moveMessage } from '../steps/move-message.ts';
import { lockConversation } from '../store/conversations.ts';

const FIELD = ['id'];
const NOT_OUT = conversationError('INVALID', FIELD, 'The team has no such message.');
const NO_REPORT = conversationError('INVALID', ['status'], 'Report `sent`, `delivered`, `read` or `failed`.');
const OTHER_ID = conversationError(
  'INVALID',
  ['externalId'],
  'The message has a different id, or another message already has this one.',
);

/**
 * Records delivery progress for a team's message, reported by the conversation's app. Only moves forward;
 * earlier stages have no effect. Codes: `NOT_FOUND`, `NOT_YOUR_CONVERSATION`, `INVALID`. See
 * docs/interface/conversations.md#reporting.
 */
export async function reportMessage(
  ctx: SubgraphContext,
  { id, status, externalId, failure }: MutationMessageStatusUpdateArgs,
): Promise<MessageResult> {
  const provider = appProvider(inboxOf(ctx).appSlug);
  const faults = reportFaults(externalId, failure);
  if (status === 'queued' || status === 'sending') faults.push(NO_REPORT);
  if (faults.length > 0) return refuseMessage(...faults);
  const found = await findMessage(ctx, id);
  if (!found) return refuseMessage(noMessage(FIELD));
  return inTransaction(ctx, async (em) => {
    const conversation = await lockConversation(em, found.conversationId);
    if (conversation?.provider !== provider) return refuseMessage(notYours(FIELD));
    const message = await em.findOneOrFail(MessageEntity, { id: found.id }, { refresh: true });
    if (message.direction !== 'out') return refuseMessage(NOT_OUT);
    if (externalId != null && !(await mayBeCalled(em, message, externalId))) return refuseMessage(OTHER_ID);
    const moved = await moveMessage(ctx, em, message, status, {
      externalId: externalId ?? null,
      failure: failure ? { code: failure.code, text: failure.text ?? null } : null,
    });
    if (moved || externalId == null) return messaged(moved ?? message);
    // The stage is already recorded, but the external id may be new.
    await em.nativeUpdate(MessageEntity, { id: message.id }, { externalId });
    return messaged({ ...message, externalId });
  });
}
