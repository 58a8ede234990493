import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { teamOf } from '../../access.ts';
import { tables } from '../../store/tables.ts';

/**
 * Closes the chosen team's storefronts to everyone who would take nights there, including the team's own
 * members, or reopens them. Returns true if current or future stays are held or booked: holds in progress
 * finish first and count, later ones are refused. Safe to repeat. See docs/interface/teams.md#closing.
 */
export function closeSelling(ctx: SubgraphContext, closing: boolean): Promise<boolean> {
  const teamId = teamOf(ctx.viewer);
  // The date in the last time zone, so that a stay in progress never counts as over.
  const today = dateIn('Etc/GMT+12', ctx.clock.now()).toString();
  return inTransaction(ctx, async (em) => {
    const db = tables(em);
    // Every hold locks its storefront's row from its first moment to its commit; this statement waits for it.
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
        sql`EXISTS (SELECT FROM catalog.stay_holds h
        WHERE h.storefront_id = storefront.id AND h.state <> 'released' AND h.check_out >= ${today}::date)`.$castTo<boolean>(),
      )
      .limit(1)
      .execute();
    return taken.length > 0;
  });
}
