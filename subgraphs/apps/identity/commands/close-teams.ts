import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { Membership, Team } from '../store/entities.ts';

/** Maximum teams closed per run. */
const AT_ONCE = 50;

/**
 * Closes teams not reopened within 30 days: uninstalls their apps, ends their subscriptions and removes all members. Keeps sales
 * records and the slug, which no other team can take. Safe to repeat; closes each team in its own
 * transaction.
 */
export async function closeTeams(ctx: SubgraphContext): Promise<void> {
  const due = await tables(reader(ctx))
    .selectFrom('teams')
    .select('id')
    .where('status', '=', 'closing')
    .where('closesAt', '<=', ctx.clock.now())
    .orderBy('closesAt')
    .limit(AT_ONCE)
    .execute();
  for (const { id } of due) await closeTeam(ctx, id);
}

async function closeTeam(ctx: SubgraphContext, id: number): Promise<void> {
  await inTransaction(ctx, async (em) => {
    const team = await em.findOne(
      Team,
      { id, status: 'closing', closesAt: { $lte: ctx.clock.now() } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!team) return;
    team.status = 'closed';
    await ctx.services.apps.hooks.endInstalls(ctx, em, { teamId: id });
    await ctx.services.apps.hooks.endThemeSubscriptions(ctx, em, { teamId: id });
    await recordTeamEvent(ctx, em, [id], { kind: 'team.closed', subject: team.name });
    for (const { accountId } of await em.find(Membership, { teamId: id }))
      await publish(ctx, em, 'member.removed', { teamId: id, accountId });
    await em.nativeDelete(Membership, { teamId: id });
  });
}
