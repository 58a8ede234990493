import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { ownSessionId } from '../../access.ts';
import type { AccountEventKind } from '../domain/account-event-kind.ts';
import type { OwnAccount } from '../store/own-account.ts';
import { announceFactors } from './announce-factors.ts';
import { endSessions } from './end-access.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

/** A factor that was just added, and whether it is the only one. */
interface NewFactor {
  readonly isFirst: boolean;
  readonly event: {
    readonly kind: AccountEventKind;
    readonly what: string;
    readonly detail?: string;
    readonly since: Date;
  };
}

/**
 * What follows from one second factor more: the first one brings recovery codes, the other sessions end, the owner is told. Returns
 * the codes to show, if it is the first.
 */
export async function followNewFactor(
  ctx: SubgraphContext,
  em: Transaction,
  account: OwnAccount,
  { isFirst, event }: NewFactor,
): Promise<{ readonly recoveryCodes?: readonly string[] }> {
  const recoveryCodes = isFirst ? await replaceRecoveryCodes(ctx, em, account.id) : null;
  await endSessions(em, account.id, ownSessionId(ctx));
  await announceFactors(ctx, em, account, event);
  return recoveryCodes ? { recoveryCodes } : {};
}
