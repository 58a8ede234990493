import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { parseId } from '#kit/ids.ts';
import { NONE, refuse } from '../../errors.ts';
import type { Invited } from '../store/invitations.ts';
import { INVITATION, type InvitationRow } from '../store/invitations.ts';
import { asMember } from '../store/membership.ts';

/** Revokes an invitation to the chosen team: its link stops working at once. Another team's is not found. */
export async function revokeInvitation(ctx: SubgraphContext, id: string): Promise<Invited> {
  return asMember(ctx, async (em, { teamId }): Promise<Invited> => {
    const { rows } = await sql<InvitationRow>`
      DELETE FROM apps.team_invitations i
      WHERE i.id = ${parseId(id) ?? 0} AND i.team_id = ${teamId} AND i.expires_at > ${ctx.clock.now()}
      RETURNING ${INVITATION}`.execute(em.getKysely<unknown>());
    const [invitation] = rows;
    if (!invitation) return refuse('NOT_FOUND', 'The invitation was used, revoked or has expired.', ['id']);
    await recordTeamEvent(ctx, em, [teamId], { kind: 'invitation.revoked', subject: invitation.name });
    return { invitation, userErrors: NONE };
  });
}
