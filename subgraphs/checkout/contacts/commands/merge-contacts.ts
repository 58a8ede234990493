import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { MAX_CONTACT_LIST } from '#schema/limits.ts';
import { teamOf } from '../../access.ts';
import { type ContactResult, isRedacted, noContact, refuseContact } from '../../errors.ts';
import type { Contact } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { MERGE_UNDO_MS } from '../domain/merging.ts';
import { changed } from '../queries/contacts.ts';
import { changeContact } from '../steps/change-contact.ts';
import { mergeConversations, splitConversations } from '../steps/merge-conversations.ts';
import { lockBookingsOf, lockContacts } from '../store/lock-contacts.ts';

/**
 * Merges a contact into another. The other contact gets its bookings, addresses, numbers and tags, and any
 * fields it lacks. Publishes `contact.updated` for both. Codes: `NOT_FOUND`, `INVALID` (the same contact, or
 * too many addresses and numbers), `CONTACT_REDACTED`. See docs/interface/bookings.md#contacts.
 */
export async function mergeContacts(
  ctx: SubgraphContext,
  { id, into }: { readonly id: string; readonly into: string },
): Promise<ContactResult> {
  const refusal = await inTransaction(ctx, async (em) => {
    await lockBookingsOf(ctx, em, [id, into]);
    const [from, to] = await lockContacts(ctx, em, [id, into]);
    if (!from || from.mergedInto) return noContact(['id']);
    if (!to || to.mergedInto) return noContact(['into']);
    if (from.id === to.id)
      return refuseContact(['into'], 'INVALID', "A contact can't be merged into itself.");
    if (from.redactedAt) return isRedacted(['id']);
    if (to.redactedAt) return isRedacted(['into']);
    return merge(ctx, em, from, to);
  });
  return refusal ?? changed(ctx, into);
}

async function merge(
  ctx: SubgraphContext,
  em: Transaction,
  from: Contact,
  to: Contact,
): Promise<ContactResult | null> {
  const phones = from.phones.filter((phone) => !to.phones.includes(phone));
  const tags = from.tags.filter((tag) => !to.tags.includes(tag));
  if (
    to.emails.length + from.emails.length > MAX_CONTACT_LIST ||
    to.phones.length + phones.length > MAX_CONTACT_LIST
  ) {
    return refuseContact(
      ['into'],
      'INVALID',
      `A contact can have at most ${MAX_CONTACT_LIST} email addresses and ${MAX_CONTACT_LIST} phone numbers.`,
    );
  }
  const db = statements(em);
  await sql`INSERT INTO checkout.merged_bookings (contact_id, booking_id)
    SELECT ${from.id}, id FROM checkout.bookings WHERE contact_id = ${from.id}`.execute(db);
  await moveBookings(em, sql`contact_id = ${from.id}`, to.id);
  await mergeConversations(ctx, em, from.id, to.id);
  const away = sql`merged_into = ${to.id}, merged_at = ${ctx.clock.now()}, merged_phones = ${phones}::text[]`;
  await changeContact(ctx, em, from.id, away);
  const filled = sql`emails = emails || ${[...from.emails]}::text[], phones = phones || ${phones}::text[],
    tags = (tags || ${tags}::text[])[1:${MAX_CONTACT_LIST}::int],
    first_name = coalesce(first_name, ${from.firstName}), last_name = coalesce(last_name, ${from.lastName}),
    locale = coalesce(locale, ${from.locale}), country = coalesce(country, ${from.country}),
    notes = coalesce(notes, ${from.notes})`;
  await changeContact(ctx, em, to.id, filled);
  const change = `contact ${from.id} into contact ${to.id}`;
  await recordTeamEvent(ctx, em, [to.teamId], {
    kind: 'contact.merged',
    subject: `Contact ${to.id}`,
    change,
  });
  return null;
}

/** Moving a booking to another contact changes the booking, so polling apps read it again. */
async function moveBookings(em: Transaction, which: ReturnType<typeof sql>, to: number): Promise<void> {
  await sql`UPDATE checkout.bookings SET contact_id = ${to}, version = version + 1 WHERE ${which}`.execute(
    statements(em),
  );
}

/**
 * Undoes a merge: the contact gets back its fields, addresses, numbers and previous bookings, if the other
 * contact still has them. Codes: `NOT_FOUND` (also for an unmerged contact, or after 30 days),
 * `CONTACT_REDACTED`, `INVALID` if the other contact has been merged since. See
 * docs/interface/bookings.md#contacts.
 */
export async function undoMerge(ctx: SubgraphContext, id: string): Promise<ContactResult> {
  const refusal = await inTransaction(ctx, async (em) => {
    const [before] = await readMerged(ctx, em, id);
    if (!before) return noContact(['id']);
    await lockBookingsOf(ctx, em, [String(before.mergedInto)]);
    const [from, to] = await lockContacts(ctx, em, [id, String(before.mergedInto)]);
    if (!from?.mergedAt || !to || from.mergedInto !== to.id) return noContact(['id']);
    if (ctx.clock.now().getTime() - new Date(from.mergedAt).getTime() > MERGE_UNDO_MS)
      return noContact(['id']);
    if (to.mergedInto) {
      const why = `Contact ${to.id} was itself merged. Undo that merge first.`;
      return refuseContact(['id'], 'INVALID', why);
    }
    await split(ctx, em, from, to);
    return null;
  });
  return refusal ?? changed(ctx, id);
}

const readMerged = (ctx: SubgraphContext, em: Transaction, id: string) =>
  tables(em)
    .selectFrom('contacts')
    .select('mergedInto')
    .where('id', '=', parseWideId(id) ?? 0)
    .where('teamId', '=', teamOf(ctx.viewer) ?? 0)
    .where('mergedInto', 'is not', null)
    .$narrowType<{ readonly mergedInto: number }>()
    .execute();

async function split(ctx: SubgraphContext, em: Transaction, from: Contact, to: Contact): Promise<void> {
  // Don't restore addresses removed from the other contact since: they may belong to another guest now.
  const emails = from.emails.filter((email) => to.emails.includes(email));
  const less = sql`emails = (SELECT coalesce(array_agg(email ORDER BY place), '{}')
      FROM unnest(emails) WITH ORDINALITY AS kept (email, place) WHERE email <> ALL (${emails}::text[])),
    phones = (SELECT coalesce(array_agg(phone ORDER BY place), '{}')
      FROM unnest(phones) WITH ORDINALITY AS kept (phone, place)
      WHERE phone <> ALL (SELECT unnest(merged_phones) FROM checkout.contacts WHERE id = ${from.id}))`;
  await changeContact(ctx, em, to.id, less);
  const back = sql`merged_into = NULL, merged_at = NULL, merged_phones = '{}', emails = ${emails}::text[]`;
  await changeContact(ctx, em, from.id, back);
  const own = sql`SELECT booking_id FROM checkout.merged_bookings WHERE contact_id = ${from.id}`;
  await moveBookings(em, sql`contact_id = ${to.id} AND id IN (${own})`, from.id);
  await sql`DELETE FROM checkout.merged_bookings WHERE contact_id = ${from.id}`.execute(statements(em));
  await splitConversations(ctx, em, from.id, to.id);
  const change = `contact ${from.id} out of contact ${to.id}`;
  await recordTeamEvent(ctx, em, [to.teamId], {
    kind: 'contact.merge_undone',
    subject: `Contact ${from.id}`,
    change,
  });
}
