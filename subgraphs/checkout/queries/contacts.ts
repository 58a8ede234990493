import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../access.ts';
import type { ContactResult } from '../errors.ts';
import { CONTACT_COLUMNS } from '../store/columns.ts';
import { contactInReach } from '../store/contact-reach.ts';
import type { Booking, Contact } from '../store/entities.ts';

/** The answer after a change: the contact as it is now. */
export const changed = async (ctx: SubgraphContext, id: string): Promise<ContactResult> => ({
  contact: await findContact(ctx, id),
  userErrors: [],
});

/** How often a merged contact leads on to another: merges are taken back one by one. */
const MOST_MERGES = 20;

/** A contact of the viewer's team, or the one it was merged into; null for any other. */
export async function findContact(ctx: SubgraphContext, id: string): Promise<Contact | null> {
  let contactId = parseId(id);
  for (let step = 0; contactId !== null && step <= MOST_MERGES; step++) {
    const contact = await contactsById(ctx, contactId);
    if (!contact?.mergedInto) return contact ?? null;
    contactId = contact.mergedInto;
  }
  return null;
}

/** The contact that a booking or another subgraph refers to; null for another team's. */
export async function contactReference(ctx: SubgraphContext, id: number | null): Promise<Contact | null> {
  return (id !== null && (await contactsById(ctx, id))) || null;
}

/** One statement for all of a request. */
const contactsById = batch<number, Contact>(async (ctx, ids) => {
  const { rows } = await sql<Contact>`
    SELECT ${CONTACT_COLUMNS} FROM checkout.contacts
    WHERE id = ANY (${[...ids]}::integer[]) AND team_id = ${teamOf(ctx.viewer) ?? 0}
      AND ${contactInReach(ctx.viewer)}`.execute(statements(ctx));
  return new Map(rows.map((row) => [row.id, row]));
});

/** The preferred language of a booking's guest, as the contact has it, or the request it began as; null if it is not known. */
export async function guestLocale(
  ctx: SubgraphContext,
  { id, contactId }: Pick<Booking, 'id' | 'contactId'>,
): Promise<string | null> {
  const { rows } = await sql<Pick<Contact, 'locale'>>`
    SELECT coalesce((SELECT locale FROM checkout.contacts WHERE id = ${contactId}::integer),
      (SELECT locale FROM checkout.booking_requests WHERE booking_id = ${id}::integer)) AS locale`.execute(
    statements(ctx),
  );
  return rows[0]?.locale ?? null;
}
