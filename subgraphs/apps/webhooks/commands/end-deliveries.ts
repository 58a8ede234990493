import type { Transaction } from '#db/transaction.ts';
import { Delivery } from '../store/entities.ts';

/** Gives up the waiting deliveries of an install that ends, in the caller's transaction. */
export async function endDeliveries(em: Transaction, installId: number): Promise<void> {
  await em.nativeUpdate(
    Delivery,
    { installId, status: ['pending', 'retrying'] },
    { status: 'failed', nextAttemptAt: null },
  );
}
