import type { Transaction } from '#db/transaction.ts';
import type { Role } from '#kit/roles.ts';
import { tables } from '../../store/tables.ts';

/** Caller and team for a command. */
export interface Membered {
  readonly accountId: number;
  readonly teamId: number;
}

/** A team member's current role and limits. */
export interface MemberNow extends Membered {
  readonly role: Role;
  /** Properties they're limited to; null for all. */
  readonly propertyIds: readonly number[] | null;
}

/** Locks a team: only one transaction at a time changes its members and their roles. */
export const lockTeam = (em: Transaction, id: number) =>
  tables(em).selectFrom('teams').select('id').where('id', '=', id).forNoKeyUpdate().execute();

/** Returns a member whose membership can't change until this transaction ends; null for anyone else. */
export async function memberNow(em: Transaction, member: Membered): Promise<MemberNow | null> {
  const row = await tables(em)
    .selectFrom('memberships')
    .select(['role', 'propertyIds'])
    .where('accountId', '=', member.accountId)
    .where('teamId', '=', member.teamId)
    .forShare()
    .executeTakeFirst();
  return row ? { ...member, ...row } : null;
}

/** True if the account belongs to the team, and will until this transaction ends. */
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
