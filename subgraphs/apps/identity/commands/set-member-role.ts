import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { inWords, type Role } from '#kit/roles.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { readLimits } from '../operations/limits.ts';
import { findMember } from '../queries/members.ts';
import { asMember } from '../steps/as-member.ts';
import { Membership } from '../store/entities.ts';
import { revokeWaiting } from '../store/invitations.ts';
import type { MemberRow } from '../store/member-row.ts';

/** The member with their new role, or why it's unchanged. */
export type RoleSet = Refused & { readonly member?: MemberRow };

/**
 * Changes a member's role in the selected team, and their properties if given. From their next request, they
 * lose the old role's access: unredeemed consents and their invitations are deleted. A team always keeps an
 * owner: if two owners demote each other concurrently, the second is refused
 * (docs/interface/teams.md#members). Refuses with `NOT_FOUND`, `LAST_OWNER`, `INVALID`, `ROLE_REQUIRED` or
 * `TEAM_FORBIDDEN`.
 */
export async function setMemberRole(
  ctx: SubgraphContext,
  given: { readonly id: string; readonly role: Role; readonly propertyIds?: readonly string[] | null },
): Promise<RoleSet> {
  const limits = await readLimits(ctx, given.role, given.propertyIds ?? null);
  if ('userErrors' in limits) return limits;
  return asMember(ctx, [], async (em, { teamId }): Promise<RoleSet> => {
    const key = { accountId: parseId(given.id) ?? 0, teamId };
    const before = await findMember(em, key);
    if (!before) return refuse('NOT_FOUND', 'The team has no such member.', ['id']);
    if (before.role === 'owner' && given.role !== 'owner' && (await isLastOwner(em, teamId))) {
      return refuse('LAST_OWNER', 'A team needs at least one owner. Make someone else an owner first.', [
        'role',
      ]);
    }
    const kept = given.role === 'owner' ? null : before.propertyIds;
    const propertyIds = given.propertyIds == null ? kept : limits.propertyIds;
    await em.nativeUpdate(Membership, key, {
      role: given.role,
      propertyIds: propertyIds && [...propertyIds],
    });
    if (before.role !== given.role) {
      await ctx.services.apps.hooks.revokeConsents(ctx, em, key);
      await revokeWaiting(ctx, em, { teamId, invitedBy: key.accountId });
    }
    await recordTeamEvent(ctx, em, [teamId], {
      kind: 'member.role_set',
      subject: before.name,
      change: changeOf(before, { role: given.role, propertyIds }),
    });
    return { member: { ...before, role: given.role, propertyIds }, userErrors: NONE };
  });
}

const isLastOwner = async (em: Transaction, teamId: number) =>
  (await em.count(Membership, { teamId, role: 'owner' })) === 1;

type Standing = Pick<MemberRow, 'role' | 'propertyIds'>;

/** Returns e.g. `front desk → manager, limited to 2 properties`. */
function changeOf(before: Standing, after: Standing): string {
  const role =
    before.role === after.role ? inWords(after.role) : `${inWords(before.role)} → ${inWords(after.role)}`;
  return after.propertyIds === null ? role : `${role}, limited to properties ${after.propertyIds.join(', ')}`;
}
