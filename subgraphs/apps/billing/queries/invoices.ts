import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { isUuid, parseWideId } from '#kit/ids.ts';
import { platformOrigin } from '#kit/platform-origin.ts';
import { chosenTeamId, operatorId } from '../../access.ts';
import { tables } from '../../store/tables.ts';
import { AppInvoice, type INVOICE_STATUSES } from '../store/entities.ts';

/** Returns a page of the chosen team's statements and credit notes, newest first. */
export const findInvoices = (ctx: SubgraphContext, listing: Listing): Promise<Page<AppInvoice>> =>
  pageOfInvoices(ctx, listing, { teamId: chosenTeamId(ctx) });

/** Returns a statement or credit note of the chosen team; null if it doesn't exist. */
export async function findInvoice(ctx: SubgraphContext, id: string): Promise<AppInvoice | null> {
  const wide = parseWideId(id);
  return wide === null ? null : reader(ctx).findOne(AppInvoice, { id: wide, teamId: chosenTeamId(ctx) });
}

/** Returns a page of all teams' documents, newest first. Throws `ACCESS_DENIED` for anyone except operators. */
export function findPlatformInvoices(
  ctx: SubgraphContext,
  { status, ...listing }: Listing & { readonly status?: (typeof INVOICE_STATUSES)[number] | null },
): Promise<Page<AppInvoice>> {
  operatorId(ctx);
  return pageOfInvoices(ctx, listing, { status: status ?? null });
}

async function pageOfInvoices(
  ctx: SubgraphContext,
  listing: Listing,
  {
    teamId = null,
    status = null,
  }: { readonly teamId?: number | null; readonly status?: (typeof INVOICE_STATUSES)[number] | null },
): Promise<Page<AppInvoice>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('id')));
  const rows = await tables(reader(ctx))
    .selectFrom('app_invoices')
    .selectAll()
    .$if(teamId !== null, (all) => all.where('teamId', '=', teamId ?? 0))
    .$if(status !== null, (all) => all.where('status', '=', status ?? 'open'))
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** Returns a document by its permalink; null if it doesn't exist. */
export const findByPermalink = async (
  ctx: SubgraphContext,
  permalinkId: string,
): Promise<AppInvoice | null> =>
  isUuid(permalinkId) ? reader(ctx).findOne(AppInvoice, { permalinkId }) : null;

/** Loads a document by id, for callers that have already been checked. */
export const findInvoiceById = batch<number, AppInvoice>(async (ctx, ids) => {
  const rows = await reader(ctx).find(AppInvoice, { id: [...ids] });
  return new Map(rows.map((row) => [row.id, row]));
});

/** Returns the address of a statement's page. */
export const permalinkUrl = (
  ctx: SubgraphContext,
  { permalinkId }: Pick<AppInvoice, 'permalinkId'>,
): string => new URL(`/statements/${permalinkId}`, platformOrigin(ctx)).href;

/** Returns the address of a statement's PDF. */
export const pdfUrl = (ctx: SubgraphContext, invoice: Pick<AppInvoice, 'permalinkId'>): string =>
  `${permalinkUrl(ctx, invoice)}.pdf`;
