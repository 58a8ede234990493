import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { idInReach } from '#db/reach.ts';
import { reader, statements } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import { FOLIO_ENTRY_COLUMNS, type FolioEntryRow } from '../../store/columns.ts';
import { type Booking, BookingEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import {
  derivedCharges,
  derivedPayment,
  type FolioBooking,
  type NewEntry,
} from '../domain/derived-entries.ts';
import { claimed, sumsOf } from '../domain/folio-sums.ts';

/** A booking as its folio's parent. */
export type FolioRow = Omit<FolioBooking, 'totals'> & {
  readonly folioVersion: number;
  /** Undefined in lists, which load the totals only if needed. */
  readonly totals?: Booking['totals'];
};

/** Lists a folio's charges: none for a released booking, which owes nothing. */
export async function chargesOf(ctx: SubgraphContext, booking: FolioRow): Promise<readonly NewEntry[]> {
  if (booking.status === 'released') return [];
  if (booking.charged !== null) {
    return (await entriesOf(ctx, booking)).filter(({ entry }) => entry === 'charge');
  }
  const totals = booking.totals ?? (await totalsByBooking(ctx, booking.id)) ?? [];
  return derivedCharges({ ...booking, totals });
}

/** Totals of bookings that a list loaded without them. */
const totalsByBooking = batch<number, Booking['totals']>(async (ctx, ids) => {
  const bookings = await tables(reader(ctx))
    .selectFrom('bookings')
    .select(['id', 'totals'])
    .where('id', 'in', ids)
    .execute();
  return new Map(bookings.map(({ id, totals }) => [id, totals]));
});

/** Lists a folio's payments. */
export async function paymentsOf(ctx: SubgraphContext, booking: FolioRow): Promise<readonly NewEntry[]> {
  const stored = await entriesOf(ctx, booking);
  const derived = derivedPayment(booking, stored);
  return [...(derived ? [derived] : []), ...stored.filter(({ entry }) => entry === 'payment')];
}

/** Lists a folio's refunds. */
export const refundsOf = async (ctx: SubgraphContext, booking: FolioRow): Promise<readonly FolioEntryRow[]> =>
  (await entriesOf(ctx, booking)).filter(({ entry }) => entry === 'refund');

/** Returns the amount that can still be refunded. */
export async function refundable(ctx: SubgraphContext, booking: FolioRow): Promise<number> {
  const refunds = (await refundsOf(ctx, booking)).filter(({ status }) => status !== 'due');
  return Math.max(0, sumsOf(booking).paid - claimed(refunds));
}

async function entriesOf(ctx: SubgraphContext, { id }: FolioRow): Promise<readonly FolioEntryRow[]> {
  return (await entriesByBooking(ctx, id)) ?? [];
}

/** Runs one statement per request. */
const entriesByBooking = batch<number, FolioEntryRow[]>(async (ctx, ids) => {
  const { rows } = await sql<FolioEntryRow>`
    SELECT ${FOLIO_ENTRY_COLUMNS} FROM checkout.folio_entries WHERE booking_id = ANY (${[...ids]}::bigint[])
    ORDER BY booking_id, number`.execute(statements(ctx));
  return Map.groupBy(rows, ({ bookingId }) => bookingId);
});

/** Finds a booking that the viewer can reach; null otherwise. */
export async function folioInReach(
  ctx: SubgraphContext,
  bookingId: string,
): Promise<{ readonly id: number; readonly propertyId: number } | null> {
  const id = parseWideId(bookingId);
  const teamId = teamOf(ctx.viewer);
  if (id === null || teamId === null) return null;
  const propertyId = idInReach(ctx.viewer);
  const where = { id, teamId, ...(propertyId && { propertyId }) };
  return reader(ctx).findOne(BookingEntity, where, { fields: ['id', 'propertyId'] });
}

/**
 * Returns the id of the booking whose folio has the entry with this id, if the viewer can reach it; null
 * otherwise.
 */
export async function bookingOfEntry(ctx: SubgraphContext, id: string): Promise<number | null> {
  const [bookingId = ''] = id.split('-');
  return (await folioInReach(ctx, bookingId))?.id ?? null;
}

/** Lists completed and pending refunds, except those of payments that the booking didn't accept. */
export async function acceptedRefundsOf(
  ctx: SubgraphContext,
  booking: FolioRow,
): Promise<readonly FolioEntryRow[]> {
  const entries = await entriesOf(ctx, booking);
  const isExcess = (id: string | null) =>
    entries.some((one) => one.entry === 'payment' && !one.accepted && one.paymentSessionId === id);
  return entries.filter(
    ({ entry, status, refundSessionId, paymentSessionId }) =>
      entry === 'refund' &&
      (status !== 'due' || refundSessionId !== null) &&
      (paymentSessionId === null || !isExcess(paymentSessionId)),
  );
}
