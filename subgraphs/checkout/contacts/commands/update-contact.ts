import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { type ContactResult, isRedacted, noContact, refuseContact } from '../../errors.ts';
import type { ContactUpdateInput } from '../../generated.ts';
import type { Contact } from '../../store/entities.ts';
import { type ContactChange, contactFault } from '../domain/contact-changes.ts';
import { changed } from '../queries/contacts.ts';
import { changeContact } from '../steps/change-contact.ts';
import { lockContacts } from '../store/lock-contacts.ts';

/**
 * Updates a contact's fields and publishes `contact.updated`. Codes: `NOT_FOUND`, `INVALID`, `CARD_DATA`,
 * `EMAIL_TAKEN` (names the other contact), `CONTACT_REDACTED`. An empty update changes nothing. See
 * docs/interface/bookings.md#contacts.
 */
export async function updateContact(
  ctx: SubgraphContext,
  { id, ...change }: ContactUpdateInput,
): Promise<ContactResult> {
  const fault = contactFault(change);
  if (fault) return refuseContact(fault.field, fault.code, fault.message);
  const refusal = await inTransaction(ctx, async (em) => {
    const [contact] = await lockContacts(ctx, em, [id]);
    if (!contact || contact.mergedInto) return noContact(['input', 'id']);
    if (contact.redactedAt) return isRedacted(['input', 'id']);
    const taken = change.emails?.length ? await takenEmail(em, contact, change.emails) : null;
    if (taken) return taken;
    const changes = columnsOf(change, ctx.clock.now());
    if (changes.length > 0) await changeContact(ctx, em, contact.id, sql.join(changes));
    return null;
  });
  return refusal ?? changed(ctx, id);
}

async function takenEmail(
  em: Transaction,
  { id, teamId }: Contact,
  emails: readonly string[],
): Promise<ContactResult | null> {
  const { rows } = await sql<{ contactId: number; value: string }>`
    SELECT contact_id AS "contactId", value FROM checkout.contact_keys
    WHERE team_id = ${teamId} AND kind = 'email' AND contact_id <> ${id}
      AND value IN (SELECT checkout.normal_email(email) FROM unnest(${[...emails]}::text[]) AS email) LIMIT 1`.execute(
    statements(em),
  );
  const [other] = rows;
  const why = `${other?.value} belongs to contact ${other?.contactId}. Merge the two, or remove it there first.`;
  return other ? refuseContact(['input', 'emails'], 'EMAIL_TAKEN', why) : null;
}

/** Returns the given fields in stored form: normalized, unique addresses and numbers, in the given order. */
function columnsOf(change: ContactChange, now: Date): RawBuilder<unknown>[] {
  const { firstName, lastName, emails, phones, locale, country, notes, tags, marketingConsent } = change;
  const kept = (list: readonly string[] | null, form: RawBuilder<unknown>) => sql`(
    SELECT coalesce(array_agg(value ORDER BY place), '{}') FROM (
      SELECT value, min(place) AS place FROM unnest(${[...(list ?? [])]}::text[]) WITH ORDINALITY AS given (text, place)
      CROSS JOIN LATERAL (SELECT ${form} AS value) AS normal WHERE value IS NOT NULL GROUP BY value) AS each)`;
  return [
    ...(firstName === undefined ? [] : [sql`first_name = ${firstName?.trim() ?? null}`]),
    ...(lastName === undefined ? [] : [sql`last_name = ${lastName?.trim() ?? null}`]),
    ...(emails === undefined ? [] : [sql`emails = ${kept(emails, sql`checkout.normal_email(text)`)}`]),
    ...(phones === undefined ? [] : [sql`phones = ${kept(phones, sql`checkout.normal_phone(text)`)}`]),
    ...(locale === undefined ? [] : [sql`locale = ${locale}`]),
    ...(country === undefined ? [] : [sql`country = ${country}`]),
    ...(notes === undefined ? [] : [sql`notes = nullif(${notes}::text, '')`]),
    ...(tags === undefined ? [] : [sql`tags = ${kept(tags, sql`btrim(text)`)}`]),
    ...(marketingConsent == null
      ? []
      : [
          sql`consent_given = ${marketingConsent.given}, consent_at = ${now}, consent_source = ${marketingConsent.source ?? null}`,
        ]),
  ];
}
