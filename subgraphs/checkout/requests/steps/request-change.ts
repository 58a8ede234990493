import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { QuotedChange } from '../../bookings/domain/quoted-change.ts';
import { type Booking, BookingEntity, ChangeRequestEntity } from '../../store/entities.ts';
import { expiryOf } from '../domain/change-request-faults.ts';
import { checkInTimeDocument } from '../operations/generated.ts';
import { lockOpenChange } from '../store/change-requests.ts';
import { moveChangeRequest, publishChange } from './move-change-request.ts';

/**
 * Places a guest's request for a quoted change, in its own transaction; it replaces the booking's pending one.
 * The same quote sent again is the same request. False if the booking changed since the quote.
 */
export async function requestChange(
  ctx: SubgraphContext,
  { id: bookingId, holdId: replaces, status, storefrontId }: Booking,
  { after: stay, agreed, total, oldTotal, fingerprint }: QuotedChange,
  arrivalTime: string | null,
): Promise<'requested' | 'late' | 'changed'> {
  const { unitTypeId } = agreed.lines?.[0]?.stay ?? stay;
  const variables = { storefrontId: String(storefrontId), unitTypeId: String(unitTypeId) };
  const { unitTypePage } = await ctx.execute(checkInTimeDocument, variables, ctx);
  return inTransaction(ctx, async (em) => {
    const now = ctx.clock.now();
    const locked = await em.findOneOrFail(
      BookingEntity,
      { id: bookingId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (locked.holdId !== replaces || locked.status !== status || locked.changing) return 'changed';
    const expiresAt = expiryOf(now, locked, unitTypePage?.property?.checkInFrom ?? null);
    if (expiresAt <= now || (locked.stayState ?? 'expected') !== 'expected') return 'late';
    const open = await lockOpenChange(em, bookingId);
    if (open?.fingerprint === fingerprint && open.arrivalTime === arrivalTime) return 'requested';
    if (open) await moveChangeRequest(ctx, em, open, 'withdrawn');
    const request = {
      teamId: locked.teamId,
      propertyId: locked.propertyId,
      bookingId,
      status: 'pending',
      replaces,
      stay,
      agreed: { ...agreed, isFixed: true },
      arrivalTime,
      total,
      difference: total - oldTotal,
      fingerprint,
      declineReason: null,
      expiresAt,
      version: 1,
      createdAt: now,
      updatedAt: now,
    } as const;
    const id = await em.insert(ChangeRequestEntity, request);
    await publishChange(ctx, em, 'booking.change_requested', { id: Number(id), ...request });
    return 'requested';
  });
}
