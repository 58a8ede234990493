import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements, type Transaction } from '#db/transaction.ts';
import { verifyPassword } from '#kit/passwords.ts';
import { equalInConstantTime } from '#kit/secrets.ts';
import { tables } from '../../store/tables.ts';
import { newRecoveryCode, RECOVERY_CODES, readRecoveryCode } from '../domain/recovery-codes.ts';
import { deleteFactors, factorRow } from '../store/factor-rows.ts';

/**
 * Maximum number of waiting argon2id checks. Above it, codes from earlier releases aren't checked, so that
 * threads stay available for sign-ins.
 */
const MOST_WAITING = 8;

/**
 * Finds the unused recovery code that someone typed, or null. Not inside a transaction: earlier releases'
 * codes are argon2id hashes, which are slow. Throws `PasswordsBusy`.
 */
export async function findRecoveryCode(
  ctx: SubgraphContext,
  accountId: number,
  typed: string,
): Promise<number | null> {
  const code = readRecoveryCode(typed);
  if (code === null) return null;
  const unused = await tables(reader(ctx))
    .selectFrom('factors')
    .select(['id', 'secretSealed', 'codeDigest', 'codeHash'])
    .where('accountId', '=', accountId)
    .where('kind', '=', 'recovery')
    .where('usedAt', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id, secretSealed, codeDigest } of unused) {
    if (secretSealed === null || codeDigest === null) continue;
    const key = ctx.vault.open(secretSealed, factorRow(id));
    if (equalInConstantTime(digestOf(key, code), codeDigest)) return id;
  }
  for (const { id, codeHash } of unused) {
    if (codeHash !== null && (await verifyPassword(code, codeHash, MOST_WAITING))) return id;
  }
  return null;
}

/** Uses a recovery code: only one concurrent use succeeds. */
export async function useRecoveryCode(ctx: SubgraphContext, em: Transaction, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('factors')
    .set({ usedAt: ctx.clock.now() })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Replaces an account's recovery codes and returns the new ones, to be shown once. */
export async function replaceRecoveryCodes(
  ctx: SubgraphContext,
  em: Transaction,
  accountId: number,
): Promise<readonly string[]> {
  await deleteFactors(em, accountId, ['recovery']);
  const createdAt = ctx.clock.now();
  const { rows } = await sql<{ readonly id: number }>`
    SELECT nextval(pg_get_serial_sequence('apps.factors', 'id'))::int AS id FROM generate_series(1, ${RECOVERY_CODES}::int)`.execute(
    statements(em),
  );
  const made = rows.map(({ id }) => ({
    id,
    code: newRecoveryCode(),
    key: randomBytes(32).toString('base64url'),
  }));
  await tables(em)
    .insertInto('factors')
    .values(
      made.map(({ id, code, key }) => ({
        id,
        accountId,
        kind: 'recovery' as const,
        secretSealed: ctx.vault.seal(key, factorRow(id)),
        codeDigest: digestOf(key, code),
        createdAt,
      })),
    )
    .execute();
  return made.map(({ code }) => code);
}

/** Every code has its own sealed key, so that a new `SECRET_KEY` reseals it like any other secret. */
const digestOf = (key: string, code: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64url')).update(code).digest('base64url');
