import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { StayChange } from '../../store/entities.ts';
import { lockOpenChange } from '../store/change-requests.ts';
import { moveChangeRequest } from './move-change-request.ts';

/**
 * Ends a booking's pending request in the transaction that changes its stay or gives the change up. The accepted
 * request is accepted if the stay changed, else declined. Any other change ends the request that it overtakes:
 * the guest's own withdraws it, the host's declines it.
 */
export async function followChange(
  ctx: SubgraphContext,
  em: Transaction,
  bookingId: number,
  { requestId, agreed }: Pick<StayChange, 'requestId' | 'agreed'>,
  isChanged: boolean,
): Promise<void> {
  const open = await lockOpenChange(em, bookingId);
  if (!open) return;
  if (open.id === requestId) await moveChangeRequest(ctx, em, open, isChanged ? 'accepted' : 'declined');
  else if (isChanged)
    await moveChangeRequest(ctx, em, open, agreed && !agreed.isFixed ? 'withdrawn' : 'declined');
}
