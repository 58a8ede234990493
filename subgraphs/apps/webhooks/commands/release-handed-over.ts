import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { DELIVERY_CHANNEL } from '../dispatcher/wake-dispatchers.ts';

/**
 * Releases the deliveries of a window's last poll for normal sending, since that response may not have
 * arrived.
 */
export async function releaseHandedOver(ctx: SubgraphContext): Promise<void> {
  await sql`
    WITH released AS (
      UPDATE apps.deliveries d
      SET status = 'pending', handed_over = false, delivered_at = NULL, next_attempt_at = clock_timestamp(),
        attempts_before = d.attempts
      FROM apps.installs i
      WHERE d.handed_over AND i.id = d.install_id AND i.is_active
        AND (i.forward_until IS NULL OR i.forward_until <= clock_timestamp())
      RETURNING d.install_id
    )
    SELECT pg_notify(${DELIVERY_CHANNEL}, install_id::text) FROM released`.execute(statements(ctx));
}
