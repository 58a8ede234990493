import { type RawBuilder, sql } from 'kysely';
import { type Page, pageOf, type Slice } from '#kit/connection.ts';
import type { SubgraphContext } from './context.ts';
import { byInstant, inOrder, instantOf, microsecondsOf, readingSlice } from './slice.ts';
import { statements } from './transaction.ts';

/** A list of a team's rows, ordered by their last change. */
export interface ChangeList<Id extends string> {
  /** Subgraph whose `visible_before` covers the rows' writers. */
  readonly schema: 'catalog' | 'checkout' | 'tasks';
  readonly teamId: number;
  readonly slice: Slice<readonly [number, number]>;
  /** Only rows changed at this instant or later. */
  readonly updatedSince?: Date | null | undefined;
  /** Id column; rows have it under the same name. */
  readonly id: Id;
  /** The table's alias. */
  readonly of?: string;
}

/** Source and columns for a list. */
export interface Selection {
  readonly columns: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly conditions: readonly RawBuilder<unknown>[];
}

/** Reads slices of a list. */
export interface ChangesReading<Row> {
  /** Reads a slice's rows. `whole` combines the statements for several slices into one, joined as `found`. */
  readonly rows: <Found extends Row>(
    selection: Selection,
    whole?: (slice: RawBuilder<unknown>) => RawBuilder<unknown>,
  ) => Promise<readonly Found[]>;
  /** `ORDER BY` for rows from several slices. */
  readonly orderFound: RawBuilder<unknown>;
  /** Makes a page from one slice's rows. */
  readonly pageOf: (rows: readonly Row[]) => Page<Row>;
}

/** A row's position in its list. */
interface Placed {
  readonly updatedUs: number;
}

/** Columns required in every row. */
type Changed<Id extends string> = { readonly [K in Id]: number } & { readonly updatedAt: Date };

/**
 * Reads a list ordered by (updated_at, id) without waiting for changes in progress or letting a polling
 * client miss one (docs/interface/graphql.md#lists). Rows that changed after the oldest change in progress
 * started get its start time as their `updatedAt`. Any row that becomes visible later changed after that
 * instant, so a client that polls from it finds the row.
 */
export async function readingChanges<Row extends Changed<Id>, Id extends string>(
  ctx: Pick<SubgraphContext, 'db'>,
  { schema, teamId, slice, updatedSince, id, of }: ChangeList<Id>,
): Promise<ChangesReading<Row>> {
  // Rows already sent to the client were visible then and still are.
  const shown = [slice.after?.[0] ?? 0, (updatedSince?.getTime() ?? 0) * 1000];
  const visibleUs = Math.max(await visibleBefore(ctx, schema, teamId), ...shown);
  const visible = instantOf(visibleUs);
  const prefix = of ? `${of}.` : '';
  const [updatedAt, idColumn] = [sql.ref(`${prefix}updated_at`), sql.ref(`${prefix}${id}`)];
  const order = byInstant(`${prefix}updated_at`, `${prefix}${id}`);
  const earlier = readingSlice(slice, order);
  const later = readingSlice(slice, { ...order, columns: [visible, sql.ref(id)] });
  const since = updatedSince ? sql`${updatedAt} >= ${updatedSince}::timestamptz` : sql`true`;
  const us = sql.ref('updatedUs');

  /** Selects rows in change order, up to an instant. */
  const inPlace = ({ columns, from, conditions }: Selection, until: RawBuilder<unknown>) =>
    sql`SELECT ${columns}, ${microsecondsOf(`${prefix}updated_at`)} AS ${us} FROM ${from}
      WHERE ${sql.join([...conditions, since, until, earlier.within], sql` AND `)} ${earlier.orderBy} ${earlier.limit}`;

  /**
   * Adds rows that changed since then, as if they had all changed at that instant. A subquery with its own
   * order and an upper bound that no row reaches makes PostgreSQL use the change index: it can't estimate how
   * few rows there are and would otherwise scan the whole table.
   */
  const withLaterChanges = (selection: Selection) => sql`SELECT * FROM (
      (${inPlace(selection, sql`${updatedAt} < ${visible}`)})
      UNION ALL
      (SELECT * FROM (
        SELECT ${selection.columns}, ${visibleUs}::float8 AS ${us} FROM ${selection.from}
        WHERE ${sql.join([...selection.conditions, since], sql` AND `)}
          AND ${updatedAt} >= ${visible} AND ${updatedAt} < 'infinity' ORDER BY ${updatedAt}, ${idColumn}
      ) AS changed WHERE ${later.within} ${later.orderBy} ${later.limit})
    ) AS page ${inOrder([us, sql.ref(id)], !slice.backward)} ${earlier.limit}`;

  return {
    async rows<Found extends Row>(selection: Selection, whole = (one: RawBuilder<unknown>) => one) {
      const run = async (one: RawBuilder<unknown>) =>
        (await whole(one).execute(statements(ctx))).rows as (Found & Placed)[];
      // Most pages end before any later change. A page that ends at a cursor may include rows that changed
      // later.
      const found = slice.before ? null : await run(inPlace(selection, sql`true`));
      return found?.every(({ updatedUs }) => updatedUs < visibleUs)
        ? found
        : run(withLaterChanges(selection));
    },
    orderFound: inOrder([sql.ref('found.updatedUs'), sql.ref(`found.${id}`)], !slice.backward),
    pageOf: (rows) =>
      pageOf(
        (rows as readonly (Row & Placed)[]).map((row) =>
          row.updatedUs === visibleUs ? { ...row, updatedAt: new Date(Math.floor(visibleUs / 1000)) } : row,
        ),
        slice,
        (row) => [row.updatedUs, row[id]],
      ),
  };
}

/**
 * Returns the instant, in microseconds, before which all changes to a team's rows are visible to any
 * statement that begins now.
 */
async function visibleBefore(
  ctx: Pick<SubgraphContext, 'db'>,
  schema: string,
  teamId: number,
): Promise<number> {
  const { rows } = await sql<{ us: number }>`
    SELECT (extract(epoch FROM ${sql.id(schema, 'visible_before')}(${teamId}::int)) * 1000000)::float8 AS us`.execute(
    statements(ctx),
  );
  const [row] = rows;
  if (!row) throw new Error(`PostgreSQL returned no time until which ${schema} is visible.`);
  return row.us;
}
