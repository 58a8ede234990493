import type { SubgraphContext } from '#db/context.ts';

/** Loads one row by id; null if there is none. Ids asked for in the same tick are loaded together. */
export type Load<Row> = (ctx: SubgraphContext, id: number) => Promise<Row | null>;

interface Batch<Row> {
  readonly ids: Set<number>;
  readonly rows: Promise<ReadonlyMap<number, Row>>;
}

/** A loader over a query that takes many ids: references of one request become one statement. */
export function batched<Row extends { readonly id: number }>(
  find: (ctx: SubgraphContext, ids: readonly number[]) => Promise<readonly Row[]>,
): Load<Row> {
  const open = new WeakMap<SubgraphContext, Batch<Row>>();
  const start = (ctx: SubgraphContext): Batch<Row> => {
    const ids = new Set<number>();
    const rows = Promise.resolve().then(async () => {
      open.delete(ctx);
      return new Map((await find(ctx, [...ids])).map((row) => [row.id, row]));
    });
    const batch = { ids, rows };
    open.set(ctx, batch);
    return batch;
  };
  return async (ctx, id) => {
    const batch = open.get(ctx) ?? start(ctx);
    batch.ids.add(id);
    return (await batch.rows).get(id) ?? null;
  };
}
