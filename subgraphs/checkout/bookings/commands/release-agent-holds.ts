import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { forEachAtOnce } from '#kit/for-each-at-once.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type { AgentHoldsReleasePayload } from '../../generated.ts';
import { BookingEntity } from '../../store/entities.ts';
import { ownStorefrontsDocument } from '../operations/generated.ts';
import { syncNightsNow } from '../operations/sync-nights.ts';
import { moveBookings } from '../steps/move-bookings.ts';

const BATCH = 100;

/**
 * Releases a storefront's unpaid bookings by agents and guests, with their nights. The first status change
 * wins, so a booking with a payment in progress stays. See docs/interface/checkout.md#hold-limits.
 */
export async function releaseAgentHolds(
  ctx: SubgraphContext,
  storefrontId: string,
): Promise<AgentHoldsReleasePayload> {
  const { storefronts } = await ctx.execute(ownStorefrontsDocument, {}, ctx);
  const id = parseId(storefrontId);
  if (id === null || !storefronts.some((storefront) => storefront.id === String(id))) return NOT_FOUND;
  let released = 0;
  for (;;) {
    const ids = await releaseBatch(ctx, id);
    const bookings = await reader(ctx).find(BookingEntity, { id: { $in: ids } });
    await forEachAtOnce(bookings, (booking) => syncNightsNow(ctx, booking));
    released += ids.length;
    if (ids.length < BATCH) return { released, userErrors: [] };
  }
}

const NOT_FOUND: AgentHoldsReleasePayload = {
  released: null,
  userErrors: [{ field: ['storefrontId'], message: 'There is no such storefront.', code: 'NOT_FOUND' }],
};

/**
 * Locks in a fixed order, so concurrent releases never deadlock. Skips a booking if its payment commits
 * first.
 */
function releaseBatch(ctx: SubgraphContext, storefrontId: number): Promise<number[]> {
  return inTransaction(ctx, async (em) => {
    const which = sql`b.id IN (
      SELECT held.id FROM checkout.bookings held
      WHERE held.storefront_id = ${storefrontId} AND held.team_id = ${teamOf(ctx.viewer) ?? 0} AND held.status = 'held'
        AND held.source_kind IN ('agent', 'direct') AND held.paid = 0 AND ${inReach(ctx.viewer, sql.ref('held.property_id'))}
      ORDER BY held.id LIMIT ${BATCH} FOR UPDATE)`;
    const moved = await moveBookings(ctx, em, 'expire', { which });
    return moved.map(({ bookingId }) => bookingId);
  });
}
