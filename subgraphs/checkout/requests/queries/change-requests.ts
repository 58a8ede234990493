import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { idInReach, inReach } from '#db/reach.ts';
import { reader, statements } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type { BookingChangeRequestStatus, Maybe } from '../../generated.ts';
import { CHANGE_REQUEST_COLUMNS, type ChangeRequestRow } from '../../store/columns.ts';
import { type ChangeRequest, ChangeRequestEntity } from '../../store/entities.ts';

/** Maximum number of listed requests. */
const MOST = 100;

/** Finds a request in the viewer's team within the membership's reach; null otherwise. */
export async function findChangeRequest(ctx: SubgraphContext, id: string): Promise<ChangeRequest | null> {
  const requestId = parseWideId(id);
  const teamId = teamOf(ctx.viewer);
  if (requestId === null || teamId === null) return null;
  const propertyId = idInReach(ctx.viewer);
  return reader(ctx).findOne(ChangeRequestEntity, {
    id: requestId,
    teamId,
    ...(propertyId && { propertyId }),
  });
}

/** Lists the team's requests to change bookings, newest first. */
export async function listChangeRequests(
  ctx: SubgraphContext,
  {
    bookingId,
    status,
  }: { readonly bookingId?: Maybe<string>; readonly status?: Maybe<BookingChangeRequestStatus> },
): Promise<readonly ChangeRequestRow[]> {
  const { rows } = await sql<ChangeRequestRow>`
    SELECT ${CHANGE_REQUEST_COLUMNS} FROM checkout.booking_change_requests
    WHERE team_id = ${teamOf(ctx.viewer) ?? 0} AND ${inReach(ctx.viewer, sql.ref('property_id'))}
      ${bookingId == null ? sql`` : sql`AND booking_id = ${parseWideId(bookingId) ?? 0}::bigint`}
      ${status == null ? sql`` : sql`AND status = ${status}`}
    ORDER BY id DESC LIMIT ${MOST}`.execute(statements(ctx));
  return rows;
}

/** Returns a booking's latest request, whatever its status; null if there is none. */
export const latestChangeRequest = (ctx: SubgraphContext, bookingId: number): Promise<ChangeRequest | null> =>
  reader(ctx).findOne(ChangeRequestEntity, { bookingId }, { orderBy: { id: 'desc' } });

/** Returns a booking's pending request; null if there is none. */
export const openChangeRequest = (ctx: SubgraphContext, bookingId: number): Promise<ChangeRequest | null> =>
  reader(ctx).findOne(ChangeRequestEntity, {
    bookingId,
    status: 'pending',
    expiresAt: { $gt: ctx.clock.now() },
  });
