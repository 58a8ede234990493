import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import type { Role } from '#kit/roles.ts';
import { chosenTeamId, panelUserId } from '../../access.ts';
import { type Refused, refuse } from '../../errors.ts';
import { MOST_TEAMS } from '../domain/invitations.ts';
import { Account, Membership } from './entities.ts';

/** Whose command it is, and on which team. */
export interface Membered {
  readonly accountId: number;
  readonly teamId: number;
}

/**
 * Runs `work` on the chosen team as one of its members, the team locked: who belongs to it is changed by one at a time.
 * Refuses with `TEAM_FORBIDDEN` anyone who is no member any more.
 */
export async function asMember<T extends Refused>(
  ctx: SubgraphContext,
  work: (em: Transaction, member: Membered) => Promise<T>,
): Promise<T | Refused> {
  const member = { accountId: panelUserId(ctx), teamId: chosenTeamId(ctx) };
  return inTransaction(ctx, async (em) => {
    const db = em.getKysely<unknown>();
    await sql`SELECT 1 FROM apps.teams WHERE id = ${member.teamId} FOR NO KEY UPDATE`.execute(db);
    if (await staysMember(em, member)) return work(em, member);
    return refuse('TEAM_FORBIDDEN', 'Your account is not a member of the team.');
  });
}

/** Whether the account belongs to the team, which it does until this transaction ends. */
export async function staysMember(em: Transaction, { accountId, teamId }: Membered): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM apps.memberships WHERE account_id = ${accountId} AND team_id = ${teamId} FOR KEY SHARE`.execute(
    em.getKysely<unknown>(),
  );
  return rows.length > 0;
}

/** Whose membership it will be, and what they will be on the team: an owner where not said. */
export interface Joining extends Membered {
  readonly role?: Role;
  readonly propertyIds?: readonly number[] | null;
}

/** Makes an account a member of a team in the caller's transaction, as long as it belongs to fewer teams than it may. */
export async function addToTeam(
  ctx: SubgraphContext,
  em: Transaction,
  { accountId, teamId, role = 'owner', propertyIds = null }: Joining,
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
  em.create(Membership, {
    accountId,
    teamId,
    role,
    propertyIds: propertyIds && [...propertyIds],
    createdAt: ctx.clock.now(),
  });
  await em.flush();
  const doer = { accountId, installId: null, address };
  await recordTeamEvent(ctx, em, [teamId], { kind: 'member.joined', subject: account.name }, doer);
  return 'added';
}
