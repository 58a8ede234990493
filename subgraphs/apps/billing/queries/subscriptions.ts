import { batch } from '#db/batch.ts';
import { reader } from '#db/transaction.ts';
import { Subscription } from '../store/entities.ts';

/** Loads an install's newest subscription by the install's id; undefined if it never had one. */
export const findSubscription = batch<number, Subscription>(async (ctx, installIds) => {
  const rows = await reader(ctx).find(
    Subscription,
    { installId: [...installIds] },
    { orderBy: { id: 'asc' } },
  );
  return new Map(rows.map((row) => [row.installId, row]));
});
