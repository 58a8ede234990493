import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** The vault's row of a factor's secret. */
export const factorRow = (id: number): string => `apps:factor:${id}`;

export type FactorKind = 'totp' | 'passkey' | 'recovery';

/** Deletes what an account has of some kinds. */
export async function deleteFactors(
  em: Transaction,
  accountId: number,
  kinds: readonly FactorKind[],
): Promise<void> {
  await tables(em)
    .deleteFrom('factors')
    .where('accountId', '=', accountId)
    .where('kind', 'in', kinds)
    .execute();
}
