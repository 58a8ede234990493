import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { bookMoney } from '../operations/book-money.ts';
import { PaymentSession } from '../store/entities.ts';

const BATCH = 100;

/** Time reserved for the resolving call to book its own payment. */
const LEFT_ALONE_MS = 5_000;

/** Books payments that couldn't be booked when their sessions were resolved. */
export async function bookWaitingMoney(ctx: SubgraphContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - LEFT_ALONE_MS);
  const waiting = await reader(ctx).find(
    PaymentSession,
    { status: 'RESOLVED', settlement: null, updatedAt: { $lt: before } },
    { orderBy: { updatedAt: 'asc' }, limit: BATCH },
  );
  for (const session of waiting) await bookMoney(ctx, session);
}
