import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { factorRow } from './factor-rows.ts';

/** An account's authenticator app. */
export interface TotpFactor {
  readonly id: number;
  readonly secret: string;
  readonly lastStep: number | null;
}

/** Counts an account's second factors for sign-in (an authenticator app, and passkeys) and locks their rows. */
export async function countFactors(em: Transaction, accountId: number): Promise<number> {
  const factors = await tables(em)
    .selectFrom('factors')
    .select('id')
    .where('accountId', '=', accountId)
    .where('kind', 'in', ['totp', 'passkey'])
    .where('confirmedAt', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return factors.length;
}

/** True if sign-in to an account requires a second factor. */
export const hasFactor = async (em: Transaction, accountId: number): Promise<boolean> =>
  (await countFactors(em, accountId)) > 0;

/** Returns an account's authenticator app, confirmed or not, with its row locked; null if it has none. */
export async function findTotp(
  ctx: SubgraphContext,
  em: Transaction,
  accountId: number,
  { confirmed }: { readonly confirmed: boolean },
): Promise<TotpFactor | null> {
  const row = await tables(em)
    .selectFrom('factors')
    .select(['id', 'secretSealed', 'lastStep'])
    .where('accountId', '=', accountId)
    .where('kind', '=', 'totp')
    .where('confirmedAt', confirmed ? 'is not' : 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!row?.secretSealed) return null;
  const { id, secretSealed, lastStep } = row;
  return { id, secret: ctx.vault.open(secretSealed, factorRow(id)), lastStep };
}
