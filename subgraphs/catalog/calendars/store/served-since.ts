import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import type { IcalExportRow } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import type { TakenSpan } from '../domain/feed-nights.ts';

/**
 * Records and returns, in whole seconds, when a calendar's current version was first served. Also keeps the
 * spans shown by a feed's link, because its channel may export them back to us.
 */
export async function servedSince(
  ctx: SubgraphContext,
  row: IcalExportRow,
  spans: readonly TakenSpan[],
): Promise<Date> {
  const contentHash = createHash('sha256').update(JSON.stringify(spans)).digest('base64url');
  if (row.contentHash === contentHash) return row.changedAt;
  const now = new Date(Math.floor(ctx.clock.now().getTime() / 1_000) * 1_000);
  await tables(reader(ctx))
    .updateTable('ical_export')
    .set({ contentHash, changedAt: now })
    .where('id', '=', row.id)
    .execute();
  if (row.feed) await keepShown(ctx, row.id, spans);
  return now;
}

/** Hidden spans are kept for this many days, because a channel may still export the old ones. */
const KEPT_DAYS = 30;

async function keepShown(ctx: SubgraphContext, exportId: number, spans: readonly TakenSpan[]): Promise<void> {
  const now = ctx.clock.now();
  const checkIns = spans.map(({ checkIn }) => checkIn);
  const checkOuts = spans.map(({ checkOut }) => checkOut);
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await sql`
    WITH shown AS (
      INSERT INTO catalog.ical_shown (export_id, check_in, check_out)
      SELECT ${exportId}::int, span.* FROM unnest(${checkIns}::date[], ${checkOuts}::date[]) AS span
      ON CONFLICT (export_id, check_in, check_out) DO UPDATE SET gone_at = NULL
      RETURNING check_in, check_out
    ), gone AS (
      UPDATE catalog.ical_shown s SET gone_at = ${now.toISOString()}::timestamptz
      WHERE s.export_id = ${exportId} AND s.gone_at IS NULL
        AND NOT EXISTS (SELECT FROM shown WHERE shown.check_in = s.check_in AND shown.check_out = s.check_out)
    )
    DELETE FROM catalog.ical_shown s
    WHERE s.export_id = ${exportId} AND s.gone_at < ${oldest.toISOString()}::timestamptz`.execute(
    statements(ctx),
  );
}
