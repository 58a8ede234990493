import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { hashPassword, verifyPassword } from '#kit/passwords.ts';
import { tables } from '../../store/tables.ts';
import { credentialOf } from '../domain/passkeys.ts';
import { newRecoveryCode, RECOVERY_CODES, readRecoveryCode } from '../domain/recovery-codes.ts';
import { totpStep } from '../domain/totp.ts';
import { type Counted, counted } from './failed-attempts.ts';
import { usePasskey } from './passkeys.ts';

/** The vault's row of a factor's secret. */
export const factorRow = (id: number): string => `apps:factor:${id}`;

/** What wrong codes are counted under: 10 in 15 minutes for an account, from anywhere. */
export const factorCounts = (accountId: number): readonly Counted[] => [counted('factor', String(accountId))];

type FactorKind = 'totp' | 'passkey' | 'recovery';

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

/** Uses a shown factor up: which of them it was; null if it is none. */
export async function useFactor(
  ctx: SubgraphContext,
  em: Transaction,
  accountId: number,
  { sessionId, code, passkey }: Shown,
): Promise<'totp' | 'recovery' | 'passkey' | null> {
  if (passkey != null) {
    const signed = { accountId, sessionId, credentialId: credentialOf(passkey), text: passkey };
    return (await usePasskey(ctx, em, signed)) ? 'passkey' : null;
  }
  if (code == null || !(await hasFactor(em, accountId))) return null;
  if (await useTotp(ctx, em, accountId, code)) return 'totp';
  return (await useRecoveryCode(ctx, em, accountId, code)) ? 'recovery' : null;
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

async function useRecoveryCode(
  ctx: SubgraphContext,
  em: Transaction,
  accountId: number,
  typed: string,
): Promise<boolean> {
  const code = readRecoveryCode(typed);
  if (code === null) return false;
  const unused = await tables(em)
    .selectFrom('factors')
    .select(['id', 'codeHash'])
    .where('accountId', '=', accountId)
    .where('kind', '=', 'recovery')
    .where('usedAt', 'is', null)
    .forUpdate()
    .execute();
  for (const { id, codeHash } of unused) {
    if (codeHash === null || !(await verifyPassword(code, codeHash))) continue;
    await tables(em).updateTable('factors').set({ usedAt: ctx.clock.now() }).where('id', '=', id).execute();
    return true;
  }
  return false;
}

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

/** New recovery codes with their argon2id hashes, to store. */
export async function newRecoveryCodes(): Promise<
  readonly { readonly code: string; readonly hash: string }[]
> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashed: { code: string; hash: string }[] = [];
  for (const code of codes) hashed.push({ code, hash: await hashPassword(code) }); // one thread at a time
  return hashed;
}

/** Replaces the recovery codes of an account. */
export async function replaceRecoveryCodes(
  ctx: SubgraphContext,
  em: Transaction,
  accountId: number,
  hashes: readonly string[],
): Promise<void> {
  await deleteFactors(em, accountId, ['recovery']);
  const createdAt = ctx.clock.now();
  await tables(em)
    .insertInto('factors')
    .values(hashes.map((codeHash) => ({ accountId, kind: 'recovery', codeHash, createdAt })))
    .execute();
}
