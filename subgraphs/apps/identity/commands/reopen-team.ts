import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { parseId } from '#kit/ids.ts';
import { chosenTeamId } from '../../access.ts';
import { NONE, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { teamSellingDocument } from '../operations/generated.ts';
import { TEAM } from '../queries/teams.ts';
import { asMember } from '../steps/as-member.ts';
import { Team } from '../store/entities.ts';
import type { Opened } from './create-team.ts';

/**
 * Reopens the selected team while it's closing; a team that isn't closing is left unchanged. Its storefronts
 * stay closed for maintenance until someone opens them. Refuses with `NOT_FOUND` for another team.
 */
export async function reopenTeam(ctx: SubgraphContext, id: string): Promise<Opened> {
  if (parseId(id) !== chosenTeamId(ctx)) return refuse('NOT_FOUND', "This isn't the selected team.", ['id']);
  const reopened = await asMember(ctx, [], async (em, { teamId, role, propertyIds }): Promise<Opened> => {
    // `asMember` has already locked the team.
    const { status: was } = await em.findOneOrFail(Team, { id: teamId });
    const team = await tables(em)
      .updateTable('teams')
      .set({ status: 'active', closesAt: null })
      .where('id', '=', teamId)
      .returning(TEAM)
      .executeTakeFirstOrThrow();
    if (was === 'closing') {
      await recordTeamEvent(ctx, em, [teamId], { kind: 'team.reopened', subject: team.name });
    }
    return { team: { ...team, role, propertyIds }, userErrors: NONE };
  });
  if (reopened.userErrors.length === 0) await ctx.execute(teamSellingDocument, { closing: false }, ctx);
  return reopened;
}
