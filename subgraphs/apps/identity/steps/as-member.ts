import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { holdsRole, type Role, rolesInWords } from '#kit/roles.ts';
import { chosenTeamId, panelUserId } from '../../access.ts';
import { type Refused, refuse } from '../../errors.ts';
import { lockTeam, type MemberNow, memberNow } from '../store/membership.ts';

/**
 * Runs `work` on the chosen team as one of its members, in its own transaction and with the team locked: who belongs to it, and as what,
 * is changed by one at a time. Of those who wait, one who lost the role meanwhile is refused with `ROLE_REQUIRED`, anyone who is no
 * member any more with `TEAM_FORBIDDEN`. `roles` suffice besides `owner`.
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
    if (!now) return refuse('TEAM_FORBIDDEN', 'Your account does not belong to the team.');
    if (!holdsRole(now.role, roles)) {
      return refuse('ROLE_REQUIRED', `This needs the role ${rolesInWords(roles)} on the team.`);
    }
    return work(em, now);
  });
}
