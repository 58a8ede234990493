import { sql } from 'kysely';
import { readingChanges } from '#db/changes.ts';
import type { SubgraphContext } from '#db/context.ts';
import { idInReach, inReach } from '#db/reach.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, readSlice } from '#kit/connection.ts';
import { isUuid } from '#kit/ids.ts';
import type { Reference } from '#kit/reference.ts';
import { agentOf, teamOf } from '../../access.ts';
import type { BookingRequestFilter, Maybe } from '../../generated.ts';
import { REQUEST_COLUMNS, type RequestRow } from '../../store/columns.ts';
import { BookingRequestEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { isLinkOver } from '../domain/request-times.ts';
import { findRequest } from '../store/requests.ts';

/** Finds a confirmed request in the viewer's team within the membership's reach; null otherwise. */
export async function findReachable(ctx: SubgraphContext, id: string): Promise<RequestRow | null> {
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

/** Finds a request by its link on the guest's storefront. */
export async function requestByLink(ctx: SubgraphContext, id: string): Promise<RequestRow | null> {
  const { storefrontId } = agentOf(ctx);
  const request = isUuid(id) ? await reader(ctx).findOne(BookingRequestEntity, { id, storefrontId }) : null;
  return request && isLinkOver(request, ctx.clock.now()) ? null : request;
}

/** Finds the request for the platform's emails, or for another subgraph's reference. */
export async function requestReference(ctx: SubgraphContext, id: string): Promise<RequestRow | null> {
  if (ctx.viewer.kind !== 'platform') return findReachable(ctx, id);
  return isUuid(id) ? findRequest(ctx, id) : null;
}

/** Lists storefronts with pending requests. */
export async function requestedStorefronts(ctx: SubgraphContext): Promise<readonly Reference[]> {
  return tables(reader(ctx))
    .selectFrom('booking_requests')
    .select('storefrontId as id')
    .distinct()
    .where('status', '=', 'pending')
    .execute();
}

export interface RequestListing extends Listing {
  readonly filter?: Maybe<Partial<BookingRequestFilter>>;
}

/**
 * Lists the team's confirmed requests, ordered by (updated_at, number), like bookings
 * (docs/interface/graphql.md#lists).
 */
export async function listRequests(
  ctx: SubgraphContext,
  { filter, ...listing }: RequestListing,
): Promise<Page<RequestRow>> {
  const { statuses, updatedSince } = filter ?? {};
  const teamId = teamOf(ctx.viewer) ?? 0;
  const reading = await readingChanges<RequestRow, 'number'>(ctx, {
    schema: 'checkout',
    teamId,
    slice: readSlice(listing, 2),
    updatedSince,
    id: 'number',
    of: 'booking_requests',
  });
  const rows = await reading.rows({
    columns: REQUEST_COLUMNS,
    from: sql`checkout.booking_requests`,
    conditions: [
      sql`team_id = ${teamId} AND status <> 'unverified'`,
      inReach(ctx.viewer, sql.ref('property_id')),
      ...(statuses?.length ? [sql`status = ANY (${[...statuses]}::text[])`] : []),
    ],
  });
  return reading.pageOf(rows);
}
