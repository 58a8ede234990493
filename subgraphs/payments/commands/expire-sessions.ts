import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { MOVES, type SessionMove } from '../domain/session-states.ts';
import { giveHoldBack } from '../operations/give-hold-back.ts';

const BATCH = 100;

/** What an event says about a session that ended. */
interface Ended {
  readonly paymentSessionId: string;
  readonly teamId: number;
  readonly version: number;
  readonly bookingId: number;
  readonly appSlug: string;
  readonly wasPending: boolean;
}

/**
 * Ends the sessions whose time is over, of one booking or of all, and notifies their apps; money that still arrives is taken all
 * the same. See docs/interface/webhooks.md#topics.
 */
export async function expireSessions(ctx: SubgraphContext, bookingId?: number): Promise<void> {
  while ((await expireBatch(ctx, bookingId ?? null)) === BATCH);
}

async function expireBatch(ctx: SubgraphContext, bookingId: number | null): Promise<number> {
  const now = ctx.clock.now();
  const due = sql`expires_at <= ${now} AND (${bookingId}::int IS NULL OR booking_id = ${bookingId}::int)`;
  const expired = await inTransaction(ctx, async (em) => {
    const ended = await end(em, 'expire', due, now);
    const occurredAt = now.toISOString();
    for (const { wasPending: _, ...session } of ended)
      await publish(ctx, em, 'payment_session.expired', { ...session, occurredAt });
    return ended;
  });
  for (const session of expired) if (session.wasPending) await giveHoldBack(ctx, session);
  return expired.length;
}

/** Ends what is open for a booking that was paid or cancelled. */
export async function cancelSessions(ctx: SubgraphContext, bookingId: number): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx, (em) => end(em, 'cancel', sql`booking_id = ${bookingId}`, now));
}

async function end(
  em: Transaction,
  move: Extract<SessionMove, 'expire' | 'cancel'>,
  which: RawBuilder<unknown>,
  now: Date,
): Promise<readonly Ended[]> {
  const { from, to } = MOVES[move];
  const { rows } = await sql<Ended>`
    UPDATE payments.session SET status = ${to}, version = version + 1, updated_at = ${now}
    WHERE id IN (
      SELECT id FROM payments.session WHERE status = ANY (${[...from]}::text[]) AND ${which}
      ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )
    RETURNING id AS "paymentSessionId", team_id AS "teamId", version, booking_id AS "bookingId", app_slug AS "appSlug",
      pending_reason IS NOT NULL AS "wasPending"
  `.execute(em.getKysely<unknown>());
  return rows;
}
