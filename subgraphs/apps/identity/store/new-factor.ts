import type { SubgraphContext } from '#db/context.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import { ownSessionId } from '../../access.ts';
import type { AccountEventKind } from '../domain/account-event-kind.ts';
import { announceFactors } from './announce-factors.ts';
import { endSessions } from './end-access.ts';
import { hasFactor, newRecoveryCodes, replaceRecoveryCodes } from './factors.ts';
import type { OwnAccount } from './own-account.ts';

/** Recovery codes, with what is kept of them. */
export type RecoveryCodes = Awaited<ReturnType<typeof newRecoveryCodes>>;

/** The codes that come with an account's first factor: made before its transaction, since hashing them takes long. */
export const codesForFirstFactor = async (ctx: SubgraphContext, accountId: number): Promise<RecoveryCodes> =>
  (await hasFactor(reader(ctx), accountId)) ? [] : newRecoveryCodes();

/** A factor that was just added, and whether it is the only one. */
interface NewFactor {
  readonly isFirst: boolean;
  readonly prepared: RecoveryCodes;
  readonly event: { readonly kind: AccountEventKind; readonly what: string; readonly detail?: string };
}

/**
 * What follows from one second factor more: the first one brings recovery codes, the other sessions end, the owner is told. Returns
 * the codes to show, if it is the first.
 */
export async function followNewFactor(
  ctx: SubgraphContext,
  em: Transaction,
  account: OwnAccount,
  { isFirst, prepared, event }: NewFactor,
): Promise<{ readonly recoveryCodes?: readonly string[] }> {
  // Another factor may have gone since they were prepared.
  const codes = isFirst && prepared.length === 0 ? await newRecoveryCodes() : prepared;
  const hashes = codes.map(({ hash }) => hash);
  if (isFirst) await replaceRecoveryCodes(ctx, em, account.id, hashes);
  await endSessions(em, account.id, ownSessionId(ctx));
  await announceFactors(ctx, em, account, event);
  return isFirst ? { recoveryCodes: codes.map(({ code }) => code) } : {};
}
