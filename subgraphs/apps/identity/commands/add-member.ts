import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { addToTeam, type Joining } from '../steps/add-to-team.ts';

/**
 * Adds an account to a team. Repeating it changes nothing. Throws if the account already belongs to too many
 * teams.
 */
export async function addMember(ctx: SubgraphContext, member: Joining): Promise<void> {
  const added = await inTransaction(ctx, (em) => addToTeam(ctx, em, member));
  if (added === 'full') throw new RangeError(`Account ${member.accountId} belongs to too many teams.`);
}
