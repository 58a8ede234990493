import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { requireElevated } from '#kit/access.ts';
import { isName } from '#kit/names.ts';
import { NONE, refuse } from '../../errors.ts';
import { TEAM, type TeamRow } from '../queries/teams.ts';
import { hasFactor } from '../store/factors.ts';
import { asMember } from '../store/membership.ts';
import type { Opened } from './open-team.ts';

export interface TeamUpdate {
  readonly name?: string | null;
  readonly requireSecondFactor?: boolean | null;
}

/**
 * Renames the chosen team, or sets whether its members need a second factor (docs/interface/teams.md#second-factor). Its slug stays.
 * Throws `STEP_UP_REQUIRED` for the latter. Refuses with `INVALID`, `FACTOR_REQUIRED`, `ROLE_REQUIRED` or `TEAM_FORBIDDEN`.
 */
export async function updateTeam(ctx: SubgraphContext, given: TeamUpdate): Promise<Opened> {
  const name = given.name?.trim() ?? null;
  const required = given.requireSecondFactor ?? null;
  if (name !== null && !isName(name, 100)) {
    return refuse('INVALID', 'A team has a name of 1 to 100 visible characters.', ['input', 'name']);
  }
  if (required !== null) requireElevated(ctx.viewer);
  return asMember(ctx, [], async (em, { accountId, teamId, role, propertyIds }): Promise<Opened> => {
    if (required && !(await hasFactor(em, accountId))) return ADD_ONE_FIRST;
    const { rows: before } = await sql<{ readonly name: string; readonly required: boolean }>`
      SELECT name, require_second_factor AS required FROM apps.teams WHERE id = ${teamId}`.execute(
      em.getKysely<unknown>(),
    );
    const { rows } = await sql<TeamRow>`
      UPDATE apps.teams t SET name = coalesce(${name}::text, name),
        require_second_factor = coalesce(${required}::boolean, require_second_factor)
      WHERE id = ${teamId} RETURNING ${TEAM}`.execute(em.getKysely<unknown>());
    const [team] = rows;
    if (!team) throw new Error(`Team ${teamId} is locked and not there.`);
    if (team.name !== before[0]?.name) {
      await recordTeamEvent(ctx, em, [teamId], { kind: 'team.updated', subject: team.name });
    }
    if (team.requireSecondFactor !== before[0]?.required) {
      const change = team.requireSecondFactor ? 'required' : 'no longer required';
      await recordTeamEvent(ctx, em, [teamId], { kind: 'team.second_factor_set', change });
    }
    return { team: { ...team, role, propertyIds, factorMissing: false }, userErrors: NONE };
  });
}

const ADD_ONE_FIRST = refuse(
  'FACTOR_REQUIRED',
  'Add a second factor to your own account first, at /account/security.',
  ['input', 'requireSecondFactor'],
);
