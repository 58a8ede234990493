import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { guestWritesUntil } from '../domain/conversation-window.ts';
import type { GuestConversation } from '../generated.ts';
import { type Message, MessageEntity } from '../store/entities.ts';
import { findLinked, type GuestLink } from '../store/guest-link.ts';
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
  const { booking, request, stay } = linked;
  const em = reader(ctx);
  const contactId = booking?.contactId;
  const redacted =
    contactId == null ? stay.guestEmail === null && booking === null : await isRedacted(em, { contactId });
  const until = guestWritesUntil(stay);
  const canWrite = !redacted && until > ctx.clock.now();
  const about = [
    ...(booking ? [{ bookingId: booking.id }] : []),
    ...(request ? [{ requestId: request.id }] : []),
  ];
  const newest = redacted
    ? []
    : await em.find(
        MessageEntity,
        { $or: about, teamId: stay.teamId, direction: { $ne: 'note' } },
        { orderBy: { sentAt: 'desc', id: 'desc' }, limit: MOST_SHOWN },
      );
  return { messages: newest.reverse(), canWrite, writableUntil: canWrite ? until : null };
}
