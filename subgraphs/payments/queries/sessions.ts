import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { isUuid, parseId } from '#kit/ids.ts';
import { PaymentSession, Refund } from '../store/entities.ts';

const installOf = ({ viewer }: SubgraphContext) => (viewer.kind === 'app' ? viewer.installId : null);

const teamOf = ({ viewer }: SubgraphContext) => (viewer.kind === 'hostUser' ? viewer.teamId : null);

/** A session of the calling install, or of the host's team; null if there is none. */
export async function findSession(ctx: SubgraphContext, id: string): Promise<PaymentSession | null> {
  const mine = reachOf(ctx);
  return mine && isUuid(id) ? reader(ctx).findOne(PaymentSession, { id, ...mine }) : null;
}

/** A refund of the calling install, or of the host's team; null if there is none. */
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

/** A booking has few attempts; a guest who chooses without end does not make its page grow without end. */
const LATEST = 100;

/** The latest attempts to pay for a booking, newest first: of the calling install, or of the host's team. */
export async function findSessionsOf(
  ctx: SubgraphContext,
  booking: string,
): Promise<readonly PaymentSession[]> {
  return (await sessionsByBooking(ctx, parseId(booking) ?? 0)) ?? [];
}

const sessionsByBooking = batch<number, PaymentSession[]>(async (ctx, bookings) => {
  const mine = reachOf(ctx);
  if (!mine) return new Map();
  const reach = 'teamId' in mine ? sql`team_id = ${mine.teamId}` : sql`install_id = ${mine.installId}`;
  const { rows } = await sql<PaymentSession>`
    SELECT found.* FROM unnest(${[...bookings]}::integer[]) AS booking
    CROSS JOIN LATERAL (
      SELECT ${SESSION_COLUMNS} FROM payments.session WHERE booking_id = booking AND ${reach}
      ORDER BY created_at DESC LIMIT ${LATEST}
    ) found ORDER BY found."createdAt" DESC`.execute(statements(ctx));
  return Map.groupBy(rows, ({ bookingId }) => bookingId);
});

/** The session that a refund is taken from, for anyone who may read the refund. */
export async function findSessionOf(
  ctx: SubgraphContext,
  { sessionId }: Refund,
): Promise<PaymentSession | null> {
  return (await sessionsById(ctx, sessionId)) ?? null;
}

const sessionsById = batch<string, PaymentSession>(async (ctx, ids) => {
  const { rows } = await sql<PaymentSession>`
    SELECT ${SESSION_COLUMNS} FROM payments.session WHERE id = ANY (${[...ids]}::uuid[])`.execute(
    statements(ctx),
  );
  return new Map(rows.map((row) => [row.id, row]));
});

/** Every column that the SDL shows, under its name in the entity. */
const SESSION_COLUMNS = sql`id, team_id AS "teamId", install_id AS "installId", app_slug AS "appSlug", app_name AS "appName",
  booking_id AS "bookingId", booking_version AS "bookingVersion", amount::float8 AS amount, currency, test, status, reference, reject_code AS "rejectCode",
  reject_message AS "rejectMessage", pending_reason AS "pendingReason", version, expires_at AS "expiresAt",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** The refunds of a session, oldest first. */
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
