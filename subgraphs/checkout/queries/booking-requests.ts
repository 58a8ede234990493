import { sql } from 'kysely';
import { visibleUntil } from '#db/changes.ts';
import type { SubgraphContext } from '#db/context.ts';
import { idInReach, inReach } from '#db/reach.ts';
import { byInstant, readingSlice } from '#db/slice.ts';
import { reader, statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { isUuid } from '#kit/ids.ts';
import type { Reference } from '#kit/reference.ts';
import { agentOf, teamOf } from '../access.ts';
import type { BookingRequestFilter, Maybe } from '../generated.ts';
import { REQUEST_COLUMNS } from '../store/columns.ts';
import { type BookingRequest, BookingRequestEntity } from '../store/entities.ts';
import { findRequest } from '../store/requests.ts';

/** A confirmed request of the viewer's team, as far as the membership reaches; null for any other. */
export async function findReachable(ctx: SubgraphContext, id: string): Promise<BookingRequest | null> {
  const teamId = teamOf(ctx.viewer);
  if (!isUuid(id) || teamId === null) return null;
  const propertyId = idInReach(ctx.viewer);
  return reader(ctx).findOne(BookingRequestEntity, {
    id,
    teamId,
    status: { $ne: 'unverified' },
    ...(propertyId && { propertyId }),
  });
}

/** The request behind a link of the storefront the guest came to. */
export async function requestByLink(ctx: SubgraphContext, id: string): Promise<BookingRequest | null> {
  const { storefrontId } = agentOf(ctx);
  return isUuid(id) ? reader(ctx).findOne(BookingRequestEntity, { id, storefrontId }) : null;
}

/** The request that a mail is about, for the platform; or one that another subgraph refers to. */
export async function requestReference(ctx: SubgraphContext, id: string): Promise<BookingRequest | null> {
  if (ctx.viewer.kind !== 'platform') return findReachable(ctx, id);
  return isUuid(id) ? findRequest(ctx, id) : null;
}

/** Storefronts at which requests wait. */
export async function requestedStorefronts(ctx: SubgraphContext): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    SELECT DISTINCT storefront_id AS id FROM checkout.booking_requests WHERE status = 'pending'`.execute(
    statements(ctx),
  );
  return rows;
}

export interface RequestListing extends Listing {
  readonly filter?: Maybe<Partial<BookingRequestFilter>>;
}

/** A page of the team's confirmed requests, ordered by (updated_at, number), as bookings are listed (docs/interface/graphql.md#lists). */
export async function listRequests(
  ctx: SubgraphContext,
  { filter, ...listing }: RequestListing,
): Promise<Page<BookingRequest>> {
  const slice = readSlice(listing, 2);
  const { within, orderBy, limit } = readingSlice(slice, byInstant('updated_at', 'number'));
  const team = teamOf(ctx.viewer) ?? 0;
  const { statuses, updatedSince } = filter ?? {};
  const conditions = [
    sql`team_id = ${team} AND status <> 'unverified'`,
    inReach(ctx.viewer, sql.ref('property_id')),
    sql`updated_at <= ${await visibleUntil(ctx, 'checkout', team)}`,
    ...(statuses?.length ? [sql`status = ANY (${[...statuses]}::text[])`] : []),
    ...(updatedSince ? [sql`updated_at >= ${updatedSince}::timestamptz`] : []),
    within,
  ];
  const { rows } = await sql<BookingRequest & { readonly updatedUs: number }>`
    SELECT ${REQUEST_COLUMNS} FROM checkout.booking_requests WHERE ${sql.join(conditions, sql` AND `)}
    ${orderBy} ${limit}`.execute(statements(ctx));
  return pageOf(rows, slice, ({ updatedUs, number }) => [updatedUs, number]);
}
