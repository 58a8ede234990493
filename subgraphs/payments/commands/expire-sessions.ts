import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { countAfterCommit, inTransaction, statements, type Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { MOVES, type SessionMove } from '../domain/session-states.ts';
import { giveHoldBack } from '../operations/give-hold-back.ts';
import { type Tables, tables } from '../store/tables.ts';

const BATCH = 100;

/** A condition for sessions. */
type Which = (row: ExpressionBuilder<Tables, 'session'>) => ExpressionWrapper<Tables, 'session', SqlBool>;

/** Event fields for an ended session. */
interface Ended {
  readonly paymentSessionId: string;
  readonly teamId: number;
  readonly version: number;
  readonly bookingId: number;
  readonly appSlug: string;
  readonly wasPending: boolean;
  /** True for a method without an app: the event has no subscriber. */
  readonly isBuiltIn: boolean;
}

/**
 * Ends expired sessions, for one booking or all, and notifies their apps; late payments are still accepted.
 * See docs/interface/webhooks.md#topics.
 */
export async function expireSessions(ctx: SubgraphContext, bookingId?: number): Promise<void> {
  while ((await expireBatch(ctx, bookingId ?? null)) === BATCH);
}

async function expireBatch(ctx: SubgraphContext, bookingId: number | null): Promise<number> {
  const now = ctx.clock.now();
  const due: Which = (row) =>
    row.and([row('expiresAt', '<=', now), ...(bookingId === null ? [] : [row('bookingId', '=', bookingId)])]);
  const expired = await inTransaction(ctx, async (em) => {
    const ended = await end(em, 'expire', due, now);
    const occurredAt = now.toISOString();
    for (const { wasPending: _, isBuiltIn, ...session } of ended)
      if (!isBuiltIn) await publish(ctx, em, 'payment_session.expired', { ...session, occurredAt });
    return ended;
  });
  for (const session of expired) if (session.wasPending) await giveHoldBack(ctx, session);
  return expired.length;
}

/**
 * Ends sessions for a confirmed booking or, after a balance payment, the sessions for its balance. If the
 * payment didn't come through a session, the host marked the booking as paid, and the guest's pending
 * built-in method counts as its payment.
 */
export async function closeSessions(
  ctx: SubgraphContext,
  { bookingId, reference, cause }: Pick<BookingEvent, 'bookingId' | 'reference' | 'cause'>,
): Promise<void> {
  const now = ctx.clock.now();
  const settlement = cause ?? 'confirmed';
  const isBalance = cause === 'balance_paid';
  await inTransaction(ctx, async (em) => {
    const { numAffectedRows: paid = 0n } = await sql`
      UPDATE payments.session waiting SET status = ${MOVES.resolve.to}, settlement = ${settlement}, reference = ${reference},
        pending_reason = NULL, version = version + 1, updated_at = ${now}
      WHERE id = (SELECT id FROM payments.session WHERE booking_id = ${bookingId} AND method IS NOT NULL AND status = 'PENDING'
          AND (paid_before IS NOT NULL) = ${isBalance} ORDER BY updated_at DESC LIMIT 1 FOR UPDATE)
        AND NOT EXISTS (SELECT FROM payments.session paid WHERE paid.booking_id = ${bookingId} AND paid.status = 'RESOLVED'
          AND paid.paid_before IS NOT DISTINCT FROM waiting.paid_before
          AND (paid.settlement IS NULL OR paid.settlement = ${settlement}))`.execute(statements(em));
    if (paid > 0n) countAfterCommit(em, 'paymentSession', { state: MOVES.resolve.to });
    const ofIt: Which = (row) =>
      row.and([row('bookingId', '=', bookingId), row('paidBefore', isBalance ? 'is not' : 'is', null)]);
    await end(em, 'cancel', ofIt, now);
  });
}

/** Ends open sessions for a cancelled booking. */
export async function cancelSessions(ctx: SubgraphContext, bookingId: number): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx, (em) => end(em, 'cancel', (row) => row('bookingId', '=', bookingId), now));
}

async function end(
  em: Transaction,
  move: Extract<SessionMove, 'expire' | 'cancel'>,
  which: Which,
  now: Date,
): Promise<readonly Ended[]> {
  const { from, to } = MOVES[move];
  const db = tables(em);
  const open = db
    .selectFrom('session')
    .select('id')
    .where('status', 'in', from)
    .where(which)
    .orderBy('expiresAt')
    .limit(BATCH)
    .forUpdate()
    .skipLocked();
  const ended = await db
    .updateTable('session')
    .set((row) => ({ status: to, version: row('version', '+', 1), updatedAt: now }))
    .where('id', 'in', open)
    .returning((row) => [
      'id as paymentSessionId',
      ...(['teamId', 'version', 'bookingId', 'appSlug'] as const),
      row('pendingReason', 'is not', null).$castTo<boolean>().as('wasPending'),
      row('method', 'is not', null).$castTo<boolean>().as('isBuiltIn'),
    ])
    .execute();
  for (const _ of ended) countAfterCommit(em, 'paymentSession', { state: to });
  return ended;
}
