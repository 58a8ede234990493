import type { Transaction } from '#db/transaction.ts';
import { Delivery } from '../store/entities.ts';

/** Drops an ending install's waiting deliveries, in the caller's transaction. */
export async function endDeliveries(em: Transaction, installId: number): Promise<void> {
  await em.nativeUpdate(
    Delivery,
    { installId, status: ['pending', 'retrying'] },
    { status: 'failed', nextAttemptAt: null },
  );
}
