import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { BookingEntity, ChangeRequestEntity } from '../../store/entities.ts';
import { moveChangeRequest } from '../steps/move-change-request.ts';
import { isBeingAccepted, lockOpenChange } from '../store/change-requests.ts';

const BATCH = 100;

/** Expires unanswered requests to change bookings. Safe to repeat and to run concurrently. */
export async function expireChangeRequests(ctx: SubgraphContext): Promise<void> {
  const due = await reader(ctx).find(
    ChangeRequestEntity,
    { status: 'pending', expiresAt: { $lte: ctx.clock.now() } },
    { orderBy: { expiresAt: 'asc' }, limit: BATCH },
  );
  for (const { bookingId } of due) {
    await inTransaction(ctx, async (em) => {
      const booking = await em.findOneOrFail(
        BookingEntity,
        { id: bookingId },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      const open = await lockOpenChange(em, bookingId);
      if (!open || open.expiresAt > ctx.clock.now() || isBeingAccepted(booking, open)) return;
      await moveChangeRequest(ctx, em, open, 'expired');
    });
  }
}
