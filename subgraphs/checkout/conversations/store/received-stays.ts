import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import type { Maybe, ReceivedContactInput, ReceivedConversationInput } from '../../generated.ts';
import { contactOf } from '../../store/contacts.ts';
import { type Booking, BookingEntity, type Conversation } from '../../store/entities.ts';
import type { StayRow } from './conversation-stays.ts';
import { joinStay } from './conversations.ts';

/**
 * Finds the team's booking for an inbox conversation: by the id from its source, unless ambiguous, else by
 * its reference. Null if there is no match.
 */
export async function findNamedBooking(
  em: Transaction,
  teamId: number,
  { externalBookingId, bookingReference }: ReceivedConversationInput,
): Promise<Booking | null> {
  if (externalBookingId != null) {
    const sold = await em.find(BookingEntity, { teamId, sourceExternalId: externalBookingId }, { limit: 2 });
    if (sold[0] && sold.length === 1) return sold[0];
  }
  return bookingReference == null ? null : em.findOne(BookingEntity, { teamId, reference: bookingReference });
}

/** Finds the contact for a sender from another inbox by email address, then by phone number, or creates one. */
export async function contactOfSender(
  ctx: SubgraphContext,
  em: Transaction,
  teamId: number,
  contact: Maybe<ReceivedContactInput> | undefined,
): Promise<number> {
  const guest = {
    firstName: contact?.firstName?.trim() || null,
    lastName: contact?.lastName?.trim() || null,
    email: contact?.email?.trim() || null,
    phoneNumber: contact?.phone?.trim() || null,
  };
  const finding: RawBuilder<{ readonly id: number }> = sql`
    SELECT ${contactOf(teamId, guest, ctx.clock.now())}::float8 AS id`;
  const [found] = (await finding.execute(statements(em))).rows;
  if (!found) throw new Error('PostgreSQL returned no guest.');
  return found.id;
}

/**
 * Returns the booking for a message in a locked conversation and adds it to the conversation: the named
 * booking, else the conversation's current stay, else the contact's only stay. Null if that isn't a single
 * booking, or if the booking belongs to another guest.
 */
export async function joinReceived(
  em: Transaction,
  conversation: Conversation,
  { named, stays }: { readonly named: Booking | null; readonly stays: readonly StayRow[] },
): Promise<number | null> {
  if (named && isSameGuest(conversation, named)) return joined(em, conversation, named);
  const last = stays.at(-1);
  if (last) return stays.length === 1 ? last.bookingId : null;
  const only = named ? null : await onlyStay(em, conversation.contactId);
  return only && joined(em, conversation, only);
}

/** Returns the contact for a conversation: if it has no stays, the named booking's guest. */
export const guestOfReceived = (
  { contactId }: Conversation,
  named: Booking | null,
  stays: readonly StayRow[],
): number => (stays.length === 0 ? (named?.contactId ?? contactId) : contactId);

const isSameGuest = ({ contactId }: Conversation, booking: Booking): boolean =>
  booking.contactId === null || booking.contactId === contactId;

async function joined(em: Transaction, conversation: Conversation, { id }: Booking): Promise<number> {
  await joinStay(em, conversation, { bookingId: id, requestId: null });
  return id;
}

/** Finds a contact's only held or confirmed booking; null if there are zero or several. */
async function onlyStay(em: Transaction, contactId: number): Promise<Booking | null> {
  const status = { $in: ['held' as const, 'confirmed' as const] };
  const [only = null, other] = await em.find(BookingEntity, { contactId, status }, { limit: 2 });
  return other ? null : only;
}
