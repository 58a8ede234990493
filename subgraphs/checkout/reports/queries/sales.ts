import { GraphQLError } from 'graphql';
import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { inSnapshot, statements, type Transaction } from '#db/transaction.ts';
import type { GraphqlErrorCode } from '#kit/errors.ts';
import { propertyLimits } from '#kit/reach.ts';
import { MAX_REPORT_CHANGES } from '#schema/limits.ts';
import { teamOf } from '../../access.ts';
import { type Basis, type Cell, cellsOf, type Dimension, type StayDimension } from '../domain/cells.ts';
import type { Period } from '../domain/periods.ts';
import {
  bookingsAfter,
  changedGuests,
  changedSales,
  movedSales,
  NO_PROGRESS,
  PROGRESS_COLUMNS,
  type Progress,
} from '../store/changed-bookings.ts';

/** Sales to add up. */
export interface AskedSales {
  readonly basis: Basis;
  readonly dimension: Dimension;
  readonly period: Period;
  /** The field that names a sum's group; null for one group. */
  readonly by: 'day' | 'propertyId' | 'key' | null;
  /** Keys to include; null for all. */
  readonly keys?: readonly string[];
}

/** A group's sales in one currency. */
export interface GroupSales {
  readonly group: string;
  readonly currency: string;
  readonly sold: number;
  readonly revenue: number;
}

/** A unit type's nights sold on a day. */
export interface SoldOnDay {
  readonly unitTypeId: string;
  readonly propertyId: string;
  readonly day: string;
  readonly sold: number;
}

/** Bookings to add up. */
export interface AskedStays {
  readonly dimension: StayDimension;
  readonly period: Period;
  /** For `pace`, the last day whose bookings and cancellations count. */
  readonly until?: string;
}

/** Bookings by month, with one key and in one currency. */
export interface StaySums {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Empty for `pace`. */
  readonly key: string;
  readonly currency: string;
  readonly bookings: number;
  readonly sold: number;
  readonly revenue: number;
  /** Lead times, or lengths, added up. */
  readonly days: number;
}

/** Reads sales in one snapshot: the stored sums, and the bookings that changed since. */
export interface SalesReader {
  readonly sums: (asked: AskedSales) => Promise<readonly GroupSales[]>;
  /** Units sold by unit type and day. */
  readonly soldByType: (
    asked: Omit<AskedSales, 'basis' | 'dimension' | 'by'>,
  ) => Promise<readonly SoldOnDay[]>;
  readonly stays: (asked: AskedStays) => Promise<readonly StaySums[]>;
}

/** Opens a snapshot of the viewer's team's sales, limited to properties. Throws `REPORT_NOT_READY` if too many changed. */
export function readingSales<T>(
  ctx: SubgraphContext,
  propertyIds: readonly number[] | null,
  work: (sales: SalesReader) => Promise<T>,
): Promise<T> {
  return inSnapshot(ctx, async (em) => {
    const teamId = teamOf(ctx.viewer) ?? 0;
    const changed = await changesAfterSums(em, teamId);
    const limits = propertyLimits(ctx.viewer);
    const isWithin = ({ propertyId }: Cell) =>
      (propertyIds === null || propertyIds.includes(propertyId)) &&
      (limits === null || [...limits].includes(propertyId));
    const newer = changed.filter(isWithin);
    const within = sql`c.team_id = ${teamId} AND ${inReach(ctx.viewer, sql.ref('c.property_id'))}
      AND ${propertyIds ? sql`c.property_id = ANY (${[...propertyIds]}::integer[])` : sql`true`}`;
    return work({
      async sums(asked) {
        const { rows } = await sql<GroupSales>`
          SELECT ${GROUPS[asked.by ?? 'none']} AS "group", c.currency, sum(c.sold)::float8 AS sold, sum(c.revenue)::float8 AS revenue
          FROM checkout.report_cells c WHERE ${within} AND ${conditionOf(asked)} GROUP BY 1, 2`.execute(
          statements(em),
        );
        const own = newer.filter(isAsked(asked)).map(({ currency, sold, revenue, ...cell }) => ({
          group: asked.by === null ? '' : String(cell[asked.by]),
          currency,
          sold,
          revenue,
        }));
        return addedUp([...rows, ...own], ({ group, currency }) => `${currency} ${group}`);
      },
      async soldByType(given) {
        const asked: AskedSales = { ...given, basis: 'stay', dimension: 'unit_type', by: null };
        const { rows } = await sql<SoldOnDay>`
          SELECT c.key AS "unitTypeId", c.property_id::text AS "propertyId", c.day::text AS day, sum(c.sold)::float8 AS sold
          FROM checkout.report_cells c WHERE ${within} AND ${conditionOf(asked)} GROUP BY 1, 2, 3`.execute(
          statements(em),
        );
        const own = newer.filter(isAsked(asked)).map(({ key, propertyId, day, sold }) => ({
          unitTypeId: key,
          propertyId: String(propertyId),
          day,
          sold,
        }));
        return addedUp(
          [...rows, ...own],
          ({ unitTypeId, propertyId, day }) => `${unitTypeId} ${propertyId} ${day}`,
        );
      },
      async stays(asked) {
        const isPace = asked.dimension === 'pace';
        const until = asked.until ? sql`c.key COLLATE "C" <= ${asked.until}` : sql`true`;
        const { rows } = await sql<StaySums>`
          SELECT to_char(c.day, 'YYYY-MM') AS month, ${isPace ? sql`''` : sql`c.key`} AS key, c.currency,
            sum(c.bookings)::float8 AS bookings, sum(c.sold)::float8 AS sold, sum(c.revenue)::float8 AS revenue,
            sum(c.days)::float8 AS days
          FROM checkout.report_cells c
          WHERE ${within} AND ${conditionOf({ ...asked, basis: 'stay' })} AND ${until} GROUP BY 1, 2, 3`.execute(
          statements(em),
        );
        const own = newer
          .filter(isAsked({ ...asked, basis: 'stay' }))
          .filter(({ key }) => asked.until === undefined || key <= asked.until)
          .map(({ day, key, ...cell }) => ({ ...cell, month: day.slice(0, 7), key: isPace ? '' : key }));
        return addedUp([...rows, ...own], ({ month, key, currency }) => `${month} ${key} ${currency}`);
      },
    });
  });
}

const GROUPS = {
  day: sql`c.day::text`,
  propertyId: sql`c.property_id::text`,
  key: sql`c.key`,
  none: sql`''`,
} as const;

/** Sums to read. */
type Asked = Pick<AskedSales, 'basis' | 'period' | 'keys'> & Pick<Cell, 'dimension'>;

function conditionOf({ basis, dimension, period, keys }: Asked): RawBuilder<unknown> {
  const among = keys ? sql`c.key = ANY (${[...keys]}::text[])` : sql`true`;
  return sql`c.basis = ${basis} AND c.dimension = ${dimension}
    AND c.day BETWEEN ${period.from}::date AND ${period.until}::date AND ${among}`;
}

/** The same condition for a sum that isn't stored yet. */
const isAsked =
  ({ basis, dimension, period, keys }: Asked) =>
  (cell: Cell): boolean =>
    cell.basis === basis &&
    cell.dimension === dimension &&
    cell.day >= period.from &&
    cell.day <= period.until &&
    (!keys || keys.includes(cell.key));

const SUMMED = ['sold', 'revenue', 'bookings', 'days'] as const;
type Summed = { readonly sold: number } & { readonly [Field in (typeof SUMMED)[number]]?: number };

/** Adds up rows with the same name, and leaves out sums of 0. */
function addedUp<Row extends Summed>(rows: readonly Row[], nameOf: (row: Row) => string): readonly Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const sum = sums.get(nameOf(row));
    const added = SUMMED.map((field) => [field, (sum?.[field] ?? 0) + (row[field] ?? 0)] as const);
    sums.set(nameOf(row), sum ? { ...sum, ...Object.fromEntries(added) } : row);
  }
  return [...sums.values()].filter((sum) => SUMMED.some((field) => (sum[field] ?? 0) !== 0));
}

/** Returns what bookings changed since the stored sums add to them and take off. */
async function changesAfterSums(em: Transaction, teamId: number): Promise<readonly Cell[]> {
  const { rows } = await sql<Progress>`
    SELECT ${PROGRESS_COLUMNS} FROM checkout.report_progress p WHERE p.team_id = ${teamId}`.execute(
    statements(em),
  );
  const at = rows[0] ?? NO_PROGRESS;
  const changed = await changedSales(em, bookingsAfter(teamId, at), MAX_REPORT_CHANGES + 1);
  const guests = await changedGuests(em, teamId, at, MAX_REPORT_CHANGES + 1);
  if (Math.max(changed.length, guests.length) > MAX_REPORT_CHANGES) throw NOT_READY;
  const moved = await movedSales(em, guests, changed, MAX_REPORT_CHANGES + 1);
  const all = [...changed, ...moved];
  if (all.length > MAX_REPORT_CHANGES) throw NOT_READY;
  return all.flatMap(({ before, after }) => [
    ...(before ? cellsOf(before, -1) : []),
    ...(after ? cellsOf(after) : []),
  ]);
}

const NOT_READY = new GraphQLError(
  "More bookings changed recently than a report can add up. They're being prepared; try again in a few minutes.",
  { extensions: { code: 'REPORT_NOT_READY' satisfies GraphqlErrorCode } },
);
