import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { panelUserId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { newTotpSecret, totpStep, totpUri } from '../domain/totp.ts';
import { factorRow, findTotp, hasFactor } from '../store/factors.ts';
import { codesForFirstFactor, followNewFactor } from '../store/new-factor.ts';
import { lockOwnAccount } from '../store/own-account.ts';

/** A secret to add to an app; or, once a code proved it, the recovery codes. */
export type TotpEnabled = Refused & {
  readonly secret?: string;
  readonly uri?: string;
  readonly recoveryCodes?: readonly string[];
};

/**
 * Without a code: a new secret, which counts for nothing yet. With one that it makes: the account has a second factor more, its other
 * sessions end, and its recovery codes are shown if it is the first. Refuses with `INVALID`.
 */
export async function enableTotp(ctx: SubgraphContext, code: string | null): Promise<TotpEnabled> {
  const accountId = panelUserId(ctx);
  if (code === null) return inTransaction(ctx, (em) => propose(ctx, em, accountId));
  const prepared = await codesForFirstFactor(ctx, accountId);
  return inTransaction(ctx, async (em): Promise<TotpEnabled> => {
    const account = await lockOwnAccount(em, accountId);
    const totp = await findTotp(ctx, em, accountId, { confirmed: false });
    const step = totp && (await totpStep(totp, code, ctx.clock.now()));
    if (!totp || step === null) {
      return refuse('INVALID', 'The code is incorrect. Enter the one the app shows now.', ['code']);
    }
    const isFirst = !(await hasFactor(em, accountId));
    await sql`
      UPDATE apps.factors SET confirmed_at = ${ctx.clock.now()}, last_step = ${step} WHERE id = ${totp.id}`.execute(
      em.getKysely<unknown>(),
    );
    const what = 'An authenticator app was added: signing in now asks for a code, too.';
    const event = { kind: 'totp.enabled', what } as const;
    return {
      ...(await followNewFactor(ctx, em, account, { isFirst, prepared, event })),
      userErrors: NONE,
    };
  });
}

async function propose(ctx: SubgraphContext, em: Transaction, accountId: number): Promise<TotpEnabled> {
  const { email } = await lockOwnAccount(em, accountId);
  if (await findTotp(ctx, em, accountId, { confirmed: true })) {
    return refuse('INVALID', 'The account has an authenticator app already. Remove it first.');
  }
  const db = em.getKysely<unknown>();
  const secret = newTotpSecret();
  await sql`
    DELETE FROM apps.factors WHERE account_id = ${accountId} AND kind = 'totp' AND confirmed_at IS NULL`.execute(
    db,
  );
  const { rows } = await sql<{ readonly id: number }>`
    INSERT INTO apps.factors (account_id, kind, created_at)
    VALUES (${accountId}, 'totp', ${ctx.clock.now()}) RETURNING id`.execute(db);
  const id = rows[0]?.id ?? 0;
  const sealed = ctx.vault.seal(secret, factorRow(id));
  await sql`UPDATE apps.factors SET secret_sealed = ${sealed} WHERE id = ${id}`.execute(db);
  return { secret, uri: totpUri(secret, email), userErrors: NONE };
}
