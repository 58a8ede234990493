import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { mintToken } from '#kit/secrets.ts';
import { PREFIX } from '../../identity/domain/tokens.ts';
import { RuntimeToken } from './entities.ts';

/** A fresh runtime token for an install, in the caller's transaction: its plain text, shown once. */
export async function issueRuntimeToken(
  ctx: SubgraphContext,
  em: Transaction,
  installId: number,
): Promise<string> {
  const { plain, hash, hint } = mintToken(PREFIX.runtimeToken);
  em.create(RuntimeToken, { installId, tokenHash: hash, hint, createdAt: ctx.clock.now() });
  await em.flush();
  return plain;
}

/** Revokes every runtime token of an install, in the caller's transaction. */
export async function revokeTokens(ctx: SubgraphContext, em: Transaction, installId: number): Promise<void> {
  await em.nativeUpdate(RuntimeToken, { installId, revokedAt: null }, { revokedAt: ctx.clock.now() });
}
