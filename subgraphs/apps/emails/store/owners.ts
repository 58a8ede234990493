import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import type { BookingReader } from './booking-readers.ts';

/** Maximum number of owners emailed, starting with the earliest to join. */
const MOST_OWNERS = 50;

/** Finds a team's owners with a confirmed address. */
export const findOwners = (em: Transaction, teamId: number): Promise<readonly BookingReader[]> =>
  tables(em)
    .selectFrom('memberships as m')
    .innerJoin('accounts as a', 'a.id', 'm.accountId')
    .innerJoin('teams as t', 't.id', 'm.teamId')
    .select(['a.id as accountId', 'a.email', 'a.name', 'a.locale', 't.slug as team'])
    .where('m.teamId', '=', teamId)
    .where('m.role', '=', 'owner')
    .where('a.status', '=', 'active')
    .orderBy('m.createdAt')
    .orderBy('a.id')
    .limit(MOST_OWNERS)
    .execute();
