import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import { inWords, type Role } from '#kit/roles.ts';
import { MOST_TEAMS } from '../domain/invitations.ts';
import { Account, Membership } from '../store/entities.ts';
import type { Membered } from '../store/membership.ts';

/** An account and its role on the team; `owner` if the role is undefined. */
export interface Joining extends Membered {
  readonly role?: Role;
  readonly propertyIds?: readonly number[] | null;
}

/** Adds an account to a team in the caller's transaction, unless it has reached its team limit. */
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
