import { type RawBuilder, sql } from 'kysely';
import { type Page, pageOf, type Slice } from '#kit/connection.ts';
import type { SubgraphContext } from './context.ts';
import { byInstant, inOrder, instantOf, microsecondsOf, readingSlice } from './slice.ts';
import { statements } from './transaction.ts';

/** A list of a team's rows in the order in which they changed. */
export interface ChangeList<Id extends string> {
  /** Of the subgraph whose `settled_until` knows its writers. */
  readonly schema: 'catalog' | 'checkout' | 'tasks';
  readonly teamId: number;
  readonly slice: Slice<readonly [number, number]>;
  /** Only rows that changed at this instant or later. */
  readonly updatedSince?: Date | null | undefined;
  /** The column of the id, which rows have under its name. */
  readonly id: Id;
  /** The table's alias. */
  readonly of?: string;
}

/** What a list reads. */
export interface Selection {
  readonly columns: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly conditions: readonly RawBuilder<unknown>[];
}

/** How a slice of a list is read. */
export interface ChangesReading<Row> {
  /** The rows of a slice; `whole` makes one statement for several slices of what reads one, joined as `found`. */
  readonly rows: <Found extends Row>(
    selection: Selection,
    whole?: (slice: RawBuilder<unknown>) => RawBuilder<unknown>,
  ) => Promise<readonly Found[]>;
  /** `ORDER BY` for the rows of several slices. */
  readonly orderFound: RawBuilder<unknown>;
  /** The page that the rows of one slice make. */
  readonly pageOf: (rows: readonly Row[]) => Page<Row>;
}

/** Where a row is in its list. */
interface Placed {
  readonly updatedUs: number;
}

/** Every row of such a list. */
type Changed<Id extends string> = { readonly [K in Id]: number } & { readonly updatedAt: Date };

/**
 * Reads a list in the order (updated_at, id) without waiting for changes under way, and so that polling never skips one
 * (docs/interface/graphql.md#lists): of what changed after the oldest of them began, `updatedAt` is the instant at which that
 * began. Whatever becomes visible later changed after that, so a client that asks for it since then finds it.
 */
export async function readingChanges<Row extends Changed<Id>, Id extends string>(
  ctx: Pick<SubgraphContext, 'db'>,
  { schema, teamId, slice, updatedSince, id, of }: ChangeList<Id>,
): Promise<ChangesReading<Row>> {
  // What a client has been shown was settled then, and stays so.
  const shown = [slice.after?.[0] ?? 0, (updatedSince?.getTime() ?? 0) * 1000];
  const settledUs = Math.max(await settledUntil(ctx, schema, teamId), ...shown);
  const settled = instantOf(settledUs);
  const prefix = of ? `${of}.` : '';
  const [updatedAt, idColumn] = [sql.ref(`${prefix}updated_at`), sql.ref(`${prefix}${id}`)];
  const order = byInstant(`${prefix}updated_at`, `${prefix}${id}`);
  const earlier = readingSlice(slice, order);
  const later = readingSlice(slice, { ...order, columns: [settled, sql.ref(id)] });
  const since = updatedSince ? sql`${updatedAt} >= ${updatedSince}::timestamptz` : sql`true`;
  const us = sql.ref('updatedUs');

  /** Rows where they are in the order of changes, up to an instant. */
  const inPlace = ({ columns, from, conditions }: Selection, until: RawBuilder<unknown>) =>
    sql`SELECT ${columns}, ${microsecondsOf(`${prefix}updated_at`)} AS ${us} FROM ${from}
      WHERE ${sql.join([...conditions, since, until, earlier.within], sql` AND `)} ${earlier.orderBy} ${earlier.limit}`;

  /**
   * Those that changed since as well, as if all of them had changed at that instant. An order of their own, and an end that nothing
   * reaches, keep PostgreSQL at the index of changes: it does not know how few they are, and else looks through a whole table.
   */
  const withUnsettled = (selection: Selection) => sql`SELECT * FROM (
      (${inPlace(selection, sql`${updatedAt} < ${settled}`)})
      UNION ALL
      (SELECT * FROM (
        SELECT ${selection.columns}, ${settledUs}::float8 AS ${us} FROM ${selection.from}
        WHERE ${sql.join([...selection.conditions, since], sql` AND `)}
          AND ${updatedAt} >= ${settled} AND ${updatedAt} < 'infinity' ORDER BY ${updatedAt}, ${idColumn}
      ) AS changed WHERE ${later.within} ${later.orderBy} ${later.limit})
    ) AS page ${inOrder([us, sql.ref(id)], !slice.backward)} ${earlier.limit}`;

  return {
    async rows<Found extends Row>(selection: Selection, whole = (one: RawBuilder<unknown>) => one) {
      const run = async (one: RawBuilder<unknown>) =>
        (await whole(one).execute(statements(ctx))).rows as (Found & Placed)[];
      // Most pages end before anything that changed since. Before a place there may be rows that are further on in this order.
      const found = slice.before ? null : await run(inPlace(selection, sql`true`));
      return found?.every(({ updatedUs }) => updatedUs < settledUs) ? found : run(withUnsettled(selection));
    },
    orderFound: inOrder([sql.ref('found.updatedUs'), sql.ref(`found.${id}`)], !slice.backward),
    pageOf: (rows) =>
      pageOf(
        (rows as readonly (Row & Placed)[]).map((row) =>
          row.updatedUs === settledUs ? { ...row, updatedAt: new Date(Math.floor(settledUs / 1000)) } : row,
        ),
        slice,
        (row) => [row.updatedUs, row[id]],
      ),
  };
}

/** The instant, in microseconds, before which every change of a team's rows is visible to statements that begin from now on. */
async function settledUntil(
  ctx: Pick<SubgraphContext, 'db'>,
  schema: string,
  teamId: number,
): Promise<number> {
  const { rows } = await sql<{ us: number }>`
    SELECT (extract(epoch FROM ${sql.id(schema, 'settled_until')}(${teamId}::int)) * 1000000)::float8 AS us`.execute(
    statements(ctx),
  );
  const [row] = rows;
  if (!row) throw new Error(`PostgreSQL did not say until when ${schema} is visible.`);
  return row.us;
}
