import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** Returns the vault row for a factor's secret. */
export const factorRow = (id: number): string => `apps:factor:${id}`;

export type FactorKind = 'totp' | 'passkey' | 'recovery';

/**
 * Removes the second factors and recovery codes added to an account since then. If no factor remains, also
 * removes its other recovery codes.
 */
export async function removeFactorsSince(em: Transaction, accountId: number, since: Date): Promise<void> {
  await tables(em)
    .deleteFrom('factors')
    .where('accountId', '=', accountId)
    .where(({ or, and, eb, fn }) =>
      or([
        eb(fn.coalesce('confirmedAt', 'createdAt'), '>=', since),
        and([eb('kind', '=', 'totp'), eb('confirmedAt', 'is', null)]),
      ]),
    )
    .execute();
  const left = await tables(em)
    .selectFrom('factors')
    .select('id')
    .where('accountId', '=', accountId)
    .where('kind', '!=', 'recovery')
    .limit(1)
    .executeTakeFirst();
  if (!left) await deleteFactors(em, accountId, ['recovery']);
}

/** Deletes an account's factors of the given kinds. */
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
