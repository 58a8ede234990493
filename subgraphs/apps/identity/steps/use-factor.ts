import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { credentialOf, signedCounter } from '../domain/passkeys.ts';
import { totpStep } from '../domain/totp.ts';
import { findTotp, hasFactor } from '../store/factors.ts';
import { type Counted, counted } from '../store/failed-attempts.ts';
import { findPasskeys, relyingParty, takeChallenge } from '../store/passkeys.ts';
import { findRecoveryCode, useRecoveryCode } from './recovery-codes.ts';

/** Count of wrong codes: 10 in 15 minutes per account, from any address. */
export const factorCount = (accountId: number): Counted => counted('factor', String(accountId));

/** A second factor given in a session: a code, or the browser's passkey response. */
export interface Shown {
  readonly sessionId: number;
  readonly code?: string | null;
  readonly passkey?: string | null;
}

/** A given factor with its matching recovery code, if any. */
export interface LookedUp extends Shown {
  readonly recoveryId: number | null;
}

/** Looks up a given factor before the transaction that uses it. Throws `PasswordsBusy`. */
export async function lookUpFactor(ctx: SubgraphContext, accountId: number, shown: Shown): Promise<LookedUp> {
  const recoveryId = shown.code == null ? null : await findRecoveryCode(ctx, accountId, shown.code);
  return { ...shown, recoveryId };
}

/** Uses a given factor and returns its kind; null if it isn't valid. */
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

/**
 * True if one of the account's passkeys signed the session's challenge. Uses up the challenge and updates the
 * passkey's counter.
 */
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
