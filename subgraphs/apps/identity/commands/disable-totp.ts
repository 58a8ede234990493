import type { SubgraphContext } from '#db/context.ts';
import { ownSessionId } from '../../access.ts';
import { announceFactors } from '../steps/announce-factors.ts';
import { type FactorRemoved, removeFactor } from '../steps/remove-factor.ts';
import { deleteFactors } from '../store/factor-rows.ts';

/**
 * Removes the authenticator app. Refuses with `INVALID` or `TOO_MANY_ATTEMPTS`, and with `FACTOR_REQUIRED` if
 * it's the last second factor and the password is missing.
 */
export async function disableTotp(
  ctx: SubgraphContext,
  { code, password = null }: { readonly code: string; readonly password?: string | null },
): Promise<FactorRemoved> {
  return removeFactor(ctx, {
    password,
    shown: { sessionId: ownSessionId(ctx), code },
    always: true,
    passwordField: ['password'],
    codeField: ['code'],
    async remove(em, account) {
      await deleteFactors(em, account.id, ['totp']);
      const what = 'The authenticator app was removed. Signing in no longer requires its codes.';
      await announceFactors(ctx, em, account, { kind: 'totp.disabled', what });
      return null;
    },
  });
}
