import type { SubgraphContext } from '#db/context.ts';
import { type Doer, type NewTeamEvent, recordTeamEvent } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** Records an account's event in the audit trail of each of its current teams, in the caller's transaction. */
export async function recordForTeamsOf(
  ctx: SubgraphContext,
  em: Transaction,
  accountId: number,
  event: NewTeamEvent,
  doer?: Doer,
): Promise<void> {
  const teams = await tables(em)
    .selectFrom('memberships')
    .select('teamId')
    .where('accountId', '=', accountId)
    .execute();
  const teamIds = teams.map(({ teamId }) => teamId);
  await recordTeamEvent(ctx, em, teamIds, event, doer);
}
