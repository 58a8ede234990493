import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import { CONTACT_COLUMNS } from '../../store/columns.ts';
import { contactInReach } from '../../store/contact-reach.ts';
import type { Contact } from '../../store/entities.ts';

/**
 * Reads contacts in the viewer's team by id under the team's contact lock: until the transaction ends, no
 * booking finds or creates a contact. Lock bookings to change before calling this.
 */
export async function lockContacts(
  ctx: SubgraphContext,
  em: Transaction,
  ids: readonly string[],
): Promise<readonly (Contact | undefined)[]> {
  const team = teamOf(ctx.viewer) ?? 0;
  await sql`SELECT checkout.lock_contacts(${team})`.execute(statements(em));
  const wanted = ids.map((id) => parseWideId(id) ?? 0);
  const { rows } = await sql<Contact>`
    SELECT ${CONTACT_COLUMNS} FROM checkout.contacts WHERE id = ANY (${wanted}::bigint[]) AND team_id = ${team}
      AND ${contactInReach(ctx.viewer)}`.execute(statements(em));
  return wanted.map((id) => rows.find((row) => row.id === id));
}

/** Locks bookings of the viewer team's contacts, including pending changes, so concurrent changes wait. */
export async function lockBookingsOf(
  ctx: SubgraphContext,
  em: Transaction,
  contacts: readonly string[],
): Promise<void> {
  const ids = contacts.map((id) => parseWideId(id) ?? 0);
  await sql`
    SELECT FROM checkout.bookings 
    WHERE (contact_id = ANY (${ids}::bigint[]) OR changing IS NOT NULL) AND team_id = ${teamOf(ctx.viewer) ?? 0}
    ORDER BY id FOR UPDATE`.execute(statements(em));
}
