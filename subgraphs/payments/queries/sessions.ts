import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { isUuid, parseWideId } from '#kit/ids.ts';
import { PaymentSession, Refund } from '../store/entities.ts';
import { tables } from '../store/tables.ts';

const installOf = ({ viewer }: SubgraphContext) => (viewer.kind === 'app' ? viewer.installId : null);

const teamOf = ({ viewer }: SubgraphContext) => (viewer.kind === 'hostUser' ? viewer.teamId : null);

/** Finds a session for the calling install or the host's team; null if there isn't one. */
export async function findSession(ctx: SubgraphContext, id: string): Promise<PaymentSession | null> {
  const mine = reachOf(ctx);
  return mine && isUuid(id) ? reader(ctx).findOne(PaymentSession, { id, ...mine }) : null;
}

/** Finds a refund for the calling install or the host's team; null if there isn't one. */
export async function findRefund(ctx: SubgraphContext, id: string): Promise<Refund | null> {
  const mine = reachOf(ctx);
  return mine && isUuid(id) ? reader(ctx).findOne(Refund, { id, ...mine }) : null;
}

function reachOf(ctx: SubgraphContext): { readonly installId: number } | { readonly teamId: number } | null {
  const installId = installOf(ctx);
  const teamId = teamOf(ctx);
  if (installId !== null) return { installId };
  return teamId === null ? null : { teamId };
}

/** A booking usually has few attempts; the limit keeps its page short even if a guest keeps choosing. */
const LATEST = 100;

/** Lists a booking's latest payment attempts, newest first, for the calling install or the host's team. */
export async function findSessionsOf(
  ctx: SubgraphContext,
  booking: string,
): Promise<readonly PaymentSession[]> {
  return (await sessionsByBooking(ctx, parseWideId(booking) ?? 0)) ?? [];
}

const sessionsByBooking = batch<number, PaymentSession[]>(async (ctx, bookings) => {
  const mine = reachOf(ctx);
  if (!mine) return new Map();
  const reach = 'teamId' in mine ? sql`team_id = ${mine.teamId}` : sql`install_id = ${mine.installId}`;
  const latest = sql<string>`(SELECT found.id FROM unnest(${[...bookings]}::bigint[]) AS booking
    CROSS JOIN LATERAL (
      SELECT id FROM payments.session WHERE booking_id = booking AND ${reach} ORDER BY created_at DESC LIMIT ${LATEST}
    ) found)`;
  const rows = await tables(reader(ctx))
    .selectFrom('session')
    .selectAll()
    .where('id', 'in', latest)
    .orderBy('createdAt', 'desc')
    .execute();
  return Map.groupBy(rows, ({ bookingId }) => bookingId);
});

/** Finds the session behind a refund, dispute or outside refund, for any viewer who can read that. */
export async function findSessionOf(
  ctx: SubgraphContext,
  { sessionId }: Pick<Refund, 'sessionId'>,
): Promise<PaymentSession | null> {
  return (await sessionsById(ctx, sessionId)) ?? null;
}

const sessionsById = batch<string, PaymentSession>(async (ctx, ids) => {
  const rows = await tables(reader(ctx)).selectFrom('session').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
});

/** Lists a session's refunds, oldest first. */
export async function findRefundsOf(
  ctx: SubgraphContext,
  { id }: PaymentSession,
): Promise<readonly Refund[]> {
  return (await refundsBySession(ctx, id)) ?? [];
}

const refundsBySession = batch<string, Refund[]>(async (ctx, ids) => {
  const refunds = await reader(ctx).find(
    Refund,
    { sessionId: { $in: [...ids] } },
    { orderBy: { createdAt: 'asc' } },
  );
  return Map.groupBy(refunds, ({ sessionId }) => sessionId);
});
