import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { recordMetric } from '#kit/metrics.ts';
import { MOVES } from '../domain/session-states.ts';
import { giveHoldBack } from '../operations/give-hold-back.ts';

/** Amount due for a booking version. */
export interface Price {
  readonly bookingId: number;
  readonly version: number;
  readonly amount: number;
  /** Amount paid so far for a confirmed booking; null for any other. */
  readonly paidBefore: number | null;
  readonly currency: string;
}

/**
 * Ends a booking's open sessions from before its current price or a later payment; the guest's next choice
 * opens a session at this price. Safe to repeat, and in any order. See
 * docs/interface/payments.md#another-price.
 */
export async function supersedeSessions(
  ctx: SubgraphContext,
  { bookingId, version, amount, paidBefore, currency }: Price,
): Promise<void> {
  const { from, to } = MOVES.cancel;
  const ended = await inTransaction(ctx, async (em) => {
    const { rows } = await sql<{ bookingId: number; teamId: number; wasPending: boolean }>`
      UPDATE payments.session SET status = ${to}, version = version + 1, updated_at = ${ctx.clock.now()}
      WHERE id IN (
        SELECT id FROM payments.session
        WHERE booking_id = ${bookingId} AND status = ANY (${[...from]}::text[]) AND booking_version < ${version}
          AND (amount, currency, paid_before) IS DISTINCT FROM (${amount}::bigint, ${currency}::text, ${paidBefore}::bigint)
        ORDER BY id FOR UPDATE
      )
      RETURNING booking_id AS "bookingId", team_id AS "teamId", pending_reason IS NOT NULL AS "wasPending"
    `.execute(statements(em));
    return rows;
  });
  recordMetric('paymentSession', { state: to }, ended.length);
  const pending = ended.find(({ wasPending }) => wasPending);
  if (pending) await giveHoldBack(ctx, pending);
}
