import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { FORWARD_QUEUE } from '../domain/deliveries.ts';

/**
 * Drops deliveries that waited too long for the first `forward` poll, and all but each install's newest
 * 1,000. They stay in the delivery log, where they can be replayed. Safe to repeat. Docs:
 * docs/reference/webhook-topics.md#delivery.
 */
export async function expireForwardQueue(ctx: SubgraphContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - FORWARD_QUEUE.keptMs);
  await sql`
    UPDATE apps.deliveries d
    SET status = 'failed', next_attempt_at = NULL, last_error = ${FORWARD_QUEUE.whyExpired}
    FROM (
      SELECT waiting.id, waiting.created_at, row_number() OVER (PARTITION BY waiting.install_id ORDER BY waiting.id DESC) AS nth
      FROM apps.installs i
      JOIN apps.deliveries waiting ON waiting.install_id = i.id AND waiting.status IN ('pending', 'retrying')
      WHERE i.is_dev_install AND i.is_active AND i.forward_until IS NULL
    ) queued
    WHERE d.id = queued.id AND (queued.nth > ${FORWARD_QUEUE.most} OR queued.created_at < ${before})`.execute(
    statements(ctx),
  );
}
