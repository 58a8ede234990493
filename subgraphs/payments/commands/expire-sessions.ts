import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { countAfterCommit, inTransaction, statements } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { MOVES } from '../domain/session-states.ts';
import { giveHoldBack } from '../operations/give-hold-back.ts';
import { BATCH, endSessions, type Which } from '../steps/end-sessions.ts';

/** A booking or a statement. */
type Subject = { readonly bookingId: number } | { readonly statementId: number };

/**
 * Ends expired sessions, for one booking or statement or all, and notifies their apps; late payments are still accepted.
 * See docs/interface/webhooks.md#topics.
 */
export async function expireSessions(ctx: SubgraphContext, subject: Subject | null = null): Promise<void> {
  while ((await expireBatch(ctx, subject)) === BATCH);
}

async function expireBatch(ctx: SubgraphContext, subject: Subject | null): Promise<number> {
  const now = ctx.clock.now();
  const due: Which = (row) => row.and([row('expiresAt', '<=', now), ...(subject ? [row.and(subject)] : [])]);
  const expired = await inTransaction(ctx, (em) => endSessions(ctx, em, 'expire', due));
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
    await endSessions(ctx, em, 'cancel', ofIt);
  });
}

/** Ends open sessions for a cancelled booking. */
export async function cancelSessions(ctx: SubgraphContext, bookingId: number): Promise<void> {
  await inTransaction(ctx, (em) => endSessions(ctx, em, 'cancel', (row) => row('bookingId', '=', bookingId)));
}
