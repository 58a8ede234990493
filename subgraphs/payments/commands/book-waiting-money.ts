import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { bookMoney } from '../operations/book-money.ts';
import { PaymentSession } from '../store/entities.ts';

const BATCH = 100;

/** What a resolve books itself is left to it for this long. */
const LEFT_ALONE_MS = 5_000;

/** Books what an earlier resolve could not. */
export async function bookWaitingMoney(ctx: SubgraphContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - LEFT_ALONE_MS);
  const waiting = await reader(ctx).find(
    PaymentSession,
    { status: 'RESOLVED', settlement: null, updatedAt: { $lt: before } },
    { orderBy: { updatedAt: 'asc' }, limit: BATCH },
  );
  for (const session of waiting) await bookMoney(ctx, session);
}
