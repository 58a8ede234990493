import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { TakenSpan } from '../domain/feed-nights.ts';
import type { IcalExportRow } from './entities.ts';
import { tables } from './tables.ts';

/** When a calendar was first served as it is now, in whole seconds; recorded when it is served. */
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
  return now;
}
