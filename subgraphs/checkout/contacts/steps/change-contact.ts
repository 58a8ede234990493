import { type RawBuilder, sql } from 'kysely';
import { columnsOf, type RowOf } from '#db/columns.ts';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { ContactEntity } from '../../store/entities.ts';

const CHANGED = columnsOf(ContactEntity, ['id', 'teamId', 'version']);

/** Changes a contact, increments its version and publishes `contact.updated`. */
export async function changeContact(
  ctx: SubgraphContext,
  em: Transaction,
  id: number,
  changes: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<RowOf<typeof CHANGED>>`
    UPDATE checkout.contacts SET ${changes}, version = version + 1 WHERE id = ${id} RETURNING ${CHANGED}`.execute(
    statements(em),
  );
  for (const { id: contactId, ...event } of rows) {
    await publish(ctx, em, 'contact.updated', { contactId, ...event });
  }
}
