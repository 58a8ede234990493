import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { panelUserId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { replaceRecoveryCodes } from '../steps/recovery-codes.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { hasFactor } from '../store/factors.ts';

/** Replaces the account's recovery codes. Refuses with `FACTOR_REQUIRED` if it has no second factor. */
export async function renewRecoveryCodes(
  ctx: SubgraphContext,
): Promise<Refused & { readonly recoveryCodes?: readonly string[] }> {
  const accountId = panelUserId(ctx);
  return inTransaction(ctx, async (em) => {
    if (!(await hasFactor(em, accountId))) {
      return refuse('FACTOR_REQUIRED', 'Add a passkey or an authenticator app first.');
    }
    const recoveryCodes = await replaceRecoveryCodes(ctx, em, accountId);
    await recordAccountEvent(ctx, em, {
      accountId,
      kind: 'recovery_codes.renewed',
      address: ctx.address ?? null,
    });
    return { recoveryCodes, userErrors: NONE };
  });
}
