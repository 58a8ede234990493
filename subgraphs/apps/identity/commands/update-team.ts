import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { isName } from '#kit/names.ts';
import { NONE, refuse } from '../../errors.ts';
import { TEAM, type TeamRow } from '../queries/teams.ts';
import { asMember } from '../store/membership.ts';
import type { Opened } from './open-team.ts';

/** Renames the chosen team. Its slug stays. Refuses with `INVALID`, `ROLE_REQUIRED` or `TEAM_FORBIDDEN`. */
export async function updateTeam(ctx: SubgraphContext, given: { readonly name: string }): Promise<Opened> {
  const name = given.name.trim();
  if (!isName(name, 100)) {
    return refuse('INVALID', 'A team has a name of 1 to 100 visible characters.', ['input', 'name']);
  }
  return asMember(ctx, [], async (em, { teamId, role, propertyIds }): Promise<Opened> => {
    const { rows } = await sql<TeamRow>`
      UPDATE apps.teams t SET name = ${name} WHERE id = ${teamId} RETURNING ${TEAM}`.execute(
      em.getKysely<unknown>(),
    );
    const [team] = rows;
    if (!team) throw new Error(`Team ${teamId} is locked and not there.`);
    await recordTeamEvent(ctx, em, [teamId], { kind: 'team.updated', subject: name });
    return { team: { ...team, role, propertyIds }, userErrors: NONE };
  });
}
