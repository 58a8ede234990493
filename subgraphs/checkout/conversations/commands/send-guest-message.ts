import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { MAX_GUEST_MESSAGES_AN_HOUR } from '#schema/limits.ts';
import type { GuestMessageSendInput } from '../../generated.ts';
import { type Conversation, MessageEntity } from '../../store/entities.ts';
import {
  conversationError,
  guestRedacted,
  type MessageResult,
  messaged,
  refuseMessage,
  TOO_MANY_WRITTEN,
  windowClosed,
} from '../domain/conversation-refusal.ts';
import { guestWritesUntil } from '../domain/conversation-window.ts';
import { messageFaults } from '../domain/message-faults.ts';
import { appendMessage } from '../steps/append-message.ts';
import { threadOfStay } from '../steps/thread-of-stay.ts';
import { holdContacts } from '../store/conversations.ts';
import { findLinked, stayOfLink } from '../store/guest-link.ts';
import { isRedacted, sentBefore } from '../store/may-send.ts';

const HOUR_MS = 3_600_000;
const INPUT = ['input'];
const NO_LINK = conversationError('NOT_FOUND', INPUT, 'This storefront has no such page.');

/**
 * Writes as the guest from a booking's permalink or a request's link: in the contact's conversation, about
 * that stay, once per key. Codes: `NOT_FOUND`, `INVALID`, `CONTACT_REDACTED`, `WINDOW_CLOSED`, `TOO_MANY`.
 * See docs/interface/conversations.md#guests.
 */
export async function sendGuestMessage(
  ctx: SubgraphContext,
  { text, idempotencyKey, ...link }: GuestMessageSendInput,
): Promise<MessageResult> {
  const faults = messageFaults(text, idempotencyKey, INPUT);
  if (faults.length > 0) return refuseMessage(...faults);
  const found = await findLinked(ctx, link, ctx.clock.now());
  if (!found) return refuseMessage(NO_LINK);
  if (guestWritesUntil(found.stay) <= ctx.clock.now()) return refuseMessage(windowClosed(INPUT));
  return inTransaction(ctx, async (em) => {
    const once = { sender: `guest:${link.permalinkId ?? link.requestId}`, key: idempotencyKey };
    const earlier = await sentBefore(em, once, { text, field: ['input', 'idempotencyKey'] });
    if (earlier) return earlier;
    await holdContacts(em, found.stay.teamId);
    const linked = await findLinked(em, link, ctx.clock.now());
    if (linked?.stay.guestEmail === null && linked.booking === null)
      return refuseMessage(guestRedacted(INPUT));
    if (!linked) return refuseMessage(NO_LINK);
    const thread = await threadOfStay(ctx, em, linked, { byGuest: true });
    if (await isRedacted(em, thread)) return refuseMessage(guestRedacted(INPUT));
    if (!(await mayWrite(ctx, em, thread))) return refuseMessage(TOO_MANY_WRITTEN);
    const { guestFirstName, guestLastName } = linked.stay;
    const author = { kind: 'guest', name: `${guestFirstName} ${guestLastName}`.trim() || null } as const;
    const written = { direction: 'in', author, text, once, ...stayOfLink(linked) } as const;
    return messaged((await appendMessage(ctx, em, thread, written)).message);
  });
}

/** True if a guest can send another message in a locked conversation. */
async function mayWrite(ctx: SubgraphContext, em: Transaction, { id }: Conversation): Promise<boolean> {
  const createdAt = { $gt: new Date(ctx.clock.now().getTime() - HOUR_MS) };
  const written = await em.count(MessageEntity, { conversationId: id, direction: 'in', createdAt });
  return written < MAX_GUEST_MESSAGES_AN_HOUR;
}
