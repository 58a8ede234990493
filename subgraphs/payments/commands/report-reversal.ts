import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import { decideReversal, MOST_REVERSALS, type ReversalStatus } from '../domain/reversals.ts';
import { checkText, type Refusal } from '../errors.ts';
import type { StatementReversalReportInput } from '../generated.ts';
import { publishReversed } from '../steps/publish-reversed.ts';
import { PaymentSession, Reversal } from '../store/entities.ts';

/** A dispute or refund after a report, and the report's errors. */
export interface ReversalResult {
  readonly reversal: Reversal | null;
  readonly userErrors: readonly Refusal[];
}

/**
 * Records an app's report about a disputed statement payment, or one that someone refunded at the provider. Safe to
 * repeat, in any order. Refuses with `NOT_FOUND`, `INVALID` or `INVALID_TRANSITION`. See
 * docs/interface/payments.md#statements.
 */
export async function reportReversal(
  ctx: SubgraphContext,
  { paymentSessionId: id, reference, status, amount }: StatementReversalReportInput,
): Promise<ReversalResult> {
  const problems = checkText(reference, ['input', 'reference'], 255);
  if (problems.length) return { reversal: null, userErrors: problems };
  if (!Number.isSafeInteger(amount) || amount <= 0)
    return refuse('amount', 'INVALID', 'The amount must be above 0.');
  const installId = ctx.viewer.kind === 'app' ? ctx.viewer.installId : null;
  if (installId === null || !isUuid(id)) return NO_PAYMENT;
  return inTransaction(ctx, async (em): Promise<ReversalResult> => {
    const session = await em.findOne(
      PaymentSession,
      { id, installId, statementId: { $ne: null } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    // Until the payment is posted, the app repeats its report.
    if (!session || session.settlement === null) return NO_PAYMENT;
    if (amount > session.amount) {
      const message = `The payment was ${formatMoney(session.amount, session.currency)}.`;
      return refuse('amount', 'INVALID', message);
    }
    return record(ctx, em, session, { reference, status, amount });
  });
}

async function record(
  ctx: SubgraphContext,
  em: Transaction,
  session: PaymentSession,
  report: Pick<Reversal, 'reference' | 'status' | 'amount'>,
): Promise<ReversalResult> {
  const { id: sessionId, teamId, currency, statementNumber } = session;
  const known = await em.findOne(Reversal, { sessionId, reference: report.reference });
  const decision = decideReversal(known, report);
  if (decision === 'keep') return { reversal: known, userErrors: [] };
  if (known && decision === 'refuse')
    return refuse('status', 'INVALID_TRANSITION', `It was already reported as ${known.status}.`);
  if (!known && (await em.count(Reversal, { sessionId })) >= MOST_REVERSALS) {
    const message = `A payment has at most ${MOST_REVERSALS} disputes and refunds.`;
    return refuse('reference', 'INVALID', message);
  }
  const now = ctx.clock.now();
  const reversal = known
    ? Object.assign(known, report, { updatedAt: now })
    : em.create(Reversal, { ...report, sessionId, teamId, createdAt: now, updatedAt: now });
  await publishReversed(ctx, em, session, report);
  await recordTeamEvent(ctx, em, [teamId], {
    kind: 'statement.reversal_reported',
    subject: statementNumber,
    change: `${formatMoney(report.amount, currency)}, ${WORDS[report.status]}`,
  });
  return { reversal, userErrors: [] };
}

/** States in the team's activity. */
const WORDS: Readonly<Record<ReversalStatus, string>> = {
  disputed: 'disputed',
  dispute_won: 'dispute won',
  dispute_lost: 'dispute lost',
  refunded: 'refunded at the provider',
  refund_failed: 'refund at the provider failed',
};

const refuse = (field: string, code: Refusal['code'], message: string): ReversalResult => ({
  reversal: null,
  userErrors: [{ field: ['input', field], code, message }],
});

const NO_PAYMENT = refuse(
  'paymentSessionId',
  'NOT_FOUND',
  'This app took no payment for a statement in that session.',
);
