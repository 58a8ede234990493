import type { Transaction } from '#db/transaction.ts';
import type { Role } from '#kit/roles.ts';
import { tables } from '../../store/tables.ts';

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

/** Locks a team: who belongs to it, and as what, is changed by one transaction at a time. */
export const lockTeam = (em: Transaction, id: number) =>
  tables(em).selectFrom('teams').select('id').where('id', '=', id).forNoKeyUpdate().execute();

/** Returns a member as they are until this transaction ends; null for anyone else. */
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
