import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { masked } from '../../domain/masking.ts';
import type { Maybe } from '../../generated.ts';
import { BookingEntity } from '../../store/entities.ts';
import {
  type ChangeRequestResult,
  messageFault,
  NO_SUCH_CHANGE,
  refuseChange,
  refuseEnded,
} from '../domain/change-request-faults.ts';
import { findChangeRequest } from '../queries/change-requests.ts';
import { moveChangeRequest } from '../steps/move-change-request.ts';
import { isBeingAccepted, lockChange } from '../store/change-requests.ts';

/** Declines a team's pending request to change a booking, with a message for the guest. */
export async function declineChangeRequest(
  ctx: SubgraphContext,
  { id, reason }: { readonly id: string; readonly reason?: Maybe<string> },
): Promise<ChangeRequestResult> {
  const message = reason?.trim() ?? '';
  const fault = messageFault(message);
  const found = fault ? null : await findChangeRequest(ctx, id);
  if (!found) return fault ?? NO_SUCH_CHANGE;
  return inTransaction(ctx, async (em) => {
    const booking = await em.findOneOrFail(
      BookingEntity,
      { id: found.bookingId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const request = await lockChange(em, found.id);
    const refused = request ? refuseEnded(request, ctx.clock.now()) : NO_SUCH_CHANGE;
    if (!request || refused) return refused ?? NO_SUCH_CHANGE;
    if (isBeingAccepted(booking, request))
      return refuseChange('NOT_PENDING', 'The request is being accepted.');
    const declined = await moveChangeRequest(ctx, em, request, 'declined', masked(message) || null);
    await recordTeamEvent(ctx, em, [booking.teamId], {
      kind: 'booking.change_declined',
      subject: booking.reference,
    });
    return { bookingChangeRequest: declined, userErrors: [] };
  });
}
