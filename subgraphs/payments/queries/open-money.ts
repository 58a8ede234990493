import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { tables } from '../store/tables.ts';

/** True if the host's team has a payment that may still arrive, or an unfinished refund. */
export async function hasOpenMoney(ctx: SubgraphContext): Promise<boolean> {
  const teamId = ctx.viewer.kind === 'hostUser' ? ctx.viewer.teamId : null;
  const session = await tables(reader(ctx))
    .selectFrom('session')
    .select('id')
    .where('teamId', '=', teamId)
    .where('status', 'in', ['INITIATED', 'REDIRECTED', 'PENDING'])
    .limit(1)
    .executeTakeFirst();
  if (session) return true;
  const refund = await tables(reader(ctx))
    .selectFrom('refund')
    .select('id')
    .where('teamId', '=', teamId)
    .where('status', 'in', ['INITIATED', 'REQUESTED'])
    .limit(1)
    .executeTakeFirst();
  return refund !== undefined;
}
