import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { credentialOf, signedCounter } from '../domain/passkeys.ts';
import { totpStep } from '../domain/totp.ts';
import { findTotp, hasFactor } from '../store/factors.ts';
import { type Counted, counted } from '../store/failed-attempts.ts';
import { findPasskeys, relyingParty, takeChallenge } from '../store/passkeys.ts';
import { findRecoveryCode, useRecoveryCode } from './recovery-codes.ts';

/** What wrong codes are counted under: 10 in 15 minutes for an account, from anywhere. */
export const factorCount = (accountId: number): Counted => counted('factor', String(accountId));

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

/** Whether a passkey of the account signed the challenge of the session, which is used up. Its counter moves on. */
async function usePasskey(
  ctx: SubgraphContext,
  em: Transaction,
  {
    accountId,
    sessionId,
    credentialId,
    text,
  }: {
    readonly accountId: number;
    readonly sessionId: number;
    readonly credentialId: string | null;
    readonly text: string;
  },
): Promise<boolean> {
  const challenge = await takeChallenge(ctx, em, sessionId, 'get');
  const passkey = (await findPasskeys(em, accountId)).find((one) => one.credentialId === credentialId);
  if (challenge === null || !passkey) return false;
  const counter = await signedCounter(passkey, { text, challenge, party: relyingParty(ctx) });
  if (counter === null) return false;
  await tables(em)
    .updateTable('factors')
    .set({ counter, usedAt: ctx.clock.now() })
    .where('id', '=', passkey.id)
    .execute();
  return true;
}
