import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';

/** How an install's endpoint has been doing. */
export interface WebhookHealthRow {
  readonly status: 'idle' | 'healthy' | 'failing';
  readonly failingSince: Date | string | null;
  readonly lastDeliveredAt: Date | string | null;
  readonly waiting: number;
}

/** How many of the newest deliveries tell: what the panel asks for must not grow with what an app was sent in a month. */
const NEWEST = 1_000;

/** Read off the newest deliveries themselves: what was sent after the last one that was taken, failed. */
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
