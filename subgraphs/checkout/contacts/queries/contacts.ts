import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type { ContactResult } from '../../errors.ts';
import { CONTACT_COLUMNS, type ContactRow } from '../../store/columns.ts';
import type { Booking } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { contactInReach } from '../store/contact-reach.ts';

/** The answer after a change: the contact as it is now. */
export const changed = async (ctx: SubgraphContext, id: string): Promise<ContactResult> => ({
  contact: await findContact(ctx, id),
  userErrors: [],
});

/** How often a merged contact leads on to another: merges are taken back one by one. */
const MOST_MERGES = 20;

/** A contact of the viewer's team, or the one it was merged into; null for any other. */
export async function findContact(ctx: SubgraphContext, id: string): Promise<ContactRow | null> {
  let contactId = parseWideId(id);
  for (let step = 0; contactId !== null && step <= MOST_MERGES; step++) {
    const contact = await contactsById(ctx, contactId);
    if (!contact?.mergedInto) return contact ?? null;
    contactId = contact.mergedInto;
  }
  return null;
}

/** The contact that a booking or another subgraph refers to; null for another team's. */
export async function contactReference(ctx: SubgraphContext, id: number | null): Promise<ContactRow | null> {
  return (id !== null && (await contactsById(ctx, id))) || null;
}

/** One statement for all of a request. */
const contactsById = batch<number, ContactRow>(async (ctx, ids) => {
  const { rows } = await sql<ContactRow>`
    SELECT ${CONTACT_COLUMNS} FROM checkout.contacts
    WHERE id = ANY (${[...ids]}::bigint[]) AND team_id = ${teamOf(ctx.viewer) ?? 0}
      AND ${contactInReach(ctx.viewer)}`.execute(statements(ctx));
  return new Map(rows.map((row) => [row.id, row]));
});

/** The language a booking's guest reads: the one they booked in, else their contact's; null if it is not known. */
export async function guestLocale(
  ctx: SubgraphContext,
  { guestLocale: booked, contactId }: Pick<Booking, 'guestLocale' | 'contactId'>,
): Promise<string | null> {
  if (booked !== null || contactId === null) return booked;
  return (await localesOf(ctx, contactId)) ?? null;
}

/** One statement for all of a request; of any team, because guests and mails read it. */
const localesOf = batch<number, string | null>(async (ctx, ids) => {
  const rows = await tables(reader(ctx))
    .selectFrom('contacts')
    .select(['id', 'locale'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, locale }) => [id, locale]));
});
