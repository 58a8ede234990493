import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';

/** NOTIFY channel for messages waiting for delivery to apps. */
export const OUTBOX_CHANNEL = 'checkout_outbox';

/** Notifies all processes' outboxes on commit; without a notification they find the message by polling. */
export async function wakeOutboxes(em: Transaction): Promise<void> {
  await sql`SELECT pg_notify(${OUTBOX_CHANNEL}, '')`.execute(statements(em));
}
