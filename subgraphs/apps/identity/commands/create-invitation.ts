import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { isName } from '#kit/names.ts';
import { mintToken } from '#kit/secrets.ts';
import { NONE, refuse } from '../../errors.ts';
import { INVITATION_TTL_MS, MOST_INVITATIONS } from '../domain/invitations.ts';
import type { Invited } from '../store/invitations.ts';
import { INVITATION, type InvitationRow } from '../store/invitations.ts';
import { asMember } from '../store/membership.ts';

/**
 * Creates an invitation to the chosen team: a link with 32 random bytes, of which the SHA-256 is kept, good once and for 7
 * days. Refuses with `INVALID`, with `LIMIT_REACHED` while 50 wait, or with `TEAM_FORBIDDEN`.
 */
export async function createInvitation(
  ctx: SubgraphContext,
  given: { readonly name: string },
): Promise<Invited> {
  const name = given.name.trim();
  if (!isName(name, 60)) {
    return refuse('INVALID', 'Enter who it is for, in 1 to 60 visible characters.', ['input', 'name']);
  }
  return asMember(ctx, async (em, { accountId, teamId }): Promise<Invited> => {
    const db = em.getKysely<unknown>();
    const now = ctx.clock.now();
    const { rows: waiting } = await sql`
      SELECT 1 FROM apps.team_invitations WHERE team_id = ${teamId} AND expires_at > ${now}`.execute(db);
    if (waiting.length >= MOST_INVITATIONS) {
      return refuse('LIMIT_REACHED', `The team has ${MOST_INVITATIONS} open invitations. Revoke one first.`);
    }
    const { plain, hash } = mintToken('');
    const expiresAt = new Date(now.getTime() + INVITATION_TTL_MS);
    const { rows } = await sql<InvitationRow>`
      INSERT INTO apps.team_invitations AS i (team_id, invited_by, name, token_hash, created_at, expires_at)
      VALUES (${teamId}, ${accountId}, ${name}, ${hash}, ${now}, ${expiresAt})
      RETURNING ${INVITATION}`.execute(db);
    const [invitation] = rows;
    if (!invitation) throw new Error('PostgreSQL did not return the invitation.');
    await recordTeamEvent(ctx, em, [teamId], { kind: 'invitation.created', subject: name });
    return { invitation, path: `/join/${plain}`, userErrors: NONE };
  });
}
