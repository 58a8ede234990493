import { type Kysely, sql } from 'kysely';

/** NOTIFYs on this channel name an install that has something to be sent. */
export const DELIVERY_CHANNEL = 'apps_deliveries';

/** Notifies the dispatchers of all processes which installs have something to send; without it they find it in ten seconds. */
export async function wakeDispatchers(
  db: Kysely<unknown>,
  installs: readonly { readonly installId: number }[],
): Promise<void> {
  if (installs.length === 0) return;
  await sql`
    SELECT pg_notify(${DELIVERY_CHANNEL}, install_id::text)
    FROM unnest(${installs.map(({ installId }) => installId)}::int[]) AS install_id`.execute(db);
}
