import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import { columnsExcept, type RowOf } from '#db/columns.ts';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { isUuid, parseId, parseWideId } from '#kit/ids.ts';
import { storefrontOrigin } from '#kit/storefront-origin.ts';
import { teamOf } from '../../access.ts';
import { InvoiceEntity } from '../../store/entities.ts';
import { domainOfStorefront } from '../operations/storefront-domains.ts';

const COLUMNS = columnsExcept(InvoiceEntity, ['series', 'year', 'sequence', 'isOpen']);

/** An invoice or credit note as read by statements. */
export type InvoiceRow = RowOf<typeof COLUMNS>;

/** Most documents listed with a booking. */
const MOST_OF_BOOKING = 100;

const ownedBy = ({ viewer }: SubgraphContext) =>
  sql<boolean>`team_id = ${teamOf(viewer) ?? 0} AND ${inReach(viewer, sql.ref('property_id'))}`;

/** Finds one of the viewer's team's documents; null otherwise. */
export async function findInvoice(ctx: SubgraphContext, id: string): Promise<InvoiceRow | null> {
  const invoiceId = parseWideId(id);
  if (invoiceId === null) return null;
  const { rows } = await sql<InvoiceRow>`
    SELECT ${COLUMNS} FROM checkout.invoices WHERE id = ${invoiceId}::bigint AND ${ownedBy(ctx)}`.execute(
    statements(ctx),
  );
  return rows[0] ?? null;
}

/** Lists the team's documents, or those about one booking, latest first. */
export async function listInvoices(
  ctx: SubgraphContext,
  { bookingId, ...listing }: Listing & { readonly bookingId?: string | null },
): Promise<Page<InvoiceRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('id')));
  const about = bookingId == null ? sql`true` : sql`booking_id = ${parseWideId(bookingId) ?? 0}::bigint`;
  const { rows } = await sql<InvoiceRow>`
    SELECT ${COLUMNS} FROM checkout.invoices WHERE ${ownedBy(ctx)} AND ${about} AND ${within} ${orderBy} ${limit}`.execute(
    statements(ctx),
  );
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** Returns a booking's documents, latest first, with one statement for many bookings. */
export const invoicesOfBooking = batch<number, InvoiceRow[]>(async (ctx, ids) => {
  const { rows } = await sql<InvoiceRow>`
    SELECT ${COLUMNS} FROM unnest(${[...ids]}::bigint[]) AS b (of_booking), LATERAL (
      SELECT * FROM checkout.invoices WHERE booking_id = of_booking ORDER BY id DESC LIMIT ${MOST_OF_BOOKING}
    ) AS found`.execute(statements(ctx));
  return Map.groupBy(rows, ({ bookingId }) => bookingId);
});

/** Finds a document about the booking behind a permalink; null otherwise. */
export async function permalinkInvoice(
  ctx: SubgraphContext,
  given: { readonly storefrontId: string; readonly permalinkId: string; readonly number: string },
): Promise<InvoiceRow | null> {
  const storefrontId = parseId(given.storefrontId);
  if (storefrontId === null || !isUuid(given.permalinkId) || given.number.length > 50) return null;
  const { rows } = await sql<InvoiceRow>`
    SELECT ${COLUMNS} FROM checkout.invoices WHERE number = ${given.number} AND booking_id = (
      SELECT id FROM checkout.bookings WHERE permalink_id = ${given.permalinkId} AND storefront_id = ${storefrontId}
    )`.execute(statements(ctx));
  return rows[0] ?? null;
}

/** Returns a credit note's invoice. */
export const creditedInvoice = batch<number, InvoiceRow>(async (ctx, ids) => {
  const { rows } = await sql<InvoiceRow>`
    SELECT ${COLUMNS} FROM checkout.invoices WHERE id = ANY (${[...ids]}::bigint[])`.execute(statements(ctx));
  return new Map(rows.map((row) => [row.id, row]));
});

/** Returns a document's address at its booking's permalink: its page, or its PDF with `.pdf`. */
export async function invoiceUrl(
  ctx: SubgraphContext,
  { bookingId, number }: Pick<InvoiceRow, 'bookingId' | 'number'>,
  ending: '' | '.pdf' = '',
): Promise<string> {
  const link = await permalinks(ctx, bookingId);
  const domain = link && (await domainOfStorefront(ctx, link.storefrontId));
  if (!link || !domain) throw new Error(`The booking ${bookingId} has no page.`);
  return `${storefrontOrigin(ctx, domain)}/bookings/${link.permalinkId}/invoices/${number}${ending}`;
}

const permalinks = batch<number, { readonly storefrontId: number; readonly permalinkId: string }>(
  async (ctx, ids) => {
    const { rows } = await sql<{ id: number; storefrontId: number; permalinkId: string }>`
      SELECT id::float8, storefront_id AS "storefrontId", permalink_id AS "permalinkId"
      FROM checkout.bookings WHERE id = ANY (${[...ids]}::bigint[])`.execute(statements(ctx));
    return new Map(rows.map((row) => [row.id, row]));
  },
);
