import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import { statements } from '#db/transaction.ts';
import type { Description } from '../domain/content.ts';

interface Described {
  readonly id: number;
  readonly descriptions: readonly Description[];
}

/** What hosts wrote about a property: read where it is asked for, since it is long. */
export const propertyDescriptions = batch<number, readonly Description[]>(async (ctx, ids) => {
  const { rows } = await sql<Described>`
    SELECT id, descriptions FROM catalog.property WHERE id = ANY (${[...ids]}::integer[])`.execute(
    statements(ctx),
  );
  return new Map(rows.map(({ id, descriptions }) => [id, descriptions]));
});

/** What hosts wrote about a unit type: read where it is asked for, since it is long. */
export const unitTypeDescriptions = batch<number, readonly Description[]>(async (ctx, ids) => {
  const { rows } = await sql<Described>`
    SELECT id, descriptions FROM catalog.unit_type WHERE id = ANY (${[...ids]}::integer[])`.execute(
    statements(ctx),
  );
  return new Map(rows.map(({ id, descriptions }) => [id, descriptions]));
});
