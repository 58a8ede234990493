import { type RawBuilder, sql } from 'kysely';
import type { Key, Slice } from '#kit/connection.ts';

/** What a list is ordered by: its columns, the values that a cursor's numbers stand for in them, and whether the latest are first. */
export interface ListOrder<K extends Key> {
  readonly columns: readonly RawBuilder<unknown>[];
  readonly values: (key: K) => readonly RawBuilder<unknown>[];
  readonly descending?: boolean;
}

/** The parts of a statement that read one slice of a list. */
export interface SliceParts {
  /** Condition: the row is between the slice's ends. */
  readonly within: RawBuilder<boolean>;
  /** `ORDER BY`, from the side the slice is counted from. */
  readonly orderBy: RawBuilder<unknown>;
  /** `LIMIT`, one more than the slice has, so that `pageOf` knows whether more follow. */
  readonly limit: RawBuilder<unknown>;
}

/** How a statement reads a slice: the same index serves both directions. */
export function readingSlice<K extends Key>(
  { size, backward, after, before }: Slice<K>,
  { columns, values, descending = false }: ListOrder<K>,
): SliceParts {
  const beyond = (key: K, larger: boolean) =>
    sql`(${sql.join(columns)}) ${larger ? sql`>` : sql`<`} (${sql.join(values(key))})`;
  const conditions = [
    ...(after ? [beyond(after, !descending)] : []),
    ...(before ? [beyond(before, descending)] : []),
  ];
  return {
    within: conditions.length > 0 ? sql`(${sql.join(conditions, sql` AND `)})` : sql`true`,
    orderBy: inOrder(columns, backward === descending),
    limit: sql`LIMIT ${size + 1}`,
  };
}

/** `ORDER BY` some columns, all of them in one direction: for the rows of several slices that a statement reads together. */
export function inOrder(columns: readonly RawBuilder<unknown>[], ascending: boolean): RawBuilder<unknown> {
  const direction = ascending ? sql`ASC` : sql`DESC`;
  return sql`ORDER BY ${sql.join(columns.map((column) => sql`${column} ${direction}`))}`;
}

/** A list ordered by an id alone. */
export const byId = (column: string): ListOrder<readonly [number]> => ({
  columns: [sql.ref(column)],
  values: ([id]) => [sql`${id}::bigint`],
});

/** Microseconds since 1970, which PostgreSQL keeps and JavaScript's dates round, as an instant. */
export const instantOf = (us: number): RawBuilder<Date> =>
  sql`'epoch'::timestamptz + ${us}::bigint * interval '1 microsecond'`;

/** An instant's column as microseconds since 1970: a cursor's first half. */
export const microsecondsOf = (column: string): RawBuilder<number> =>
  sql`(extract(epoch FROM ${sql.ref(column)}) * 1000000)::float8`;

/** A list ordered by an instant, in microseconds, and an id. */
export const byInstant = (instant: string, id: string): ListOrder<readonly [number, number]> => ({
  columns: [sql.ref(instant), sql.ref(id)],
  values: ([us, last]) => [instantOf(us), sql`${last}::bigint`],
});

/** The same list, the latest first. */
export const latestFirst = <K extends Key>(order: ListOrder<K>): ListOrder<K> => ({
  ...order,
  descending: true,
});
