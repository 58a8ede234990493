import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { teamOf } from '../../access.ts';
import { tables } from '../../store/tables.ts';

/**
 * Closes the storefronts of the chosen team for everyone who would take nights there, its own people included, or opens them again.
 * Answers whether stays that are not over are held or booked: holds under way come first and are seen, later ones are refused.
 * Safe to repeat. See docs/interface/teams.md#closing.
 */
export function closeSelling(ctx: SubgraphContext, closing: boolean): Promise<boolean> {
  const teamId = teamOf(ctx.viewer);
  // Somewhere it is still yesterday.
  const today = dateIn('Etc/GMT+12', ctx.clock.now()).toString();
  return inTransaction(ctx, async (em) => {
    const db = tables(em);
    // Every hold keeps its storefront's row from its first moment to its commit, which is waited for here.
    await db
      .selectFrom('storefront')
      .select('id')
      .where('teamId', '=', teamId)
      .orderBy('id')
      .forUpdate()
      .execute();
    await db.updateTable('storefront').set({ teamClosing: closing }).where('teamId', '=', teamId).execute();
    const taken = await db
      .selectFrom('storefront')
      .select('id')
      .where('teamId', '=', teamId)
      .where(
        sql`EXISTS (SELECT FROM catalog.stay_hold h
        WHERE h.storefront_id = storefront.id AND h.state <> 'released' AND h.check_out >= ${today}::date)`.$castTo<boolean>(),
      )
      .limit(1)
      .execute();
    return taken.length > 0;
  });
}
