import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';

/** Loads one row by id; null if it doesn't exist. Ids requested in the same tick are loaded together. */
export type Load<Row> = (ctx: SubgraphContext, id: number) => Promise<Row | null>;

/** Returns a loader for a query that accepts many ids: one request's references become one statement. */
export function batched<Row extends { readonly id: number }>(
  find: (ctx: SubgraphContext, ids: readonly number[]) => Promise<readonly Row[]>,
): Load<Row> {
  const lookUp = batch<number, Row>(
    async (ctx, ids) => new Map((await find(ctx, ids)).map((row) => [row.id, row])),
  );
  return async (ctx, id) => (await lookUp(ctx, id)) ?? null;
}
