import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import { isName } from '#kit/names.ts';
import { operatorId } from '#kit/operator.ts';
import { isFailed } from '../domain/refunds.ts';
import type { Refusal } from '../errors.ts';
import { publishReversed } from '../steps/publish-reversed.ts';
import { lockStatementSession } from '../steps/statement-session.ts';
import { Refund } from '../store/entities.ts';
import { leftOf } from '../store/reversals.ts';

/** A statement's refund after the mutation, and the mutation's errors. */
interface StatementRefundResult {
  readonly refund: Refund | null;
  readonly userErrors: readonly Refusal[];
}

const MAX_NOTE = 500;

/**
 * Records that an operator paid back a statement's failed refund by hand. Safe to repeat: the first note stays. Refuses with
 * `NOT_FOUND`, `INVALID`, or `INVALID_TRANSITION` if the app can still make the refund, or the provider has made it.
 */
export async function markRefundPaid(
  ctx: SubgraphContext,
  { id, note }: { readonly id: string; readonly note: string },
): Promise<StatementRefundResult> {
  const paidBackBy = operatorId(ctx);
  if (!isName(note, MAX_NOTE))
    return refuse('note', 'INVALID', `Give a note of 1 to ${MAX_NOTE} visible characters on one line.`);
  if (!isUuid(id)) return NO_REFUND;
  return inTransaction(ctx, async (em): Promise<StatementRefundResult> => {
    const session = await lockStatementSession(em, id);
    if (!session) return NO_REFUND;
    const refund = await em.findOneOrFail(Refund, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (refund.paidBackAt !== null) return { refund, userErrors: [] };
    if (!isFailed(refund.status))
      return refuse('id', 'INVALID_TRANSITION', `The refund is ${refund.status}: the payment app makes it.`);
    const paidBackAmount = (await leftOf(em, session)).get(id) ?? 0;
    if (paidBackAmount === 0) return refuse('id', 'INVALID_TRANSITION', 'The provider has paid it back.');
    Object.assign(refund, { paidBackAt: ctx.clock.now(), paidBackBy, paidBackAmount, paidBackNote: note });
    await publishReversed(ctx, em, session);
    await recordTeamEvent(ctx, em, [refund.teamId], {
      kind: 'refund.paid_back',
      subject: session.statementNumber,
      change: `${formatMoney(paidBackAmount, refund.currency)}, ${note}`,
    });
    return { refund, userErrors: [] };
  });
}

const refuse = (field: string, code: Refusal['code'], message: string): StatementRefundResult => ({
  refund: null,
  userErrors: [{ field: [field], code, message }],
});

const NO_REFUND = refuse('id', 'NOT_FOUND', 'There is no such refund of a statement.');
