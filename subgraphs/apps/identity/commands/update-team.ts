import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { requireElevated } from '#kit/access.ts';
import { isName } from '#kit/names.ts';
import { NONE, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { TEAM } from '../queries/teams.ts';
import { asMember } from '../steps/as-member.ts';
import { hasFactor } from '../store/factors.ts';
import type { Opened } from './create-team.ts';

export interface TeamUpdate {
  readonly name?: string | null;
  readonly requireSecondFactor?: boolean | null;
}

/**
 * Renames the selected team, without changing its slug, or sets whether its members need a second factor
 * (docs/interface/teams.md#second-factor). Throws `STEP_UP_REQUIRED` for the latter. Refuses with `INVALID`,
 * `FACTOR_REQUIRED`, `ROLE_REQUIRED` or `TEAM_FORBIDDEN`.
 */
export async function updateTeam(ctx: SubgraphContext, given: TeamUpdate): Promise<Opened> {
  const name = given.name?.trim() ?? null;
  const required = given.requireSecondFactor ?? null;
  if (name !== null && !isName(name, 100)) {
    return refuse('INVALID', "A team's name must have 1 to 100 visible characters.", ['input', 'name']);
  }
  if (required !== null) requireElevated(ctx.viewer);
  return asMember(ctx, [], async (em, { accountId, teamId, role, propertyIds }): Promise<Opened> => {
    if (required && !(await hasFactor(em, accountId))) return ADD_ONE_FIRST;
    // `asMember` has already locked the team.
    const before = await tables(em)
      .selectFrom('teams')
      .select(TEAM)
      .where('id', '=', teamId)
      .executeTakeFirstOrThrow();
    const team = await tables(em)
      .updateTable('teams')
      .set({ name: name ?? before.name, requireSecondFactor: required ?? before.requireSecondFactor })
      .where('id', '=', teamId)
      .returning(TEAM)
      .executeTakeFirstOrThrow();
    if (team.name !== before.name) {
      await recordTeamEvent(ctx, em, [teamId], { kind: 'team.updated', subject: team.name });
    }
    if (team.requireSecondFactor !== before.requireSecondFactor) {
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
