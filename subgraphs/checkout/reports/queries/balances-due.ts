import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { readingSlice } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import type { Minor } from '#kit/money.ts';
import { teamOf } from '../../access.ts';
import { FOLIO_BALANCE } from '../../folio/store/folio-sums.ts';

/** A booking whose guest owes money. */
export interface BalanceRow {
  readonly bookingId: number;
  readonly reference: string;
  readonly currency: string;
  readonly balance: Minor;
  readonly dueOn: string;
  readonly checkIn: string;
  readonly checkOut: string;
  /** Due date as a day number. */
  readonly place: number;
}

/** Day by which a balance is due, as indexed by `bookings_balance_due`. */
const PLACE = sql<number>`(coalesce(b.balance_due_on, b.check_in) - DATE '1970-01-01')`;

/** The same condition as in the index `bookings_balance_due`. */
const OWES = sql`b.status IN ('confirmed', 'cancelled') AND b.paid + b.excess_paid - b.refunded < coalesce(b.charged, b.total)`;

/** Lists the team's bookings with a balance to pay, by due date. Unpaid holds and test bookings aren't among them. */
export async function balancesDue(ctx: SubgraphContext, listing: Listing): Promise<Page<BalanceRow>> {
  const slice = readSlice(listing, 2);
  const values = ([day, id]: readonly [number, number]) => [sql`${day}::integer`, sql`${id}::bigint`];
  const { within, orderBy, limit } = readingSlice(slice, { columns: [PLACE, sql`b.id`], values });
  const { rows } = await sql<BalanceRow>`
    SELECT b.id::float8 AS "bookingId", b.reference, b.currency, ${FOLIO_BALANCE} AS balance, ${PLACE} AS place,
      coalesce(b.balance_due_on, b.check_in)::text AS "dueOn", b.check_in::text AS "checkIn", b.check_out::text AS "checkOut"
    FROM checkout.bookings b
    WHERE b.team_id = ${teamOf(ctx.viewer) ?? 0} AND ${inReach(ctx.viewer, sql.ref('b.property_id'))}
      AND ${OWES} AND ${FOLIO_BALANCE} > 0 AND NOT b.test AND ${within} ${orderBy} ${limit}`.execute(
    statements(ctx),
  );
  return pageOf(rows, slice, ({ place, bookingId }) => [place, bookingId]);
}
