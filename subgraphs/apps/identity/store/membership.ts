import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { holdsRole, inWords, type Role, rolesInWords } from '#kit/roles.ts';
import { chosenTeamId, panelUserId } from '../../access.ts';
import { type Refused, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { MOST_TEAMS } from '../domain/invitations.ts';
import { Account, Membership } from './entities.ts';

/** Whose command it is, and on which team. */
export interface Membered {
  readonly accountId: number;
  readonly teamId: number;
}

/** Someone on a team, as they are now. */
export interface MemberNow extends Membered {
  readonly role: Role;
  /** Properties they are limited to; null for all. */
  readonly propertyIds: readonly number[] | null;
}

/**
 * Runs `work` on the chosen team as one of its members, the team locked: who belongs to it, and as what, is changed by one at a
 * time. Of those who wait, one who lost the role meanwhile is refused with `ROLE_REQUIRED`, anyone who is no member any more with
 * `TEAM_FORBIDDEN`. `roles` suffice besides `owner`.
 */
export async function asMember<T extends Refused>(
  ctx: SubgraphContext,
  roles: readonly Role[],
  work: (em: Transaction, member: MemberNow) => Promise<T>,
): Promise<T | Refused> {
  const member = { accountId: panelUserId(ctx), teamId: chosenTeamId(ctx) };
  return inTransaction(ctx, async (em) => {
    await lockTeam(em, member.teamId);
    const now = await memberNow(em, member);
    if (!now) return refuse('TEAM_FORBIDDEN', 'Your account does not belong to the team.');
    if (!holdsRole(now.role, roles)) {
      return refuse('ROLE_REQUIRED', `This needs the role ${rolesInWords(roles)} on the team.`);
    }
    return work(em, now);
  });
}

const lockTeam = (em: Transaction, id: number) =>
  tables(em).selectFrom('teams').select('id').where('id', '=', id).forNoKeyUpdate().execute();

async function memberNow(em: Transaction, member: Membered): Promise<MemberNow | null> {
  const row = await tables(em)
    .selectFrom('memberships')
    .select(['role', 'propertyIds'])
    .where('accountId', '=', member.accountId)
    .where('teamId', '=', member.teamId)
    .forShare()
    .executeTakeFirst();
  return row ? { ...member, ...row } : null;
}

/** Whether the account belongs to the team, which it does until this transaction ends. */
export async function staysMember(em: Transaction, { accountId, teamId }: Membered): Promise<boolean> {
  const membership = await tables(em)
    .selectFrom('memberships')
    .select('teamId')
    .where('accountId', '=', accountId)
    .where('teamId', '=', teamId)
    .forKeyShare()
    .executeTakeFirst();
  return membership !== undefined;
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
  await recordTeamEvent(
    ctx,
    em,
    [teamId],
    { kind: 'member.joined', subject: account.name, change: inWords(role) },
    doer,
  );
  return 'added';
}
