import type { SubgraphContext } from '#db/context.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import type { GuestConversation } from '../../generated.ts';
import type { Message } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { guestWritesUntil } from '../domain/conversation-window.ts';
import { PLATFORM } from '../domain/message.ts';
import { findLinked, type GuestLink, type LinkedStay } from '../store/guest-link.ts';
import { isRedacted } from '../store/may-send.ts';

/** Messages that a page shows. */
const MOST_SHOWN = 200;

/** What a guest sees: the messages themselves are what is stored. */
type Shown = Omit<GuestConversation, 'messages' | '__typename'> & { readonly messages: readonly Message[] };

/**
 * What was written at a link, and the answers there: that of the booking and of the request it was. Not the whole conversation: its
 * contact is found by e-mail address and phone number, which anyone who books can enter. Nothing of a redacted guest.
 * See docs/interface/conversations.md#guests.
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

/** The newest messages about a stay on the platform's own pages, newest first; what came by another inbox stays there. */
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
