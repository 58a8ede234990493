import { batch } from '#db/batch.ts';
import { reader } from '#db/transaction.ts';
import type { Description } from '../../domain/content.ts';
import { tables } from '../../store/tables.ts';

/** Hosts' property descriptions, loaded only on request because they're long. */
export const propertyDescriptions = batch<number, readonly Description[]>(async (ctx, ids) => {
  const rows = await tables(reader(ctx))
    .selectFrom('property')
    .select(['id', 'descriptions'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, descriptions }) => [id, descriptions]));
});

/** Hosts' unit type descriptions, loaded only on request because they're long. */
export const unitTypeDescriptions = batch<number, readonly Description[]>(async (ctx, ids) => {
  const rows = await tables(reader(ctx))
    .selectFrom('unit_type')
    .select(['id', 'descriptions'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, descriptions }) => [id, descriptions]));
});
