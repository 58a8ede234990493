import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Role } from '#kit/roles.ts';
import { type Refused, refuse } from '../../errors.ts';

/** What someone hears whose link does not work: not which of the reasons it is. */
export const INVITATION_OVER = refuse(
  'INVITATION_OVER',
  'This invitation was used, revoked or has expired. Ask for a new one.',
);

/** An invitation that someone follows. */
export interface LockedInvitation {
  readonly id: number;
  readonly teamId: number;
  readonly team: string;
  readonly role: Role;
  /** The only address that may use it; null for any. */
  readonly email: string | null;
  readonly propertyIds: readonly number[] | null;
}

/** Whether the invitation `i` can still be followed. */
export const isWaiting = ({ clock }: Pick<SubgraphContext, 'clock'>): RawBuilder<boolean> =>
  sql`(i.status = 'waiting' AND i.expires_at > ${clock.now()})`;

/** What someone hears who follows an invitation that was mailed to someone else. */
export const INVITATION_OF_ANOTHER = refuse(
  'INVITATION_OF_ANOTHER',
  'This invitation is for another e-mail address. Sign in with the account that was invited, or ask for a new one.',
);

/** An open invitation by its token's SHA-256, its row locked; null if there is none. */
export async function lockInvitation(ctx: SubgraphContext, em: Transaction, tokenHash: string) {
  const { rows } = await sql<LockedInvitation>`
    SELECT i.id, i.team_id AS "teamId", t.slug AS team, i.role, i.email, to_jsonb(i.property_ids) AS "propertyIds"
    FROM apps.team_invitations i JOIN apps.teams t ON t.id = i.team_id
    WHERE i.token_hash = ${tokenHash} AND ${isWaiting(ctx)} AND t.status = 'active'
    FOR UPDATE OF i`.execute(em.getKysely<unknown>());
  return rows[0] ?? null;
}

/** Ends an invitation that someone followed. */
export async function useUp(ctx: SubgraphContext, em: Transaction, id: number): Promise<void> {
  await sql`
    UPDATE apps.team_invitations SET status = 'accepted', ended_at = ${ctx.clock.now()}
    WHERE id = ${id}`.execute(em.getKysely<unknown>());
}

/** Revokes what invitations of a team still wait, all or those one member made. */
export async function revokeWaiting(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, invitedBy }: { readonly teamId: number; readonly invitedBy: number | null },
): Promise<void> {
  await sql`
    UPDATE apps.team_invitations SET status = 'revoked', ended_at = ${ctx.clock.now()}
    WHERE team_id = ${teamId} AND coalesce(invited_by = ${invitedBy}::int, true) AND status = 'waiting'`.execute(
    em.getKysely<unknown>(),
  );
}

/** An invitation, as its team sees it. */
export interface InvitationRow {
  readonly role: Role;
  readonly email: string | null;
  readonly propertyIds: readonly number[] | null;
  readonly status: 'waiting' | 'accepted' | 'revoked' | 'expired';
  readonly id: number;
  readonly name: string;
  readonly invitedBy: string;
  readonly createdAt: Date | string;
  readonly expiresAt: Date | string;
}

/** The columns of an `InvitationRow`: `i` is the invitation. */
export const invitationColumns = ({
  clock,
}: Pick<SubgraphContext, 'clock'>) => sql`i.id, i.name, i.role, i.email,
  to_jsonb(i.property_ids) AS "propertyIds",
  CASE WHEN i.status = 'waiting' AND i.expires_at <= ${clock.now()} THEN 'expired' ELSE i.status END AS status, (SELECT a.name FROM apps.accounts a WHERE a.id = i.invited_by) AS "invitedBy",
  i.created_at AS "createdAt", i.expires_at AS "expiresAt"`;

/** An invitation, or why there is none. */
export type Invited = Refused & { readonly invitation?: InvitationRow; readonly path?: string };
