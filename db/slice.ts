import { type RawBuilder, sql } from 'kysely';
import type { Key, Slice } from '#kit/connection.ts';

/** A list's order: its columns, the values for a cursor's numbers in them, and the direction. */
export interface ListOrder<K extends Key> {
  readonly columns: readonly RawBuilder<unknown>[];
  readonly values: (key: K) => readonly RawBuilder<unknown>[];
  readonly descending?: boolean;
}

/** Parts of a statement that reads one slice of a list. */
export interface SliceParts {
  /** Condition: the row is between the slice's ends. */
  readonly within: RawBuilder<boolean>;
  /** `ORDER BY`, starting from the slice's end. */
  readonly orderBy: RawBuilder<unknown>;
  /** `LIMIT`, one more than the slice, so that `pageOf` can detect more rows. */
  readonly limit: RawBuilder<unknown>;
}

/** Returns a slice's statement parts; the same index serves both directions. */
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

/** Returns an `ORDER BY` for some columns in one direction, for rows from several slices read together. */
export function inOrder(columns: readonly RawBuilder<unknown>[], ascending: boolean): RawBuilder<unknown> {
  const direction = ascending ? sql`ASC` : sql`DESC`;
  return sql`ORDER BY ${sql.join(columns.map((column) => sql`${column} ${direction}`))}`;
}

/** Orders a list by id only. */
export const byId = (column: string): ListOrder<readonly [number]> => ({
  columns: [sql.ref(column)],
  values: ([id]) => [sql`${id}::bigint`],
});

/** Converts microseconds since 1970 to an instant; JavaScript dates would round them. */
export const instantOf = (us: number): RawBuilder<Date> =>
  sql`'epoch'::timestamptz + ${us}::bigint * interval '1 microsecond'`;

/** Converts an instant column to microseconds since 1970, a cursor's first half. */
export const microsecondsOf = (column: string): RawBuilder<number> =>
  sql`(extract(epoch FROM ${sql.ref(column)}) * 1000000)::float8`;

/** Orders a list by an instant, in microseconds, and an id. */
export const byInstant = (instant: string, id: string): ListOrder<readonly [number, number]> => ({
  columns: [sql.ref(instant), sql.ref(id)],
  values: ([us, last]) => [instantOf(us), sql`${last}::bigint`],
});

/** Reverses a list: latest first. */
export const latestFirst = <K extends Key>(order: ListOrder<K>): ListOrder<K> => ({
  ...order,
  descending: true,
});
