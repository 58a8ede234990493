import { batch } from '#db/batch.ts';
import { reader } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import type { Subscription } from '../store/entities.ts';

/** Loads an install's newest subscription by the install's id; undefined if it never had one. */
export const findSubscription = batch<number, Subscription>(async (ctx, installIds) => {
  const rows = await tables(reader(ctx))
    .selectFrom('subscriptions')
    .distinctOn('installId')
    .selectAll()
    .where('installId', 'in', [...installIds])
    .orderBy('installId')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.installId ?? 0, row]));
});
