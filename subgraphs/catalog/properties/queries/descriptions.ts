import { batch } from '#db/batch.ts';
import { reader } from '#db/transaction.ts';
import type { Description } from '../../domain/content.ts';
import { tables } from '../../store/tables.ts';

/** What hosts wrote about a property: read where it is asked for, since it is long. */
export const propertyDescriptions = batch<number, readonly Description[]>(async (ctx, ids) => {
  const rows = await tables(reader(ctx))
    .selectFrom('property')
    .select(['id', 'descriptions'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, descriptions }) => [id, descriptions]));
});

/** What hosts wrote about a unit type: read where it is asked for, since it is long. */
export const unitTypeDescriptions = batch<number, readonly Description[]>(async (ctx, ids) => {
  const rows = await tables(reader(ctx))
    .selectFrom('unit_type')
    .select(['id', 'descriptions'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, descriptions }) => [id, descriptions]));
});
