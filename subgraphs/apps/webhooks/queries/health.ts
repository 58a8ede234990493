import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';

/** An install's endpoint health. */
export interface WebhookHealthRow {
  readonly status: 'idle' | 'healthy' | 'failing';
  readonly failingSince: Date | string | null;
  readonly lastDeliveredAt: Date | string | null;
  readonly waiting: number;
}

/** Number of newest deliveries considered: the panel's cost mustn't grow with an app's monthly deliveries. */
const NEWEST = 1_000;

/** Derives health from the newest deliveries: everything sent after the last successful one has failed. */
export async function webhookHealth(ctx: SubgraphContext, installId: number): Promise<WebhookHealthRow> {
  const { rows } = await sql<Omit<WebhookHealthRow, 'status'> & { readonly lastSentAt: string | null }>`
    WITH newest AS (
      SELECT status, sent_at, delivered_at FROM apps.deliveries
      WHERE install_id = ${installId} ORDER BY id DESC LIMIT ${NEWEST}
    ), taken AS (
      SELECT max(delivered_at) AS at, max(sent_at) AS sent_at FROM newest WHERE status = 'delivered'
    )
    SELECT taken.at AS "lastDeliveredAt",
      (SELECT min(sent_at) FROM newest
        WHERE status IN ('retrying', 'failed') AND sent_at > coalesce(taken.sent_at, '-infinity')) AS "failingSince",
      (SELECT max(sent_at) FROM newest) AS "lastSentAt",
      (SELECT count(*)::int FROM apps.deliveries WHERE install_id = ${installId}
        AND status IN ('pending', 'retrying')) AS waiting
    FROM taken`.execute(statements(ctx));
  const row = rows[0] ?? { lastDeliveredAt: null, failingSince: null, lastSentAt: null, waiting: 0 };
  const { lastSentAt, ...health } = row;
  if (lastSentAt === null) return { ...health, status: 'idle' };
  return { ...health, status: health.failingSince === null ? 'healthy' : 'failing' };
}
