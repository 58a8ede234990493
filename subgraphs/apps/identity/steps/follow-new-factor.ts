import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { ownSessionId } from '../../access.ts';
import type { AccountEventKind } from '../domain/account-event-kind.ts';
import type { OwnAccount } from '../store/own-account.ts';
import { announceFactors } from './announce-factors.ts';
import { endSessions } from './end-access.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

/** A new factor, and whether it's the account's only one. */
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
 * Completes adding a second factor: ends other sessions, notifies the owner and, for the first factor,
 * creates recovery codes. Returns the codes to show if it's the first.
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
