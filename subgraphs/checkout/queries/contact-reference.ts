import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { teamOf } from '../access.ts';
import { CONTACT_COLUMNS, type ContactRow } from '../store/columns.ts';
import { contactInReach } from '../store/contact-reach.ts';

/** Finds the contact for a booking's or another subgraph's reference; null for another team's. */
export async function contactReference(ctx: SubgraphContext, id: number | null): Promise<ContactRow | null> {
  return (id !== null && (await contactsById(ctx, id))) || null;
}

/** Loads the viewer team's contacts by id; one statement per request. */
export const contactsById = batch<number, ContactRow>(async (ctx, ids) => {
  const { rows } = await sql<ContactRow>`
    SELECT ${CONTACT_COLUMNS} FROM checkout.contacts
    WHERE id = ANY (${[...ids]}::bigint[]) AND team_id = ${teamOf(ctx.viewer) ?? 0}
      AND ${contactInReach(ctx.viewer)}`.execute(statements(ctx));
  return new Map(rows.map((row) => [row.id, row]));
});
