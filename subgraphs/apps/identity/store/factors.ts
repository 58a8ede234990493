import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { hashPassword, verifyPassword } from '#kit/passwords.ts';
import { credentialOf } from '../domain/passkeys.ts';
import { newRecoveryCode, RECOVERY_CODES, readRecoveryCode } from '../domain/recovery-codes.ts';
import { totpStep } from '../domain/totp.ts';
import { type Counted, counted } from './failed-attempts.ts';
import { usePasskey } from './passkeys.ts';

/** The vault's row of a factor's secret. */
export const factorRow = (id: number): string => `apps:factor:${id}`;

/** What wrong codes are counted under: 10 in 15 minutes for an account, from anywhere. */
export const factorCounts = (accountId: number): readonly Counted[] => [counted('factor', String(accountId))];

/** An authenticator app of an account. */
export interface TotpFactor {
  readonly id: number;
  readonly secret: string;
  readonly lastStep: number | null;
}

/** How many second factors an account has that a sign-in can show: an authenticator app, and passkeys. Their rows are locked. */
export async function countFactors(em: Transaction, accountId: number): Promise<number> {
  const { rows } = await sql`
    SELECT 1 FROM apps.factors
    WHERE account_id = ${accountId} AND kind IN ('totp', 'passkey') AND confirmed_at IS NOT NULL
    ORDER BY id FOR UPDATE`.execute(em.getKysely<unknown>());
  return rows.length;
}

/** Whether an account has a second factor that a sign-in must show. */
export const hasFactor = async (em: Transaction, accountId: number): Promise<boolean> =>
  (await countFactors(em, accountId)) > 0;

async function findTotpRow(em: Transaction, accountId: number, confirmed: boolean) {
  const { rows } = await sql<{
    readonly id: number;
    readonly sealed: string;
    readonly lastStep: number | null;
  }>`
    SELECT id, secret_sealed AS sealed, last_step::float8 AS "lastStep" FROM apps.factors
    WHERE account_id = ${accountId} AND kind = 'totp' AND (confirmed_at IS NOT NULL) = ${confirmed}
    ORDER BY id DESC LIMIT 1 FOR UPDATE`.execute(em.getKysely<unknown>());
  return rows[0] ?? null;
}

/** The authenticator app of an account, confirmed or about to be, its row locked; null if there is none. */
export async function findTotp(
  ctx: SubgraphContext,
  em: Transaction,
  accountId: number,
  { confirmed }: { readonly confirmed: boolean },
): Promise<TotpFactor | null> {
  const row = await findTotpRow(em, accountId, confirmed);
  return row && { id: row.id, secret: ctx.vault.open(row.sealed, factorRow(row.id)), lastStep: row.lastStep };
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
  await sql`UPDATE apps.factors SET last_step = ${step}, used_at = ${now} WHERE id = ${totp.id}`.execute(
    em.getKysely<unknown>(),
  );
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
  const db = em.getKysely<unknown>();
  const { rows } = await sql<{ readonly id: number; readonly hash: string }>`
    SELECT id, code_hash AS hash FROM apps.factors
    WHERE account_id = ${accountId} AND kind = 'recovery' AND used_at IS NULL FOR UPDATE`.execute(db);
  for (const { id, hash } of rows) {
    if (!(await verifyPassword(code, hash))) continue;
    await sql`UPDATE apps.factors SET used_at = ${ctx.clock.now()} WHERE id = ${id}`.execute(db);
    return true;
  }
  return false;
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
  const db = em.getKysely<unknown>();
  await sql`DELETE FROM apps.factors WHERE account_id = ${accountId} AND kind = 'recovery'`.execute(db);
  await sql`
    INSERT INTO apps.factors (account_id, kind, code_hash, created_at)
    SELECT ${accountId}, 'recovery', hash, ${ctx.clock.now()} FROM unnest(${[...hashes]}::text[]) AS hashes (hash)`.execute(
    db,
  );
}
