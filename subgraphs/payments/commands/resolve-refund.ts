import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import { decideRefund, REFUND_MOVES, type RefundMove } from '../domain/refunds.ts';
import { checkReason, checkText, type Refusal, type RejectReason } from '../errors.ts';
import { publishRefund } from '../steps/publish-refund.ts';
import { publishReversed } from '../steps/publish-reversed.ts';
import { lockStatementSession } from '../steps/statement-session.ts';
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
  return answerRefund(ctx, id, 'resolve', { reference });
}

/** Records the app's report that it can't refund the payment. See docs/interface/payments.md#refunds. */
export async function rejectRefund(
  ctx: SubgraphContext,
  { id, reason }: { readonly id: string; readonly reason: RejectReason },
): Promise<RefundResult> {
  return reportFailure(ctx, id, 'reject', reason);
}

/**
 * Records the app's report that a refund failed, even if it was resolved before: the guest is owed the money again. See
 * docs/interface/payments.md#refunds.
 */
export async function failRefund(
  ctx: SubgraphContext,
  { id, reason }: { readonly id: string; readonly reason: RejectReason },
): Promise<RefundResult> {
  return reportFailure(ctx, id, 'fail', reason);
}

async function reportFailure(
  ctx: SubgraphContext,
  id: string,
  move: 'reject' | 'fail',
  reason: RejectReason,
): Promise<RefundResult> {
  const problems = checkReason(reason);
  if (problems.length) return { refundSession: null, userErrors: problems };
  return answerRefund(ctx, id, move, { rejectCode: reason.code, rejectMessage: reason.message });
}

async function answerRefund(
  ctx: SubgraphContext,
  id: string,
  move: RefundMove,
  changes: Partial<Refund>,
): Promise<RefundResult> {
  const installId = ctx.viewer.kind === 'app' ? ctx.viewer.installId : null;
  if (!isUuid(id) || installId === null) return notFound();
  return inTransaction(ctx, async (em) => {
    const session = await lockStatementSession(em, id);
    const refund = await em.findOne(Refund, { id, installId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!refund) return notFound();
    const { status: was } = refund;
    const { to: status } = REFUND_MOVES[move];
    const decision = decideRefund(was, move);
    if (decision === 'refuse') return { refundSession: null, userErrors: [tooLate(refund, status)] };
    if (decision === 'make') {
      Object.assign(refund, changes, { status, updatedAt: ctx.clock.now() });
      await publishRefund(ctx, em, refund, status, { wasRefunded: was === 'RESOLVED' });
      if (session) await publishReversed(ctx, em, session);
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
