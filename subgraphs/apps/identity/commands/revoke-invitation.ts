import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { parseId } from '#kit/ids.ts';
import { NONE, refuse } from '../../errors.ts';
import { invitableBy } from '../domain/member-rules.ts';
import { type InvitationRow, type Invited, invitationColumns, isWaiting } from '../store/invitations.ts';
import { asMember } from '../store/membership.ts';

/** Revokes an invitation to the chosen team: its link stops working at once. Another team's is not found, nor is one for
 * a role that the one who asks could not invite to. */
export async function revokeInvitation(ctx: SubgraphContext, id: string): Promise<Invited> {
  return asMember(ctx, ['manager'], async (em, { teamId, role }): Promise<Invited> => {
    const { rows } = await sql<InvitationRow>`
      UPDATE apps.team_invitations i SET status = 'revoked', ended_at = ${ctx.clock.now()}
      WHERE i.id = ${parseId(id) ?? 0} AND i.team_id = ${teamId} AND ${isWaiting(ctx)}
        AND i.role = ANY(${[...invitableBy(role)]}::text[])
      RETURNING ${invitationColumns(ctx)}`.execute(em.getKysely<unknown>());
    const [invitation] = rows;
    if (!invitation) return refuse('NOT_FOUND', 'The invitation was used, revoked or has expired.', ['id']);
    await recordTeamEvent(ctx, em, [teamId], { kind: 'invitation.revoked', subject: invitation.name });
    return { invitation, userErrors: NONE };
  });
}
