import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { panelUserId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { newTotpSecret, totpStep, totpUri } from '../domain/totp.ts';
import { followNewFactor } from '../steps/follow-new-factor.ts';
import { Factor } from '../store/entities.ts';
import { factorRow } from '../store/factor-rows.ts';
import { findTotp, hasFactor } from '../store/factors.ts';
import { lockOwnAccount } from '../store/own-account.ts';

/** A secret to add to an app; or, once a code confirms it, the recovery codes. */
export type TotpEnabled = Refused & {
  readonly secret?: string;
  readonly uri?: string;
  readonly recoveryCodes?: readonly string[];
};

/**
 * Without a code, returns a new secret that isn't active yet. With its code, adds a second factor to the
 * account, ends its other sessions, and returns recovery codes if it's the first factor. Refuses with
 * `INVALID`.
 */
export async function enableTotp(ctx: SubgraphContext, code: string | null): Promise<TotpEnabled> {
  const accountId = panelUserId(ctx);
  if (code === null) return inTransaction(ctx, (em) => propose(ctx, em, accountId));
  return inTransaction(ctx, async (em): Promise<TotpEnabled> => {
    const account = await lockOwnAccount(em, accountId);
    const totp = await findTotp(ctx, em, accountId, { confirmed: false });
    const step = totp && (await totpStep(totp, code, ctx.clock.now()));
    if (!totp || step === null) {
      return refuse('INVALID', 'The code is incorrect. Enter the code that the app shows now.', ['code']);
    }
    const isFirst = !(await hasFactor(em, accountId));
    const since = ctx.clock.now();
    await tables(em)
      .updateTable('factors')
      .set({ confirmedAt: since, lastStep: step })
      .where('id', '=', totp.id)
      .execute();
    const what = 'An authenticator app was added. Signing in now also requires a code.';
    const event = { kind: 'totp.enabled', what, since } as const;
    return {
      ...(await followNewFactor(ctx, em, account, { isFirst, event })),
      userErrors: NONE,
    };
  });
}

async function propose(ctx: SubgraphContext, em: Transaction, accountId: number): Promise<TotpEnabled> {
  const { email } = await lockOwnAccount(em, accountId);
  if (await findTotp(ctx, em, accountId, { confirmed: true })) {
    return refuse('INVALID', 'Your account already has an authenticator app. Remove it first.');
  }
  const secret = newTotpSecret();
  await em.nativeDelete(Factor, { accountId, kind: 'totp', confirmedAt: null });
  const factor = em.create(Factor, { accountId, kind: 'totp', createdAt: ctx.clock.now() });
  await em.flush(); // the secret is sealed for its id
  factor.secretSealed = ctx.vault.seal(secret, factorRow(factor.id));
  await em.flush();
  return { secret, uri: totpUri(secret, email), userErrors: NONE };
}
