import { LockMode } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import { PaymentSession } from '../store/entities.ts';
import { tables } from '../store/tables.ts';

/**
 * Returns a statement refund's session, locked; null for a booking's. Lock it before the refund, as the
 * commands that open a refund do.
 */
export async function lockStatementSession(
  em: Transaction,
  refundId: string,
): Promise<PaymentSession | null> {
  const found = await tables(em)
    .selectFrom('refund as r')
    .innerJoin('session as s', 's.id', 'r.sessionId')
    .select('s.id')
    .where('r.id', '=', refundId)
    .where('s.statementId', 'is not', null)
    .executeTakeFirst();
  return found
    ? em.findOne(PaymentSession, { id: found.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    : null;
}
