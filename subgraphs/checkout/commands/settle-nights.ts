import type { IslandContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { type Booking, BookingEntity, StrayHoldEntity } from '../entities.ts';
import { cancelStay, confirmStay, releaseStay } from '../operations/generated.ts';
import { forEachAtOnce } from './for-each-at-once.ts';

const BATCH = 500;
/** A runner that was overtaken may take its nights this long after the attempt ended; statements are given up on sooner. */
const STRAY_AFTER_MS = 60_000;

/** Repeats for every booking that was released, confirmed or called off what its nights still wait for. */
export async function settleNights(ctx: IslandContext): Promise<void> {
  const waiting = await reader(ctx).find(
    BookingEntity,
    { status: { $ne: 'held' }, nightsSettledAt: null },
    { orderBy: { updatedAt: 'asc' }, limit: BATCH },
  );
  await forEachAtOnce(waiting, (booking) => settleBooking(ctx, booking));
}

/** Tells catalog what became of a booking's nights, and writes down that it was told. Safe to repeat. */
export async function settleBooking(
  ctx: IslandContext,
  { id, holdId, status, reference }: Pick<Booking, 'id' | 'holdId' | 'status' | 'reference'>,
): Promise<void> {
  const nights = { checkoutId: holdId };
  if (status === 'confirmed') {
    const { stayConfirm } = await ctx.execute(confirmStay, nights, ctx);
    if (!stayConfirm && (await isStill(ctx, id, status))) {
      throw new Error(`Booking ${reference} is confirmed, but its nights are no longer held.`);
    }
  } else if (status === 'cancelled') await ctx.execute(cancelStay, nights, ctx);
  else await ctx.execute(releaseStay, nights, ctx);
  await reader(ctx).nativeUpdate(BookingEntity, { id, status }, { nightsSettledAt: ctx.clock.now() });
}

/** Whether a booking that was read before has not been called off since. */
async function isStill(ctx: IslandContext, id: number, status: Booking['status']): Promise<boolean> {
  return (await reader(ctx).count(BookingEntity, { id, status })) > 0;
}

/** Releases nights that an overtaken runner may have taken for an attempt that had already ended without a booking. */
export async function releaseStrayHolds(ctx: IslandContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - STRAY_AFTER_MS);
  const strays = await reader(ctx).find(StrayHoldEntity, { since: { $lt: before } }, { limit: BATCH });
  await forEachAtOnce(strays, async ({ holdId }) => {
    await ctx.execute(releaseStay, { checkoutId: holdId }, ctx);
    await reader(ctx).nativeDelete(StrayHoldEntity, { holdId });
  });
}
