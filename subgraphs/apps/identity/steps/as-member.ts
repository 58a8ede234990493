import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { holdsRole, type Role, rolesInWords } from '#kit/roles.ts';
import { chosenTeamId, panelUserId } from '../../access.ts';
import { type Refused, refuse } from '../../errors.ts';
import { lockTeam, type MemberNow, memberNow } from '../store/membership.ts';

/**
 * Runs `work` as a member of the selected team, in a transaction with the team locked: only one transaction
 * at a time changes members and roles. After the wait, a caller who has lost the role is refused with
 * `ROLE_REQUIRED`, a former member with `TEAM_FORBIDDEN`. Allows `roles` in addition to `owner`.
 */
export async function asMember<T extends Refused>(
  ctx: SubgraphContext,
  roles: readonly Role[],
  work: (em: Transaction, member: MemberNow) => Promise<T>,
): Promise<T | Refused> {
  const member = { accountId: panelUserId(ctx), teamId: chosenTeamId(ctx) };
  return inTransaction(ctx, async (em) => {
    await lockTeam(em, member.teamId);
    const now = await memberNow(em, member);
    if (!now) return refuse('TEAM_FORBIDDEN', "Your account isn't a member of the team.");
    if (!holdsRole(now.role, roles)) {
      return refuse('ROLE_REQUIRED', `This requires the role ${rolesInWords(roles)} on the team.`);
    }
    return work(em, now);
  });
}
