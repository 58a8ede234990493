import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import { decideRefund } from '../domain/refunds.ts';
import { checkReason, checkText, type Refusal, type RejectReason } from '../errors.ts';
import { publishRefund } from '../steps/publish-refund.ts';
import { Refund } from '../store/entities.ts';
import type { RefundResult } from './open-refund.ts';

/**
 * Records the app's confirmation that the guest received the refund. Repeating it succeeds. See
 * docs/interface/payments.md#refunds.
 */
export async function resolveRefund(
  ctx: SubgraphContext,
  { id, reference = null }: { readonly id: string; readonly reference?: string | null },
): Promise<RefundResult> {
  const problems = reference === null ? [] : checkText(reference, ['reference'], 255);
  if (problems.length) return { refundSession: null, userErrors: problems };
  return answerRefund(ctx, id, 'RESOLVED', { reference });
}

/** Records the app's report that it can't refund the payment. See docs/interface/payments.md#refunds. */
export async function rejectRefund(
  ctx: SubgraphContext,
  { id, reason }: { readonly id: string; readonly reason: RejectReason },
): Promise<RefundResult> {
  const problems = checkReason(reason);
  if (problems.length) return { refundSession: null, userErrors: problems };
  return answerRefund(ctx, id, 'REJECTED', { rejectCode: reason.code, rejectMessage: reason.message });
}

async function answerRefund(
  ctx: SubgraphContext,
  id: string,
  status: 'RESOLVED' | 'REJECTED',
  changes: Partial<Refund>,
): Promise<RefundResult> {
  const installId = ctx.viewer.kind === 'app' ? ctx.viewer.installId : null;
  if (!isUuid(id) || installId === null) return notFound();
  return inTransaction(ctx, async (em) => {
    const refund = await em.findOne(Refund, { id, installId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!refund) return notFound();
    const decision = decideRefund(refund.status, status);
    if (decision === 'refuse') return { refundSession: null, userErrors: [tooLate(refund, status)] };
    if (decision === 'make') {
      Object.assign(refund, changes, { status, updatedAt: ctx.clock.now() });
      await publishRefund(ctx, em, refund, status);
      await recordTeamEvent(ctx, em, [refund.teamId], {
        kind: status === 'RESOLVED' ? 'refund.resolved' : 'refund.rejected',
        subject: formatMoney(refund.amount, refund.currency),
        change: changes.rejectMessage ?? null,
      });
    }
    return { refundSession: refund, userErrors: [] };
  });
}

const notFound = (): RefundResult => ({
  refundSession: null,
  userErrors: [{ field: ['id'], code: 'NOT_FOUND', message: 'This install has no such refund session.' }],
});

const tooLate = (refund: Refund, to: string): Refusal => ({
  field: ['id'],
  code: 'INVALID_TRANSITION',
  message: `The refund is ${refund.status} and can no longer become ${to}.`,
});
