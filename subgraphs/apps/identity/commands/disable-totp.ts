import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { panelUserId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { writeMail } from '../mail/outbox.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { factorCounts, useCode } from '../store/factors.ts';
import { heldBackMs, recordFailure } from '../store/failed-attempts.ts';
import { lockOwnAccount } from '../store/own-account.ts';
import { refuseUnlessElevated } from '../store/step-up.ts';

/** The account without its second factor, or why it still has one. */
export type TotpDisabled = Refused & { readonly accountId?: number };

/** Removes the authenticator app and the recovery codes. Refuses with `STEP_UP_REQUIRED`, `INVALID` or `TOO_MANY_ATTEMPTS`. */
export async function disableTotp(ctx: SubgraphContext, code: string): Promise<TotpDisabled> {
  const accountId = panelUserId(ctx);
  const refused = await refuseUnlessElevated(ctx);
  if (refused) return refused;
  const counts = factorCounts(accountId);
  if ((await heldBackMs(ctx, counts)) !== null) {
    return refuse('TOO_MANY_ATTEMPTS', 'Too many attempts. Try again in 15 minutes.');
  }
  const removed = await inTransaction(ctx, async (em) => {
    const { email: to, name } = await lockOwnAccount(em, accountId);
    if ((await useCode(ctx, em, accountId, code)) === null) return false;
    await sql`DELETE FROM apps.factors WHERE account_id = ${accountId}`.execute(em.getKysely<unknown>());
    await recordAccountEvent(ctx, em, { accountId, kind: 'totp.disabled', address: ctx.address ?? null });
    const what = 'The authenticator app was removed: signing in asks for the password alone.';
    await writeMail(ctx, em, {
      key: `factor/${newUuid()}`,
      to,
      template: 'factor-changed',
      params: { name, what },
    });
    return true;
  });
  if (removed) return { accountId, userErrors: NONE };
  await recordFailure(ctx, counts);
  return refuse('INVALID', 'The code is incorrect, or was used already.', ['code']);
}
