import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { parseId } from '#kit/ids.ts';
import { chosenTeamId } from '../../access.ts';
import { NONE, refuse } from '../../errors.ts';
import { TEAM, type TeamRow } from '../queries/teams.ts';
import { asMember } from '../store/membership.ts';
import type { Opened } from './open-team.ts';

/**
 * Keeps the chosen team that was to be closed. Its storefronts stay closed for maintenance until someone opens them; one that is
 * not closing stays as it is. Refuses with `NOT_FOUND` for another team.
 */
export async function reopenTeam(ctx: SubgraphContext, id: string): Promise<Opened> {
  if (parseId(id) !== chosenTeamId(ctx)) return refuse('NOT_FOUND', 'This is not the chosen team.', ['id']);
  return asMember(ctx, [], async (em, { teamId, role, propertyIds }): Promise<Opened> => {
    const { rows } = await sql<TeamRow & { readonly was: string }>`
      UPDATE apps.teams t SET status = 'active', closes_at = NULL
      FROM (SELECT id, status AS was FROM apps.teams WHERE id = ${teamId}) before
      WHERE t.id = before.id RETURNING ${TEAM}, before.was`.execute(em.getKysely<unknown>());
    const [row] = rows;
    if (!row) throw new Error(`Team ${teamId} is locked and not there.`);
    const { was, ...team } = row;
    if (was === 'closing') {
      await recordTeamEvent(ctx, em, [teamId], { kind: 'team.reopened', subject: team.name });
    }
    return { team: { ...team, role, propertyIds }, userErrors: NONE };
  });
}
