import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Refused, refuse } from '../../errors.ts';

/** What someone hears whose link does not work: not which of the reasons it is. */
export const INVITATION_OVER = refuse(
  'INVITATION_OVER',
  'This invitation was used, revoked or has expired. Ask for a new one.',
);

/** An open invitation by its token's SHA-256, its row locked; null if there is none. */
export async function lockInvitation(ctx: SubgraphContext, em: Transaction, tokenHash: string) {
  const { rows } = await sql<{ readonly id: number; readonly teamId: number; readonly team: string }>`
    SELECT i.id, i.team_id AS "teamId", t.slug AS team
    FROM apps.team_invitations i JOIN apps.teams t ON t.id = i.team_id
    WHERE i.token_hash = ${tokenHash} AND i.expires_at > ${ctx.clock.now()}
    FOR UPDATE OF i`.execute(em.getKysely<unknown>());
  return rows[0] ?? null;
}

/** Takes an invitation that someone followed off the list. */
export async function useUp(em: Transaction, id: number): Promise<void> {
  await sql`DELETE FROM apps.team_invitations WHERE id = ${id}`.execute(em.getKysely<unknown>());
}

/** An invitation that still waits for someone. */
export interface InvitationRow {
  readonly id: number;
  readonly name: string;
  readonly invitedBy: string;
  readonly createdAt: Date | string;
  readonly expiresAt: Date | string;
}

/** The columns of an `InvitationRow`: `i` is the invitation. */
export const INVITATION = sql`i.id, i.name, (SELECT a.name FROM apps.accounts a WHERE a.id = i.invited_by) AS "invitedBy",
  i.created_at AS "createdAt", i.expires_at AS "expiresAt"`;

/** An invitation, or why there is none. */
export type Invited = Refused & { readonly invitation?: InvitationRow; readonly path?: string };
