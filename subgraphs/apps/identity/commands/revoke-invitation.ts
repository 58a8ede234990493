import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { parseId } from '#kit/ids.ts';
import { NONE, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { invitableBy } from '../domain/member-rules.ts';
import { asMember } from '../steps/as-member.ts';
import { type Invited, invitationColumns, isWaiting } from '../store/invitations.ts';

/**
 * Revokes an invitation to the selected team: its link stops working immediately. Another team's invitation
 * isn't found, nor is one for a role that the caller can't invite.
 */
export async function revokeInvitation(ctx: SubgraphContext, id: string): Promise<Invited> {
  return asMember(ctx, ['manager'], async (em, { teamId, role }): Promise<Invited> => {
    const invitation = await tables(em)
      .updateTable('team_invitations')
      .set({ status: 'revoked', endedAt: ctx.clock.now() })
      .where('id', '=', parseId(id) ?? 0)
      .where('teamId', '=', teamId)
      .where(isWaiting(ctx))
      .where(({ eb, fn, val }) => eb('role', '=', fn.any(val([...invitableBy(role)]))))
      .returning(invitationColumns(ctx))
      .executeTakeFirst();
    if (!invitation)
      return refuse('NOT_FOUND', 'The invitation was used or revoked, or has expired.', ['id']);
    await recordTeamEvent(ctx, em, [teamId], { kind: 'invitation.revoked', subject: invitation.name });
    return { invitation, userErrors: NONE };
  });
}
