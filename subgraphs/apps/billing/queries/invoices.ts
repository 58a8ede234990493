import { type RawBuilder, sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { isUuid, parseWideId } from '#kit/ids.ts';
import { operatorId } from '#kit/operator.ts';
import { platformOrigin } from '#kit/platform-origin.ts';
import { likePattern, searchText } from '#kit/text.ts';
import { chosenTeamId } from '../../access.ts';
import { findOwners } from '../../emails/store/owners.ts';
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

type Status = (typeof INVOICE_STATUSES)[number];

/**
 * Returns a page of all teams' documents, newest first, or of overdue ones, longest overdue first. Throws
 * `ACCESS_DENIED` for anyone except operators.
 */
export function findPlatformInvoices(
  ctx: SubgraphContext,
  {
    search,
    status,
    overdue,
    ...listing
  }: Listing & {
    readonly search?: string | null;
    readonly status?: Status | null;
    readonly overdue?: boolean | null;
  },
): Promise<Page<AppInvoice>> {
  operatorId(ctx);
  return pageOfInvoices(ctx, listing, {
    text: searchText(search),
    status: status ?? null,
    isOverdue: overdue ?? false,
  });
}

interface Which {
  readonly teamId?: number;
  /** In the number, or in the team's name or slug; all documents if empty. */
  readonly text?: string;
  readonly status?: Status | null;
  readonly isOverdue?: boolean;
}

async function pageOfInvoices(
  ctx: SubgraphContext,
  listing: Listing,
  { teamId, text = '', status = null, isOverdue = false }: Which,
): Promise<Page<AppInvoice>> {
  const slice = readSlice(listing, 1);
  // Statements are due in the order of their ids.
  const { within, orderBy, limit } = readingSlice(slice, isOverdue ? byId('id') : latestFirst(byId('id')));
  const rows = await tables(reader(ctx))
    .selectFrom('app_invoices')
    .selectAll()
    .$if(teamId !== undefined, (all) => all.where('teamId', '=', teamId ?? 0))
    .$if(text !== '', (all) => all.where(containing(text)))
    .$if(status !== null, (all) => all.where('status', '=', status ?? 'open'))
    .$if(isOverdue, (all) => all.where('status', '=', 'open').where('dueAt', '<', ctx.clock.now()))
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** Two conditions with an index each. */
const containing = (text: string): RawBuilder<boolean> => sql`(lower(number) LIKE ${likePattern(text)}
  OR team_id = ANY (ARRAY(SELECT t.id FROM apps.teams t WHERE lower(t.name || ' ' || t.slug) LIKE ${likePattern(text)})))`;

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

/** Returns the locale that a team's first owner prefers; null if it isn't known. */
export async function findOwnersLocale(ctx: SubgraphContext, teamId: number): Promise<string | null> {
  const [owner] = await findOwners(reader(ctx), teamId);
  return owner?.locale ?? null;
}

/** Returns the address of a statement's page. */
export const permalinkUrl = (
  ctx: SubgraphContext,
  { permalinkId }: Pick<AppInvoice, 'permalinkId'>,
): string => new URL(`/statements/${permalinkId}`, platformOrigin(ctx)).href;

/** Returns the address of a statement's PDF. */
export const pdfUrl = (ctx: SubgraphContext, invoice: Pick<AppInvoice, 'permalinkId'>): string =>
  `${permalinkUrl(ctx, invoice)}.pdf`;
