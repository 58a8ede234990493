import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { requireElevated } from '#kit/access.ts';
import { isName } from '#kit/names.ts';
import { NONE, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { type LegalDetails, readLegalDetails } from '../domain/legal-details.ts';
import { TEAM } from '../queries/teams.ts';
import { asMember } from '../steps/as-member.ts';
import { hasFactor } from '../store/factors.ts';
import type { Opened } from './create-team.ts';

export interface TeamUpdate extends LegalDetails {
  readonly name?: string | null;
  readonly requireSecondFactor?: boolean | null;
}

/**
 * Renames the selected team, without changing its slug, sets its details on invoices, or sets whether its members
 * need a second factor (docs/interface/teams.md#second-factor). Throws `STEP_UP_REQUIRED` for the latter. Refuses with `INVALID`,
 * `FACTOR_REQUIRED`, `ROLE_REQUIRED` or `TEAM_FORBIDDEN`.
 */
export async function updateTeam(ctx: SubgraphContext, given: TeamUpdate): Promise<Opened> {
  const name = given.name?.trim() ?? null;
  const required = given.requireSecondFactor ?? null;
  if (name !== null && !isName(name, 100)) {
    return refuse('INVALID', "A team's name must have 1 to 100 visible characters.", ['input', 'name']);
  }
  const legal = readLegalDetails(given);
  if ('message' in legal) return refuse('INVALID', legal.message, ['input', legal.field]);
  if (required !== null) requireElevated(ctx.viewer);
  return asMember(ctx, [], async (em, { accountId, teamId, role, propertyIds }): Promise<Opened> => {
    if (required && !(await hasFactor(em, accountId))) return ADD_ONE_FIRST;
    // `asMember` has already locked the team.
    const before = await tables(em)
      .selectFrom('teams')
      .select([...TEAM, 'legalName', 'taxId', 'address'])
      .where('id', '=', teamId)
      .executeTakeFirstOrThrow();
    const team = await tables(em)
      .updateTable('teams')
      .set({
        name: name ?? before.name,
        requireSecondFactor: required ?? before.requireSecondFactor,
        ...legal,
      })
      .where('id', '=', teamId)
      .returning(TEAM)
      .executeTakeFirstOrThrow();
    if (team.name !== before.name) {
      await recordTeamEvent(ctx, em, [teamId], { kind: 'team.updated', subject: team.name });
    }
    const changed = LEGAL.filter(([field]) => legal[field] !== undefined && legal[field] !== before[field]);
    if (changed.length > 0) {
      const change = changed.map(([, words]) => words).join(', ');
      await recordTeamEvent(ctx, em, [teamId], { kind: 'team.legal_details_set', change });
    }
    if (team.requireSecondFactor !== before.requireSecondFactor) {
      const change = team.requireSecondFactor ? 'required' : 'no longer required';
      await recordTeamEvent(ctx, em, [teamId], { kind: 'team.second_factor_set', change });
    }
    return { team: { ...team, role, propertyIds, factorMissing: false }, userErrors: NONE };
  });
}

/** Details on invoices, in the words of the activity log. */
const LEGAL = [
  ['legalName', 'legal name'],
  ['taxId', 'tax id'],
  ['address', 'address'],
] as const;

const ADD_ONE_FIRST = refuse(
  'FACTOR_REQUIRED',
  'Add a second factor to your own account first, at /account/security.',
  ['input', 'requireSecondFactor'],
);
