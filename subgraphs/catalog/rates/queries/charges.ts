import { batch } from '#db/batch.ts';
import { reader } from '#db/transaction.ts';
import { FeeEntity, type FeeRow, TaxEntity, type TaxRow } from '../../store/entities.ts';

/** A property's fees, in creation order. */
export const feesOfProperty = batch<number, FeeRow[]>(async (ctx, ids) => {
  const rows = await reader(ctx).find(FeeEntity, { property: { $in: [...ids] } }, { orderBy: { id: 'asc' } });
  return Map.groupBy(rows, ({ property }) => property.id);
});

/** A property's taxes, in creation order. */
export const taxesOfProperty = batch<number, TaxRow[]>(async (ctx, ids) => {
  const rows = await reader(ctx).find(TaxEntity, { property: { $in: [...ids] } }, { orderBy: { id: 'asc' } });
  return Map.groupBy(rows, ({ property }) => property.id);
});
