import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { PaymentSession } from '../store/entities.ts';
import { endSessions, type Which } from './end-sessions.ts';

/**
 * Ends a booking's or statement's unpaid older app sessions, so that a payer who opens a newer one doesn't pay
 * both. A pending payment may already be on its way, so it stays. Two sessions opened at the same moment leave the
 * newer one open.
 */
export async function cancelOlder(
  ctx: SubgraphContext,
  {
    id,
    bookingId,
    statementId,
    createdAt,
  }: Pick<PaymentSession, 'id' | 'bookingId' | 'statementId' | 'createdAt'>,
): Promise<void> {
  const older: Which = (row) =>
    row.and([
      bookingId === null ? row('statementId', '=', statementId) : row('bookingId', '=', bookingId),
      row('method', 'is', null),
      row('status', '<>', 'PENDING'),
      row.or([
        row('createdAt', '<', createdAt),
        row.and([row('createdAt', '=', createdAt), row('id', '<', id)]),
      ]),
    ]);
  await inTransaction(ctx, (em) => endSessions(ctx, em, 'cancel', older));
}
