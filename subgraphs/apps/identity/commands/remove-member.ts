import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { parseId } from '#kit/ids.ts';
import { ROLES } from '#kit/roles.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { findMember } from '../queries/members.ts';
import { asMember } from '../steps/as-member.ts';
import { Membership } from '../store/entities.ts';
import { revokeWaiting } from '../store/invitations.ts';
import type { MemberRow } from '../store/member-row.ts';

/** The removed member, or why removal failed. */
export type Removed = Refused & { readonly member?: MemberRow };

/**
 * Removes a member, possibly the caller, from the selected team. Afterwards they have no access to the team:
 * the panel and access tokens check the membership on every call, their unredeemed consents and their
 * invitations are deleted, and their private apps, which only their own teams can have, are uninstalled. An
 * owner can remove anyone; other members can only remove themselves. Refuses with `NOT_FOUND`,
 * `ROLE_REQUIRED`, `LAST_MEMBER`, `LAST_OWNER` or `TEAM_FORBIDDEN`.
 */
export async function removeMember(ctx: SubgraphContext, id: string): Promise<Removed> {
  return asMember(ctx, ROLES, async (em, { teamId, accountId, role }): Promise<Removed> => {
    const leaving = { accountId: parseId(id) ?? 0, teamId };
    const member = await findMember(em, leaving);
    if (role !== 'owner' && leaving.accountId !== accountId) {
      return refuse(
        'ROLE_REQUIRED',
        'Only an owner can remove other members. You can leave the team yourself.',
        ['id'],
      );
    }
    if (!member) return refuse('NOT_FOUND', 'The team has no such member.', ['id']);
    if ((await em.count(Membership, { teamId })) === 1) {
      return refuse('LAST_MEMBER', "The last member of a team can't leave it. Invite someone first.", ['id']);
    }
    if (member.role === 'owner' && (await em.count(Membership, { teamId, role: 'owner' })) === 1) {
      return refuse('LAST_OWNER', "The last owner can't leave the team. Make someone else an owner first.", [
        'id',
      ]);
    }
    // Same lock order as redeemCode and installApp.
    const { revokeConsents, endPrivateInstalls } = ctx.services.apps.hooks;
    await revokeConsents(ctx, em, leaving);
    await em.nativeDelete(Membership, leaving);
    await revokeWaiting(ctx, em, { teamId, invitedBy: leaving.accountId });
    await endPrivateInstalls(ctx, em, leaving);
    await publish(ctx, em, 'member.removed', leaving);
    await recordTeamEvent(ctx, em, [teamId], { kind: 'member.removed', subject: member.name });
    return { member, userErrors: NONE };
  });
}
