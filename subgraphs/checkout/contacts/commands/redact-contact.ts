import { sql } from 'kysely';
import { columnsOf } from '#db/columns.ts';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { type ContactResult, noContact } from '../../errors.ts';
import { eraseReferences } from '../../folio/store/erase-references.ts';
import {
  type Booking,
  BookingEntity,
  ChangeRequestEntity,
  type Contact,
  ContactEntity,
} from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { isPerson, type Person, REDACTED, withoutGuest, withoutPerson } from '../domain/redaction.ts';
import { changed } from '../queries/contacts.ts';
import { eraseConversations } from '../steps/erase-conversations.ts';
import { eraseRequests, lockRequestsOf } from '../steps/erase-requests.ts';
import { eraseBuyers } from '../store/erase-buyers.ts';
import { eraseMentions } from '../store/erase-mentions.ts';
import { lockBookingsOf, lockContacts } from '../store/lock-contacts.ts';

/**
 * Redacts a person in one transaction: the contact, contacts merged into it, guests in its bookings, buyers
 * in their checkouts and in any other checkout with one of its email addresses, stored answers to repeated
 * requests, pending changes, custom fields that name the person, references of recorded payments and refunds,
 * mentions in the desk's texts, and every text in its conversations.
 * Publishes `contact.redacted`; payments then erases the data it sent to apps, and apps erases its emails.
 * Repeating it changes nothing. `NOT_FOUND` for another team's contact. See
 * docs/interface/bookings.md#redaction.
 */
export async function redactContact(ctx: SubgraphContext, id: string): Promise<ContactResult> {
  const refusal = await inTransaction(ctx, async (em) => {
    await lockBookingsOf(ctx, em, [id]);
    await lockRequestsOf(em, id);
    const [contact] = await lockContacts(ctx, em, [id]);
    if (!contact || contact.mergedInto) return noContact(['id']);
    if (!contact.redactedAt) await redact(ctx, em, contact);
    return null;
  });
  return refusal ?? changed(ctx, id);
}

async function redact(ctx: SubgraphContext, em: Transaction, contact: Contact): Promise<void> {
  const db = statements(em);
  const { rows: merged } = await sql<Pick<Contact, 'id' | 'firstName' | 'lastName' | 'emails' | 'phones'>>`
    WITH RECURSIVE merged AS (
      SELECT * FROM checkout.contacts WHERE merged_into = ${contact.id}
      UNION ALL SELECT c.* FROM checkout.contacts c JOIN merged m ON c.merged_into = m.id
    ) SELECT ${columnsOf(ContactEntity, ['id', 'firstName', 'lastName', 'emails', 'phones'])} FROM merged`.execute(
    db,
  );
  const bookings = await tables(em)
    .selectFrom('bookings')
    .select([
      'id',
      'reference',
      'checkoutId',
      'guestFirstName',
      'guestLastName',
      'guestEmail',
      'guestPhone',
      'customFields',
    ])
    .where('contactId', '=', contact.id)
    .execute();
  const person = personOf([contact, ...merged], bookings);

  const kept = bookings.map(({ customFields }) => JSON.stringify(withoutPerson(customFields, person)));
  await sql`
    UPDATE checkout.bookings b SET guest_first_name = ${REDACTED.firstName}, guest_last_name = ${REDACTED.lastName},
      guest_email = NULL, guest_phone = NULL, guest_locale = NULL, cancel_reason = NULL, note = NULL, price_reason = NULL, custom_fields = erased.fields::jsonb,
      channel = CASE WHEN channel IS NOT NULL THEN channel || '{"notes": null, "guest": null}' END, version = version + 1
    FROM unnest(${bookings.map((booking) => booking.id)}::bigint[], ${kept}::text[]) AS erased (id, fields)
    WHERE b.id = erased.id`.execute(db);
  await eraseReferences(
    em,
    bookings.map((booking) => booking.id),
  );
  await eraseMentions(em, { teamId: contact.teamId, bookings, person });
  await eraseFromChanges(em, contact, person);
  await em.nativeUpdate(
    ChangeRequestEntity,
    { bookingId: bookings.map((booking) => booking.id) },
    { declineReason: null },
  );
  const conversationIds = await eraseConversations(ctx, em, [contact.id, ...merged.map(({ id }) => id)]);
  const requestIds = await eraseRequests(ctx, em, {
    teamId: contact.teamId,
    bookingIds: bookings.map(({ id }) => id),
    emails: person.emails,
  });
  const checkouts = bookings.flatMap(({ checkoutId }) => checkoutId ?? []);
  await eraseBuyers(ctx, em, { teamId: contact.teamId, checkouts, emails: person.emails });

  // Merge targets go last, because each merged contact refers to its target.
  for (const { id } of merged.toReversed())
    await tables(em).deleteFrom('contacts').where('id', '=', id).execute();
  const { id: contactId, ...changed } = await tables(em)
    .updateTable('contacts')
    .set(({ eb }) => ({ ...NOTHING_KNOWN, version: eb('version', '+', 1), redactedAt: ctx.clock.now() }))
    .where('id', '=', contact.id)
    .returning(['id', 'teamId', 'version'])
    .executeTakeFirstOrThrow();
  const bookingIds = bookings.map((booking) => booking.id);
  await publish(ctx, em, 'contact.redacted', {
    contactId,
    ...changed,
    bookingIds,
    requestIds,
    conversationIds,
  });
  await recordTeamEvent(ctx, em, [contact.teamId], {
    kind: 'contact.redacted',
    subject: `Contact ${contact.id}`,
  });
}

/** A contact's fields after redaction. */
const NOTHING_KNOWN = {
  firstName: null,
  lastName: null,
  emails: [],
  phones: [],
  locale: null,
  country: null,
  notes: null,
  tags: [],
  consentGiven: false,
  consentAt: null,
  consentSource: null,
};

/** Erases the person from pending changes; finishing a change writes its current content. */
async function eraseFromChanges(em: Transaction, { id, teamId }: Contact, person: Person): Promise<void> {
  const changing = await em.find(
    BookingEntity,
    { teamId, changing: { $ne: null } },
    { orderBy: { id: 'asc' } },
  );
  for (const booking of changing) {
    const change = booking.changing;
    if (!change || !isPerson(change.guest, person, booking.contactId === id)) continue;
    await em.nativeUpdate(BookingEntity, { id: booking.id }, { changing: withoutGuest(change) });
  }
}

/** Returns all identifiers for a person. */
function personOf(
  contacts: readonly Pick<Contact, 'firstName' | 'lastName' | 'emails' | 'phones'>[],
  bookings: readonly Pick<Booking, 'guestFirstName' | 'guestLastName' | 'guestEmail' | 'guestPhone'>[],
): Person {
  const present = (texts: readonly (string | null)[]) => [...new Set(texts.filter((text) => text !== null))];
  return {
    emails: present([
      ...contacts.flatMap(({ emails }) => emails),
      ...bookings.map(({ guestEmail }) => guestEmail),
    ]),
    phones: present([
      ...contacts.flatMap(({ phones }) => phones),
      ...bookings.map(({ guestPhone }) => guestPhone),
    ]),
    names: present([
      ...contacts.map(({ firstName, lastName }) => firstName && lastName && `${firstName} ${lastName}`),
      ...bookings.map(
        ({ guestFirstName, guestLastName }) =>
          guestFirstName && guestLastName && `${guestFirstName} ${guestLastName}`,
      ),
    ]),
  };
}
