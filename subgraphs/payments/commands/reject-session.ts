import type { SubgraphContext } from '#db/context.ts';
import { checkReason, type RejectReason } from '../errors.ts';
import { giveHoldBack } from '../operations/give-hold-back.ts';
import { changeSession, type SessionResult } from '../steps/change-session.ts';

/**
 * Ends a failed attempt; the guest can choose again. Refused after a resolve. See
 * docs/interface/payments.md#rejecting.
 */
export async function rejectSession(
  ctx: SubgraphContext,
  { id, reason }: { readonly id: string; readonly reason: RejectReason },
): Promise<SessionResult> {
  const userErrors = checkReason(reason);
  if (userErrors.length) return { paymentSession: null, userErrors };
  const changes = { rejectCode: reason.code, rejectMessage: reason.message, pendingReason: null };
  const rejected = await changeSession(ctx, { id, move: 'reject', changes });
  if (rejected.paymentSession && !rejected.userErrors.length)
    await giveHoldBack(ctx, rejected.paymentSession);
  return rejected;
}
