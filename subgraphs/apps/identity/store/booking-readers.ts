import { sql } from 'kysely';
import type { Transaction } from '#db/transaction.ts';
import { BOOKING_READERS } from '../domain/booking-readers.ts';

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

/** Members of a team who may see a booking at a property, with an address that is proved to be theirs. */
export async function findBookingReaders(
  em: Transaction,
  { teamId, propertyId }: { readonly teamId: number; readonly propertyId: number },
): Promise<readonly BookingReader[]> {
  const { rows } = await sql<BookingReader>`
    SELECT a.id AS "accountId", a.email, a.name, a.locale, t.slug AS team
    FROM apps.memberships m JOIN apps.accounts a ON a.id = m.account_id JOIN apps.teams t ON t.id = m.team_id
    WHERE m.team_id = ${teamId} AND m.role = ANY (${[...BOOKING_READERS]}::text[]) AND a.status = 'active'
      AND coalesce(${propertyId}::int = ANY (m.property_ids), true)
    ORDER BY m.created_at, a.id LIMIT ${MOST_READERS}`.execute(em.getKysely<unknown>());
  return rows;
}
