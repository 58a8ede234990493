import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { credentialOf } from '../domain/passkeys.ts';
import { totpStep } from '../domain/totp.ts';
import { findRecoveryCode, useRecoveryCode } from '../steps/recovery-codes.ts';
import { factorRow } from './factor-rows.ts';
import { type Counted, counted } from './failed-attempts.ts';
import { usePasskey } from './passkeys.ts';

/** What wrong codes are counted under: 10 in 15 minutes for an account, from anywhere. */
export const factorCount = (accountId: number): Counted => counted('factor', String(accountId));

/** An authenticator app of an account. */
export interface TotpFactor {
  readonly id: number;
  readonly secret: string;
  readonly lastStep: number | null;
}

/** How many second factors an account has that a sign-in can show: an authenticator app, and passkeys. Their rows are locked. */
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

/** Whether an account has a second factor that a sign-in must show. */
export const hasFactor = async (em: Transaction, accountId: number): Promise<boolean> =>
  (await countFactors(em, accountId)) > 0;

/** The authenticator app of an account, confirmed or about to be, its row locked; null if there is none. */
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

/** A second factor as someone shows it in a session: a code, or what the browser answered for a passkey. */
export interface Shown {
  readonly sessionId: number;
  readonly code?: string | null;
  readonly passkey?: string | null;
}

/** A shown factor with the recovery code it may be. */
export interface LookedUp extends Shown {
  readonly recoveryId: number | null;
}

/** Looks a shown factor up before the transaction that uses it. Throws `PasswordsBusy`. */
export async function lookUpFactor(ctx: SubgraphContext, accountId: number, shown: Shown): Promise<LookedUp> {
  const recoveryId = shown.code == null ? null : await findRecoveryCode(ctx, accountId, shown.code);
  return { ...shown, recoveryId };
}

/** Uses a shown factor up: which of them it was; null if it is none. */
export async function useFactor(
  ctx: SubgraphContext,
  em: Transaction,
  accountId: number,
  { sessionId, code, passkey, recoveryId }: LookedUp,
): Promise<'totp' | 'recovery' | 'passkey' | null> {
  if (passkey != null) {
    const signed = { accountId, sessionId, credentialId: credentialOf(passkey), text: passkey };
    return (await usePasskey(ctx, em, signed)) ? 'passkey' : null;
  }
  if (code == null || !(await hasFactor(em, accountId))) return null;
  if (await useTotp(ctx, em, accountId, code)) return 'totp';
  return recoveryId !== null && (await useRecoveryCode(ctx, em, recoveryId)) ? 'recovery' : null;
}

async function useTotp(
  ctx: SubgraphContext,
  em: Transaction,
  accountId: number,
  code: string,
): Promise<boolean> {
  const totp = await findTotp(ctx, em, accountId, { confirmed: true });
  const now = ctx.clock.now();
  const step = totp && (await totpStep(totp, code, now));
  if (!totp || step === null) return false;
  await tables(em)
    .updateTable('factors')
    .set({ lastStep: step, usedAt: now })
    .where('id', '=', totp.id)
    .execute();
  return true;
}
