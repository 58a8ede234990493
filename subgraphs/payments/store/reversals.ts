import type { Transaction } from '#db/transaction.ts';
import type { Minor } from '#kit/money.ts';
import { divideReversed, type Reported, type StatementRefund } from '../domain/reversals.ts';
import { type PaymentSession, Refund, Reversal } from './entities.ts';

/** A payment with its disputes and refunds, oldest first. */
interface Payment {
  readonly session: Pick<PaymentSession, 'id' | 'amount'>;
  readonly reversals: readonly Reported[];
  readonly refunds: readonly (StatementRefund & Pick<Refund, 'id'>)[];
}

/** Returns each refund's part that isn't paid back yet, by the refund's id. */
export function leftByRefund({ session, reversals, refunds }: Payment): ReadonlyMap<string, Minor> {
  const { left } = divideReversed(session.amount, reversals, refunds);
  return new Map(refunds.map(({ id }, place) => [id, left[place] ?? 0]));
}

/** Reads a locked session's disputes and refunds. */
export async function readReversals(
  em: Transaction,
  { id: sessionId }: Pick<PaymentSession, 'id'>,
): Promise<Pick<Payment, 'reversals'> & { readonly refunds: readonly Refund[] }> {
  const reversals = await em.find(Reversal, { sessionId });
  const refunds = await em.find(Refund, { sessionId }, { orderBy: { createdAt: 'asc', id: 'asc' } });
  return { reversals, refunds };
}

/** Returns what isn't paid back yet for each refund in a locked session. */
export const leftOf = async (
  em: Transaction,
  session: Pick<PaymentSession, 'id' | 'amount'>,
): Promise<ReadonlyMap<string, Minor>> => leftByRefund({ session, ...(await readReversals(em, session)) });
