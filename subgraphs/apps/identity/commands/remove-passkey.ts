import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import { ownSessionId } from '../../access.ts';
import { refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { announceFactors } from '../steps/announce-factors.ts';
import { type FactorRemoved, removeFactor } from '../steps/remove-factor.ts';

/** Proof that the caller is the owner. */
export interface FactorProof {
  readonly password?: string | null;
  readonly code?: string | null;
  readonly passkey?: string | null;
}

/**
 * Removes a passkey. Refuses with `NOT_FOUND`, and, if it's the last second factor, with `FACTOR_REQUIRED`,
 * `INVALID` or `TOO_MANY_ATTEMPTS`.
 */
export async function removePasskey(
  ctx: SubgraphContext,
  { id, proof }: { readonly id: string; readonly proof?: FactorProof | null },
): Promise<FactorRemoved> {
  const { password = null, code = null, passkey = null } = proof ?? {};
  const isShown = code !== null || passkey !== null;
  return removeFactor(ctx, {
    password,
    shown: isShown ? { sessionId: ownSessionId(ctx), code, passkey } : null,
    always: false,
    passwordField: ['proof', 'password'],
    codeField: ['proof', passkey === null ? 'code' : 'passkey'],
    async remove(em, account) {
      const passkeyRow = await tables(em)
        .deleteFrom('factors')
        .where('id', '=', parseId(id) ?? 0)
        .where('accountId', '=', account.id)
        .where('kind', '=', 'passkey')
        .returning('name')
        .executeTakeFirst();
      if (!passkeyRow) return refuse('NOT_FOUND', 'Your account has no such passkey.', ['id']);
      const { name } = passkeyRow;
      const what = `The passkey "${name}" was removed. It no longer signs you in.`;
      await announceFactors(ctx, em, account, { kind: 'passkey.removed', what, detail: name });
      return null;
    },
  });
}
