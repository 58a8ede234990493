import type { Transaction } from '#db/transaction.ts';
import type { Role } from '#kit/roles.ts';
import { tables } from '../../store/tables.ts';
import { BOOKING_READERS } from '../domain/booking-readers.ts';
import type { NoticeKind } from '../domain/notices.ts';

/** A member who gets an email. */
export interface BookingReader {
  readonly accountId: number;
  readonly email: string;
  readonly name: string;
  readonly locale: string | null;
  /** Team slug. */
  readonly team: string;
}

/** Maximum number of members emailed about one booking, starting with the earliest to join. */
const MOST_READERS = 50;

interface Reached {
  readonly teamId: number;
  /** If null, only members with access to every property get an email. */
  readonly propertyId: number | null;
  /** Excludes members who unsubscribed from such notices. */
  readonly kind: NoticeKind;
}

/**
 * Finds team members with a confirmed address, access to the property and a matching role (by default, roles
 * that can see bookings).
 */
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
