import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { OperationError } from '#kit/execute.ts';
import { forEachAtOnce } from '#kit/for-each-at-once.ts';
import { releaseStayDocument } from '../../operations/generated.ts';
import { type Booking, BookingEntity, StrayHoldEntity } from '../../store/entities.ts';
import {
  cancelStayDocument,
  confirmStayDocument,
  freeNightsDocument,
  retakeNightsDocument,
} from './generated.ts';

const BATCH = 500;

/** An overtaken runner may take its nights this long after the attempt ended; statements time out sooner. */
const STRAY_AFTER_MS = 60_000;

/** Sends a booking's status to catalog for its nights, and records the update. Safe to repeat. */
export async function syncNights(
  ctx: SubgraphContext,
  booking: Pick<Booking, 'id' | 'holdId' | 'status' | 'reference' | 'stayState' | 'nightsUntil'>,
): Promise<void> {
  const { id, holdId, status, reference } = booking;
  const nights = { holdId };
  if (status === 'confirmed') {
    const { stayConfirm } = await ctx.execute(confirmStayDocument, nights, ctx);
    if (!stayConfirm && (await isStill(ctx, id, { status, holdId, changing: null }))) {
      throw new Error(`Booking ${reference} is confirmed, but its nights are no longer held.`);
    }
    if (stayConfirm && booking.stayState !== null) await syncStay(ctx, booking);
  } else if (status === 'cancelled') await ctx.execute(cancelStayDocument, nights, ctx);
  else await ctx.execute(releaseStayDocument, nights, ctx);
  await reader(ctx).nativeUpdate(
    BookingEntity,
    { id, status, holdId, nightsUntil: booking.nightsUntil },
    { nightsSyncedAt: ctx.clock.now() },
  );
}

/** Gives back the nights after an early departure or a no-show, or takes them again if it was undone. */
async function syncStay(
  ctx: SubgraphContext,
  { holdId, reference, nightsUntil }: Pick<Booking, 'holdId' | 'reference' | 'nightsUntil'>,
): Promise<void> {
  if (nightsUntil !== null) {
    await ctx.execute(freeNightsDocument, { holdId, from: nightsUntil }, ctx);
    return;
  }
  const { stayNightsRetake } = await ctx.execute(retakeNightsDocument, { holdId }, ctx);
  if (!stayNightsRetake) throw new Error(`Booking ${reference} lacks nights that it gave back earlier.`);
}

/** True if the booking hasn't been cancelled or moved to other nights since it was read. */
async function isStill(
  ctx: SubgraphContext,
  id: number,
  as: Pick<Booking, 'status' | 'holdId' | 'changing'>,
): Promise<boolean> {
  return (await reader(ctx).count(BookingEntity, { id, ...as })) > 0;
}

/**
 * Releases nights that an overtaken runner may have taken after its attempt ended without a booking. A hold
 * marked as releasing can't become a booking; a running booking's nights aren't stray.
 */
export async function releaseStrayHolds(ctx: SubgraphContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - STRAY_AFTER_MS);
  const { rows: strays } = await sql<{ readonly holdId: string }>`
    WITH old AS (
      SELECT hold_id FROM checkout.stray_holds WHERE since < ${before} ORDER BY since LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ), used AS (
      DELETE FROM checkout.stray_holds s USING old, checkout.bookings b
      WHERE s.hold_id = old.hold_id AND b.hold_id = old.hold_id AND b.status IN ('held', 'confirmed') RETURNING s.hold_id
    )
    UPDATE checkout.stray_holds s SET releasing = true FROM old
    WHERE s.hold_id = old.hold_id AND NOT EXISTS (SELECT FROM used WHERE used.hold_id = s.hold_id)
    RETURNING s.hold_id AS "holdId"`.execute(statements(ctx));
  await forEachAtOnce(strays, async ({ holdId }) => {
    await ctx.execute(releaseStayDocument, { holdId }, ctx);
    // Skip if another runner has taken its nights again.
    await reader(ctx).nativeDelete(StrayHoldEntity, { holdId, since: { $lt: before } });
  });
}

/** The booking is already confirmed or cancelled; if this fails, the sweep retries it. */
export async function syncNightsNow(ctx: SubgraphContext, booking: Booking): Promise<void> {
  try {
    await syncNights(ctx, booking);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    ctx.log.warn(
      { err: error, booking: booking.reference },
      "Failed to update a booking's nights; retrying later",
    );
  }
}
