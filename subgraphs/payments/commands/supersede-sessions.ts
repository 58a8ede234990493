import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { giveHoldBack } from '../operations/give-hold-back.ts';
import { endSessions, type Which } from '../steps/end-sessions.ts';

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
  const outdated: Which = (row) =>
    row.and([
      row('bookingId', '=', bookingId),
      row('bookingVersion', '<', version),
      sql<boolean>`(amount, currency, paid_before) IS DISTINCT FROM (${amount}::bigint, ${currency}::text, ${paidBefore}::bigint)`,
    ]);
  const ended = await inTransaction(ctx, (em) => endSessions(ctx, em, 'cancel', outdated));
  const pending = ended.find(({ wasPending }) => wasPending);
  if (pending) await giveHoldBack(ctx, pending);
}
