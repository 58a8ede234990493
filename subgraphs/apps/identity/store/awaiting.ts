import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** A sign-in with a correct password that awaits its second factor. */
export interface Awaiting {
  readonly sessionId: number;
  readonly accountId: number;
}

/** Returns the sign-in that awaits its second factor, by its token's SHA-256, or null. */
export async function findAwaiting(ctx: SubgraphContext, tokenHash: string): Promise<Awaiting | null> {
  const awaiting = await tables(reader(ctx))
    .selectFrom('host_sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.accountId')
    .select(['s.id as sessionId', 's.accountId'])
    .where('s.tokenHash', '=', tokenHash)
    .where('s.awaitsFactor', '=', true)
    .where('s.expiresAt', '>', ctx.clock.now())
    .where('a.status', 'in', ['unverified', 'active'])
    .executeTakeFirst();
  return awaiting ?? null;
}
