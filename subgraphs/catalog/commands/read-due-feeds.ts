import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { forEachAtOnce } from '#kit/for-each-at-once.ts';
import { readFeed } from '../store/read-feed.ts';
import { tables } from '../store/tables.ts';

/** Feeds read at a time: each may wait 10 s for its server. */
const BATCH = 100;
/** A reading that was interrupted is due again after this long. */
const CLAIM_MS = 5 * 60_000;

/** Reads every feed that is due and sold somewhere. Safe to repeat, to interrupt and to run beside itself. */
export async function readDueFeeds(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  const due = await tables(reader(ctx))
    .updateTable('ical_feed')
    .set({ nextReadAt: new Date(now.getTime() + CLAIM_MS) })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('ical_feed')
        .select('id')
        .where('removedAt', 'is', null)
        .where('status', '<>', 'paused')
        .where('nextReadAt', '<=', now)
        .where(sql<boolean>`EXISTS (SELECT FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
          JOIN catalog.storefront s ON s.id = p.storefront_id
          WHERE u.id = unit_type_id AND u.archived_at IS NULL AND s.closed_at IS NULL)`)
        .orderBy('nextReadAt')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  await forEachAtOnce(due, ({ id }) => readFeed(ctx, id));
}
