import { type Kysely, sql } from 'kysely';

/** Channel whose NOTIFY payload names an install with deliveries to send. */
export const DELIVERY_CHANNEL = 'apps_deliveries';

/**
 * Notifies every process's dispatcher of installs with deliveries to send; otherwise, dispatchers only find
 * them in a periodic scan.
 */
export async function wakeDispatchers(
  db: Kysely<unknown>,
  installs: readonly { readonly installId: number }[],
): Promise<void> {
  if (installs.length === 0) return;
  await sql`
    SELECT pg_notify(${DELIVERY_CHANNEL}, install_id::text)
    FROM unnest(${installs.map(({ installId }) => installId)}::int[]) AS install_id`.execute(db);
}
