import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';

/** A NOTIFY on this channel says that messages wait to be handed to apps. */
export const OUTBOX_CHANNEL = 'checkout_outbox';

/** Notifies the outboxes of all processes when the transaction commits; without it they find the message by looking. */
export async function wakeOutboxes(em: Transaction): Promise<void> {
  await sql`SELECT pg_notify(${OUTBOX_CHANNEL}, '')`.execute(statements(em));
}
