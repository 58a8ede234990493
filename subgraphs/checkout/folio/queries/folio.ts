import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import { columnsOf } from '#db/columns.ts';
import type { SubgraphContext } from '#db/context.ts';
import { idInReach } from '#db/reach.ts';
import { reader, statements } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { type SelectionInfo, selectsOnly } from '#kit/selected-fields.ts';
import { teamOf } from '../../access.ts';
import { FOLIO_ENTRY_COLUMNS, type FolioEntryRow } from '../../store/columns.ts';
import { type Booking, BookingEntity } from '../../store/entities.ts';
import {
  derivedCharges,
  derivedPayment,
  type FolioBooking,
  type NewEntry,
} from '../domain/derived-entries.ts';
import { claimed, sumsOf } from '../domain/folio-sums.ts';

/** A folio: its booking and, unless only its sums are selected, its stored entries. Lists load no totals. */
export type FolioRow = Omit<FolioBooking, 'totals'> &
  Pick<Booking, 'folioVersion'> &
  Partial<Pick<Booking, 'totals'>> & { readonly entries?: readonly FolioEntryRow[] };

/** Booking fields from which sums and derived entries are computed, and which can change. */
const STATE = [
  ...(['status', 'total', 'totals', 'checkIn', 'paid', 'refundDue'] as const),
  ...(['charged', 'excessPaid', 'refunded', 'folioVersion'] as const),
] as const;

/** A folio as of one moment. */
type Folio = Pick<Booking, (typeof STATE)[number]> & { readonly entries: readonly FolioEntryRow[] };

/** Fields of a folio that need no entries. */
const SUMS: ReadonlySet<string> = new Set([
  ...(['id', 'version', 'currency', 'total', 'paid', 'refunded', 'balance'] as const),
]);

/** Returns a booking's folio, with its entries if they're selected. */
export const folioOf = async (
  ctx: SubgraphContext,
  booking: FolioRow,
  info: SelectionInfo,
): Promise<FolioRow> => (selectsOnly(info, SUMS) ? booking : withEntries(ctx, booking));

/**
 * Adds a folio's stored entries, and reads its sums again at the same time: they match the entries even if the
 * folio changed after the booking was read.
 */
export async function withEntries<Row extends FolioRow>(
  ctx: SubgraphContext,
  booking: Row,
): Promise<Row & Folio> {
  const folio = booking.entries ? null : await folios(ctx, booking.id);
  return { ...booking, ...folio } as Row & Folio; // either has entries
}

/** Reads sums and entries with one statement per request. */
const folios = batch<number, Folio>(async (ctx, ids) => {
  const { rows } = await sql<FolioEntryRow & { readonly of: number; readonly state: Omit<Folio, 'entries'> }>`
    SELECT "of", state, ${FOLIO_ENTRY_COLUMNS}
    FROM (
      SELECT b.id AS "of", to_jsonb(s) AS state
      FROM checkout.bookings b, LATERAL (SELECT ${columnsOf(BookingEntity, STATE, 'b')}) s
      WHERE b.id = ANY (${[...ids]}::bigint[])
    ) AS folios
    LEFT JOIN checkout.folio_entries ON booking_id = "of"
    ORDER BY "of", number`.execute(statements(ctx));
  const found = new Map<number, Folio & { entries: FolioEntryRow[] }>();
  for (const { of, state, ...entry } of rows) {
    const folio = found.get(of) ?? { ...state, entries: [] };
    if (entry.id !== null) folio.entries.push(entry);
    found.set(of, folio);
  }
  return found;
});

/** Lists a folio's charges: none for a released booking, which owes nothing. */
export async function chargesOf(ctx: SubgraphContext, row: FolioRow): Promise<readonly NewEntry[]> {
  if (row.charged === null && row.totals) return derivedCharges({ ...row, totals: row.totals });
  const folio = await withEntries(ctx, row);
  if (folio.charged === null) return derivedCharges(folio);
  return folio.status === 'released' ? [] : folio.entries.filter(({ entry }) => entry === 'charge');
}

/** Lists a folio's payments. */
export async function paymentsOf(ctx: SubgraphContext, row: FolioRow): Promise<readonly NewEntry[]> {
  const folio = await withEntries(ctx, row);
  const derived = derivedPayment(folio, folio.entries);
  return [...(derived ? [derived] : []), ...folio.entries.filter(({ entry }) => entry === 'payment')];
}

/** Lists a folio's refunds. */
export const refundsOf = async (ctx: SubgraphContext, row: FolioRow): Promise<readonly FolioEntryRow[]> =>
  (await withEntries(ctx, row)).entries.filter(({ entry }) => entry === 'refund');

/** Returns the amount that can still be refunded. */
export async function refundable(ctx: SubgraphContext, row: FolioRow): Promise<number> {
  const folio = await withEntries(ctx, row);
  const refunds = folio.entries.filter(({ entry, status }) => entry === 'refund' && status !== 'due');
  return Math.max(0, sumsOf(folio).paid - claimed(refunds));
}

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
