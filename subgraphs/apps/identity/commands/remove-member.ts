import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { parseId } from '#kit/ids.ts';
import { ROLES } from '#kit/roles.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { findMember } from '../queries/members.ts';
import { asMember } from '../steps/as-member.ts';
import { Membership } from '../store/entities.ts';
import { revokeWaiting } from '../store/invitations.ts';
import type { MemberRow } from '../store/member-row.ts';

/** Who was removed, or why no one was. */
export type Removed = Refused & { readonly member?: MemberRow };

/**
 * Removes a member from the chosen team; also the one who asks. Nothing they hold reaches the team afterwards: panel and
 * access tokens ask for the membership at every call, consents that no app redeemed yet and invitations they made are gone,
 * and private apps they develop, which only teams of their own may have, are uninstalled.
 * An owner removes anyone, everyone else only themselves. Refuses with `NOT_FOUND`, `ROLE_REQUIRED`, `LAST_MEMBER`,
 * `LAST_OWNER` or `TEAM_FORBIDDEN`.
 */
export async function removeMember(ctx: SubgraphContext, id: string): Promise<Removed> {
  return asMember(ctx, ROLES, async (em, { teamId, accountId, role }): Promise<Removed> => {
    const leaving = { accountId: parseId(id) ?? 0, teamId };
    const member = await findMember(em, leaving);
    if (role !== 'owner' && leaving.accountId !== accountId) {
      return refuse('ROLE_REQUIRED', 'An owner of the team removes others; you can leave it yourself.', [
        'id',
      ]);
    }
    if (!member) return refuse('NOT_FOUND', 'The team has no such member.', ['id']);
    if ((await em.count(Membership, { teamId })) === 1) {
      return refuse('LAST_MEMBER', 'The last member of a team cannot leave it: invite someone first.', [
        'id',
      ]);
    }
    if (member.role === 'owner' && (await em.count(Membership, { teamId, role: 'owner' })) === 1) {
      return refuse('LAST_OWNER', 'The last owner cannot leave the team: make someone else an owner first.', [
        'id',
      ]);
    }
    // In the order in which redeemCode and installApp lock them.
    const { revokeConsents, endPrivateInstalls } = ctx.services.apps.hooks;
    await revokeConsents(em, leaving);
    await em.nativeDelete(Membership, leaving);
    await revokeWaiting(ctx, em, { teamId, invitedBy: leaving.accountId });
    await endPrivateInstalls(ctx, em, leaving);
    await recordTeamEvent(ctx, em, [teamId], { kind: 'member.removed', subject: member.name });
    return { member, userErrors: NONE };
  });
}
