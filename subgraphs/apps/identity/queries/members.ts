import { type RawBuilder, sql } from 'kysely';
import { microsecondsOf } from '#db/changes.ts';
import type { SubgraphContext } from '#db/context.ts';
import { byInstant, readingSlice } from '#db/slice.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { chosenTeamId, panelUserId } from '../../access.ts';
import type { OpenInvitation } from '../../generated.ts';
import { MOST_INVITATIONS, MOST_LISTED } from '../domain/invitations.ts';
import { type InvitationRow, invitationColumns, isWaiting } from '../store/invitations.ts';
import type { MemberRow } from '../store/member-row.ts';

/** The columns of a `MemberRow`: `a` is the account, `m` the membership. */
const MEMBER = sql`a.id, a.name, a.email, m.created_at AS "joinedAt", m.role, to_jsonb(m.property_ids) AS "propertyIds"`;

/** Anyone who asks is on the chosen team: of any other team nothing is shown. */
const onChosenTeam = (ctx: SubgraphContext): RawBuilder<unknown> =>
  sql`EXISTS (SELECT 1 FROM apps.memberships own
    WHERE own.team_id = ${chosenTeamId(ctx)} AND own.account_id = ${panelUserId(ctx)})`;

/** A page of the members of the chosen team, in the order they joined it. */
export async function findMembers(ctx: SubgraphContext, listing: Listing): Promise<Page<MemberRow>> {
  const slice = readSlice(listing, 2);
  const { within, orderBy, limit } = readingSlice(slice, byInstant('m.created_at', 'm.account_id'));
  const { rows } = await sql<MemberRow & { readonly joinedUs: number }>`
    SELECT ${MEMBER}, ${microsecondsOf('m.created_at')} AS "joinedUs"
    FROM apps.memberships m JOIN apps.accounts a ON a.id = m.account_id
    WHERE m.team_id = ${chosenTeamId(ctx)} AND ${onChosenTeam(ctx)} AND ${within}
    ${orderBy} ${limit}`.execute(statements(ctx));
  return pageOf(rows, slice, ({ joinedUs, id }) => [joinedUs, id]);
}

/** One member of a team; null if the account is none. In the caller's transaction. */
export async function findMember(
  em: Transaction,
  { accountId, teamId }: { readonly accountId: number; readonly teamId: number },
): Promise<MemberRow | null> {
  const { rows } = await sql<MemberRow>`
    SELECT ${MEMBER}
    FROM apps.memberships m JOIN apps.accounts a ON a.id = m.account_id
    WHERE m.team_id = ${teamId} AND m.account_id = ${accountId}`.execute(em.getKysely<unknown>());
  return rows[0] ?? null;
}

/** Invitations to the chosen team that still wait for someone, newest first; with `ended` also those of the last 30 days that do not. */
export async function findInvitations(
  ctx: SubgraphContext,
  { ended }: { readonly ended: boolean },
): Promise<readonly InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    SELECT ${invitationColumns(ctx)} FROM apps.team_invitations i
    WHERE i.team_id = ${chosenTeamId(ctx)} AND ${onChosenTeam(ctx)} AND (${ended} OR ${isWaiting(ctx)})
    ORDER BY i.id DESC LIMIT ${ended ? MOST_LISTED : MOST_INVITATIONS}`.execute(statements(ctx));
  return rows;
}

/** The invitation of a link, by its token's SHA-256; null if it was used or revoked, or its time is over. */
export async function findOpenInvitation(
  ctx: SubgraphContext,
  tokenHash: string,
): Promise<OpenInvitation | null> {
  const accountId = ctx.viewer.kind === 'hostUser' ? ctx.viewer.accountId : null;
  const { rows } = await sql<OpenInvitation>`
    SELECT t.slug AS team, t.name AS "teamName", a.name AS "invitedBy", i.role,
      EXISTS (SELECT 1 FROM apps.memberships m
        WHERE m.team_id = t.id AND m.account_id = ${accountId}) AS "isMember"
    FROM apps.team_invitations i
    JOIN apps.teams t ON t.id = i.team_id
    JOIN apps.accounts a ON a.id = i.invited_by
    WHERE i.token_hash = ${tokenHash} AND ${isWaiting(ctx)} AND t.status = 'active'`.execute(statements(ctx));
  return rows[0] ?? null;
}
