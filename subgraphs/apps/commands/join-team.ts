import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { MOST_TEAMS } from '../domain/invitations.ts';
import { Account, Membership } from '../entities/accounts.ts';
import { NONE, type Refused, refuse } from '../refusals.ts';
import { panelUserId } from '../viewers.ts';
import type { Membered } from './as-member.ts';

/** The slug of the team that was joined, or why none was. */
export type Joined = Refused & { readonly team?: string };

/**
 * Joins the team of an invitation, which is used up: of any number at once one joins. A member already leaves it as it is.
 * Refuses with `INVITATION_OVER` or `LIMIT_REACHED`.
 */
export async function joinTeam(ctx: IslandContext, tokenHash: string): Promise<Joined> {
  const accountId = panelUserId(ctx);
  return inTransaction(ctx, async (em): Promise<Joined> => {
    const invitation = await lockInvitation(ctx, em, tokenHash);
    if (!invitation) return INVITATION_OVER;
    const { id, teamId, team } = invitation;
    const added = await addToTeam(ctx, em, { accountId, teamId });
    if (added === 'full') {
      return refuse('LIMIT_REACHED', `You belong to ${MOST_TEAMS} teams already. Leave one of them first.`);
    }
    if (added === 'added') await useUp(em, id);
    return { team, userErrors: NONE };
  });
}

/** What somebody hears whose link does not work: not which of the reasons it is. */
export const INVITATION_OVER = refuse(
  'INVITATION_OVER',
  'This invitation was used or revoked, or its time is over. Ask for a new one.',
);

/** An open invitation by its token's SHA-256, its row locked; null where there is none. */
export async function lockInvitation(ctx: IslandContext, em: Transaction, tokenHash: string) {
  const { rows } = await sql<{ readonly id: number; readonly teamId: number; readonly team: string }>`
    SELECT i.id, i.team_id AS "teamId", t.slug AS team
    FROM apps.team_invitations i JOIN apps.teams t ON t.id = i.team_id
    WHERE i.token_hash = ${tokenHash} AND i.expires_at > ${ctx.clock.now()}
    FOR UPDATE OF i`.execute(em.getKysely<unknown>());
  return rows[0] ?? null;
}

/** Takes an invitation that somebody followed off the list. */
export async function useUp(em: Transaction, id: number): Promise<void> {
  await sql`DELETE FROM apps.team_invitations WHERE id = ${id}`.execute(em.getKysely<unknown>());
}

/** Makes an account a member of a team in the caller's transaction, as long as it belongs to fewer teams than it may. */
export async function addToTeam(
  ctx: IslandContext,
  em: Transaction,
  { accountId, teamId }: Membered,
  address: string | null = ctx.address ?? null,
): Promise<'added' | 'member' | 'full'> {
  const account = await em.findOneOrFail(
    Account,
    { id: accountId },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const teams = await em.find(Membership, { accountId });
  if (teams.some((membership) => membership.teamId === teamId)) return 'member';
  if (teams.length >= MOST_TEAMS) return 'full';
  em.create(Membership, { accountId, teamId, createdAt: ctx.clock.now() });
  await em.flush();
  const doer = { accountId, installId: null, address };
  await recordTeamEvent(ctx, em, [teamId], { kind: 'member.joined', subject: account.name }, doer);
  return 'added';
}
