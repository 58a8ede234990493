import type { SubgraphContext } from '#db/context.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import type { GuestConversation } from '../../generated.ts';
import type { Message } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { guestWritesUntil } from '../domain/conversation-window.ts';
import { PLATFORM } from '../domain/message.ts';
import { findLinked, type GuestLink, type LinkedStay } from '../store/guest-link.ts';
import { isRedacted } from '../store/may-send.ts';

/** Maximum messages on a page. */
const MOST_SHOWN = 200;

/** A guest's view; its messages are stored rows. */
type Shown = Omit<GuestConversation, 'messages' | '__typename'> & { readonly messages: readonly Message[] };

/**
 * Returns the messages written on a link and their replies, for a booking and the request before it. The rest
 * of the conversation is hidden: its contact is found by email address and phone number, and any booker can
 * enter someone else's. Empty for a redacted guest. See docs/interface/conversations.md#guests.
 */
export async function guestConversation(ctx: SubgraphContext, link: GuestLink): Promise<Shown | null> {
  const linked = await findLinked(ctx, link, ctx.clock.now());
  if (!linked) return null;
  const { booking, stay } = linked;
  const em = reader(ctx);
  const contactId = booking?.contactId;
  const redacted =
    contactId == null ? stay.guestEmail === null && booking === null : await isRedacted(em, { contactId });
  const until = guestWritesUntil(stay);
  const canWrite = !redacted && until > ctx.clock.now();
  const newest = redacted ? [] : await newestAbout(em, linked);
  return { messages: newest.toReversed(), canWrite, writableUntil: canWrite ? until : null };
}

/**
 * Reads the newest messages about a stay on the platform's pages, newest first; messages from other inboxes
 * aren't shown.
 */
function newestAbout(em: Transaction, { booking, request, stay }: LinkedStay): Promise<readonly Message[]> {
  return tables(em)
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversationId')
    .selectAll('messages')
    .where((eb) =>
      eb.or([
        ...(booking ? [eb('messages.bookingId', '=', booking.id)] : []),
        ...(request ? [eb('messages.requestId', '=', request.id)] : []),
      ]),
    )
    .where('messages.teamId', '=', stay.teamId)
    .where('messages.direction', '!=', 'note')
    .where('conversations.provider', '=', PLATFORM)
    .orderBy('messages.sentAt', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(MOST_SHOWN)
    .execute();
}
