import type { Transaction } from '#db/transaction.ts';
import type { Role } from '#kit/roles.ts';
import { tables } from '../../store/tables.ts';
import { BOOKING_READERS } from '../domain/booking-readers.ts';
import type { NoticeKind } from '../domain/notices.ts';

/** A member who is written to. */
export interface BookingReader {
  readonly accountId: number;
  readonly email: string;
  readonly name: string;
  readonly locale: string | null;
  /** Slug of the team. */
  readonly team: string;
}

/** At most so many members are written to about one booking: the ones who joined first. */
const MOST_READERS = 50;

interface Reached {
  readonly teamId: number;
  /** Null where it is about no property: only members who reach all of them are written to. */
  readonly propertyId: number | null;
  /** Members who unsubscribed from such notices are left out. */
  readonly kind: NoticeKind;
}

/** Members of a team who may see a booking at a property, with an address that is proved to be theirs; or those of other roles. */
export async function findBookingReaders(
  em: Transaction,
  { teamId, propertyId, kind }: Reached,
  roles: readonly Role[] = BOOKING_READERS,
): Promise<readonly BookingReader[]> {
  return tables(em)
    .selectFrom('memberships as m')
    .innerJoin('accounts as a', 'a.id', 'm.accountId')
    .innerJoin('teams as t', 't.id', 'm.teamId')
    .select(['a.id as accountId', 'a.email', 'a.name', 'a.locale', 't.slug as team'])
    .where('m.teamId', '=', teamId)
    .where('m.role', 'in', roles)
    .where('a.status', '=', 'active')
    .where(({ not, eb, val, fn }) => not(eb(val<string>(kind), '=', fn.any('m.muted'))))
    .where(({ or, eb, val, fn }) =>
      or([eb('m.propertyIds', 'is', null), eb(val(propertyId), '=', fn.any('m.propertyIds'))]),
    )
    .orderBy('m.createdAt')
    .orderBy('a.id')
    .limit(MOST_READERS)
    .execute();
}
