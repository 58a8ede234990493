import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import { type PaymentSession, Refund } from '../store/entities.ts';

/** Queue for sending refunds to their apps. */
export const SEND_REFUND_QUEUE = 'payments/send-refund';

/**
 * Opens a refund, and schedules entering it in the booking's folio and sending it; without an app, the host
 * makes the refund.
 */
export async function insertRefund(
  ctx: SubgraphContext,
  em: Transaction,
  { id: sessionId, teamId, installId, currency }: PaymentSession,
  { id = newUuid(), amount, reason }: Pick<Refund, 'amount' | 'reason'> & { readonly id?: string },
): Promise<Refund> {
  const now = ctx.clock.now();
  const refund = em.create(Refund, {
    id,
    sessionId,
    teamId,
    installId,
    amount,
    currency,
    reason,
    status: installId === null ? 'MANUAL' : 'INITIATED',
    reference: null,
    rejectCode: null,
    rejectMessage: null,
    attempts: 0,
    createdAt: now,
    updatedAt: now,
  });
  await em.flush();
  await schedule(ctx, em, SEND_REFUND_QUEUE, { refundId: refund.id });
  return refund;
}

/** Records a refund in the team's activity once it's certain that it doesn't exceed what was paid. */
export const recordRequested = (
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, amount, currency, reason }: Refund,
): Promise<void> =>
  recordTeamEvent(ctx, em, [teamId], {
    kind: 'refund.requested',
    subject: formatMoney(amount, currency),
    change: reason,
  });
