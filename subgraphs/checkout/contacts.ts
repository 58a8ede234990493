import { type RawBuilder, sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { CONTACT_COLUMNS } from './columns.ts';
import type { Buyer, Contact } from './entities.ts';
import { teamOf } from './queries.ts';

/**
 * The id of the contact that a booking is for, as part of the statement that makes the booking: found by e-mail address, then by
 * phone number, else made. Any number of bookings of one guest at once find the same one. A transaction that changes a booking
 * calls it first: `checkout.contact_of` says which locks it takes. See docs/interface/bookings.md#contacts.
 */
export const contactOf = (
  teamId: RawBuilder<number> | number,
  guest: Buyer | null,
  at: Date,
): RawBuilder<number> => sql`checkout.contact_of(${teamId}, ${guest?.firstName ?? null}::text, ${guest?.lastName ?? null}::text,
  ${guest?.email ?? null}::text, ${guest?.phoneNumber ?? null}::text, ${at}::timestamptz)`;

/** How often a merged contact leads on to another: merges are taken back one by one. */
const MOST_MERGES = 20;

/** A contact of the viewer's team, or the one it was merged into; null for any other. */
export async function findContact(ctx: IslandContext, id: string): Promise<Contact | null> {
  let contactId = parseId(id);
  for (let step = 0; contactId !== null && step <= MOST_MERGES; step++) {
    const contact = await contactsById(ctx, contactId);
    if (!contact?.mergedInto) return contact ?? null;
    contactId = contact.mergedInto;
  }
  return null;
}

/** The contact that a booking or another subgraph refers to; null for another team's. */
export async function contactReference(ctx: IslandContext, id: number | null): Promise<Contact | null> {
  return (id !== null && (await contactsById(ctx, id))) || null;
}

/** One statement for all of a request. */
const contactsById = batch<number, Contact>(async (ctx, ids) => {
  const { rows } = await sql<Contact>`
    SELECT ${CONTACT_COLUMNS} FROM checkout.contacts
    WHERE id = ANY (${[...ids]}::integer[]) AND team_id = ${teamOf(ctx.viewer) ?? 0}`.execute(
    statements(ctx),
  );
  return new Map(rows.map((row) => [row.id, row]));
});
