import { LockMode } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import { Charge } from './entities.ts';

/** Returns a team's charges before a date that no statement has, locked, in order. */
export const lockUnbilled = (
  em: Transaction,
  { teamId, currency, until }: { readonly teamId: number; readonly currency: string; readonly until: string },
): Promise<readonly Charge[]> =>
  em.find(
    Charge,
    { teamId, currency, day: { $lt: until }, invoiceId: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { day: 'asc', id: 'asc' } },
  );

/** Records the statement that has the charges. */
export async function putOnInvoice(
  em: Transaction,
  charges: readonly Charge[],
  invoiceId: number,
): Promise<void> {
  await em.nativeUpdate(Charge, { id: charges.map(({ id }) => id) }, { invoiceId });
}
