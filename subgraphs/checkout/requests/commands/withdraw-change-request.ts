import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { agentOf } from '../../access.ts';
import { BookingEntity, type ChangeRequest, ChangeRequestEntity } from '../../store/entities.ts';
import { type ChangeRequestResult, NO_SUCH_CHANGE, refuseChange } from '../domain/change-request-faults.ts';
import { moveChangeRequest } from '../steps/move-change-request.ts';
import { isBeingAccepted, lockOpenChange } from '../store/change-requests.ts';

/** Withdraws the pending request of a guest's booking. Without one, returns the latest request as it is. */
export async function withdrawChangeRequest(
  ctx: SubgraphContext,
  permalinkId: string,
): Promise<ChangeRequestResult> {
  const { storefrontId } = agentOf(ctx);
  const booking = isUuid(permalinkId)
    ? await reader(ctx).findOne(BookingEntity, { storefrontId, permalinkId })
    : null;
  if (!booking) return NO_SUCH_CHANGE;
  const { id: bookingId } = booking;
  return inTransaction(ctx, async (em) => {
    const locked = await em.findOneOrFail(
      BookingEntity,
      { id: bookingId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const open = await lockOpenChange(em, bookingId);
    if (open && isBeingAccepted(locked, open))
      return refuseChange('NOT_PENDING', 'The request is being accepted.');
    const request: ChangeRequest | null = open
      ? await moveChangeRequest(ctx, em, open, 'withdrawn')
      : await em.findOne(ChangeRequestEntity, { bookingId }, { orderBy: { id: 'desc' } });
    return request ? { bookingChangeRequest: request, userErrors: [] } : NO_SUCH_CHANGE;
  });
}
