import type { IslandContext } from '#db/context.ts';
import { checkText, type Refusal } from '../domain/refusals.ts';
import { changeSession, type SessionResult } from './change-session.ts';
import { giveHoldBack } from './give-hold-back.ts';

export interface RejectReason {
  readonly code: string;
  readonly message: string;
}

/** Ends an attempt that failed; the guest may choose again. After a resolve it is refused. See docs/interface/payments.md#rejecting. */
export async function rejectSession(
  ctx: IslandContext,
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

/** What is wrong with a reason of an app. */
export const checkReason = ({ code, message }: RejectReason): readonly Refusal[] => [
  ...checkText(code, ['reason', 'code'], 64),
  ...checkText(message, ['reason', 'message'], 500),
];
