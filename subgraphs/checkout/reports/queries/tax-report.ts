import { sql } from 'kysely';
import { columnsExcept } from '#db/columns.ts';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { inSnapshot, statements } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import type { Minor } from '#kit/money.ts';
import { MAX_REPORTED } from '#schema/limits.ts';
import { teamOf } from '../../access.ts';
import type { QueryTaxReportArgs } from '../../generated.ts';
import { readingTerms } from '../../invoices/operations/invoice-parts.ts';
import { type Booking, BookingEntity, type FolioEntry, FolioEntryEntity } from '../../store/entities.ts';
import type { Period } from '../domain/periods.ts';
import type { TaxedBooking, TaxRow } from '../domain/reported-rows.ts';
import { taxedMonths } from '../domain/taxed-months.ts';
import { oneCurrency } from './one-currency.ts';
import { readProperties, readRange } from './report-input.ts';

/** Taxes by month. */
export interface TaxReported {
  readonly rows: readonly TaxRow[];
  readonly total: Minor;
  readonly currency: string | null;
}

/**
 * Returns the taxes charged in a period, by tax and month, with the same amounts as invoices. Throws `MIXED_CURRENCIES` for
 * taxes in several currencies. See docs/interface/reports.md#taxes.
 */
export async function taxReport(ctx: SubgraphContext, given: QueryTaxReportArgs): Promise<TaxReported> {
  const period = readRange(given, { isDaily: true });
  const folios = await taxedFolios(ctx, period, readProperties(given.propertyIds));
  const termsOf = await readingTerms(
    ctx,
    folios.map(({ booking }) => booking),
  );
  const currencies = new Set<string>();
  const rows = new Map<
    string,
    { -readonly [Field in keyof TaxRow]: TaxRow[Field] } & { bookings: TaxedBooking[] }
  >();
  for (const { booking, entries } of folios) {
    for (const { tax, percent, month, amount } of taxedMonths(booking, entries, period, termsOf(booking))) {
      currencies.add(booking.currency);
      const name = `${month} ${tax} ${percent}`;
      const row = rows.get(name) ?? { tax, percent, month, amount: 0, bookings: [] };
      rows.set(name, row);
      row.amount += amount;
      row.bookings.push({ bookingId: booking.id, reference: booking.reference, amount });
    }
  }
  const currency = oneCurrency(currencies, 'Taxes');
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return {
    rows: sorted,
    total: sorted.reduce((sum, { amount }) => sum + amount, 0),
    currency,
  };
}

/** A booking with the charges stored in its folio. */
interface Folio {
  readonly booking: Booking;
  readonly entries: readonly FolioEntry[];
}

/**
 * Reads the folios with charges in a period: of bookings that were confirmed, or cancelled after that. Charges derived
 * from a price have the check-in's date. Throws `BAD_USER_INPUT` if there are too many.
 */
async function taxedFolios(
  ctx: SubgraphContext,
  { from, until }: Period,
  propertyIds: readonly number[] | null,
): Promise<readonly Folio[]> {
  const teamId = teamOf(ctx.viewer) ?? 0;
  const dayOf = (day: string) => sql`(${day}::date - DATE '1970-01-01')`;
  return inSnapshot(ctx, async (em) => {
    const { rows: bookings } = await sql<Booking>`
      SELECT ${columnsExcept(BookingEntity, [], 'b')} FROM checkout.bookings b
      WHERE b.id IN (
          SELECT d.id FROM checkout.bookings d WHERE d.team_id = ${teamId} AND d.charged IS NULL
            AND (d.check_in - DATE '1970-01-01') BETWEEN ${dayOf(from)} AND ${dayOf(until)}
          UNION
          SELECT e.booking_id FROM checkout.folio_entries e WHERE e.team_id = ${teamId} AND e.entry = 'charge'
            AND e.date BETWEEN ${from}::date AND ${until}::date)
        AND b.team_id = ${teamId} AND b.status IN ('confirmed', 'cancelled') AND NOT b.test
        AND ${inReach(ctx.viewer, sql.ref('b.property_id'))}
        AND ${propertyIds ? sql`b.property_id = ANY (${[...propertyIds]}::integer[])` : sql`true`}
      ORDER BY b.id LIMIT ${MAX_REPORTED + 1}`.execute(statements(em));
    if (bookings.length > MAX_REPORTED) {
      throw badInput(
        `More than ${MAX_REPORTED} bookings have charges in this range. Choose a shorter range.`,
      );
    }
    const stored = bookings.filter(({ charged }) => charged !== null).map(({ id }) => id);
    const { rows: entries } = await sql<FolioEntry>`
      SELECT ${columnsExcept(FolioEntryEntity, [])} FROM checkout.folio_entries
      WHERE booking_id = ANY (${stored}::bigint[]) AND entry = 'charge' ORDER BY number`.execute(
      statements(em),
    );
    const byBooking = Map.groupBy(entries, ({ bookingId }) => bookingId);
    return bookings.map((booking) => ({ booking, entries: byBooking.get(booking.id) ?? [] }));
  });
}
