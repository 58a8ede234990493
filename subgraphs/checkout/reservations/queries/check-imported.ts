import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import { parseId } from '#kit/ids.ts';
import { type Author, authorOf } from '../../access.ts';
import { dayOf } from '../../bookings/domain/unit-nights.ts';
import { type Occupied, unitStays } from '../../bookings/store/unit-stays.ts';
import type { BookingImportError, BookingImportRowInput, BookingImportVerdict } from '../../generated.ts';
import { rowFaults, unitTaken } from '../domain/imported-booking.ts';

type Row = BookingImportRowInput;

/** Maximum number of rows per call. */
export const MOST_IMPORT_ROWS = 200;

/** Checks an import's rows, in their order. */
export async function checkImported(
  ctx: SubgraphContext,
  rows: readonly Row[],
): Promise<readonly BookingImportVerdict[]> {
  const author = importerOf(ctx, rows);
  const known = await knownIds(ctx, author, rows);
  const now = ctx.clock.now();
  const taken = await takenUnits(
    ctx,
    author,
    rows.filter(({ externalId }) => !known.has(externalId)),
  );
  return rows.map((row) => {
    if (known.has(row.externalId)) return { isKnown: true, errors: [] };
    const conflict = taken.get(row);
    return { isKnown: false, errors: [...rowFaults(row, now), ...(conflict ? [conflict] : [])] };
  });
}

/** Returns the importing host; throws for a host without a team, and for too many rows. */
export function importerOf(ctx: SubgraphContext, rows: readonly Row[]): Author {
  const author = authorOf(ctx);
  if (!author || author.installId !== null) throw badInput('Only hosts import reservations.');
  if (rows.length > MOST_IMPORT_ROWS) throw badInput(`At most ${MOST_IMPORT_ROWS} rows per call.`);
  return author;
}

/** Returns the rows' external ids with a booking. Same condition as the index `bookings_entered`. */
async function knownIds(
  ctx: SubgraphContext,
  { teamId }: Author,
  rows: readonly Row[],
): Promise<ReadonlySet<string>> {
  const ids = rows.map(({ externalId }) => externalId);
  const { rows: known } = await sql<{ readonly id: string }>`
    SELECT b.source_external_id AS id FROM checkout.bookings b
    WHERE b.team_id = ${teamId} AND coalesce(b.entered_by, 0) = 0 AND b.entered_revision IS NOT NULL
      AND b.source_external_id = ANY (${ids}::text[])`.execute(statements(ctx));
  return new Set(known.map(({ id }) => id));
}

/** Finds the rows whose unit is taken on one of their nights, with the error. */
export async function takenUnits(
  ctx: SubgraphContext,
  { teamId }: Author,
  rows: readonly Row[],
): Promise<ReadonlyMap<Row, BookingImportError>> {
  const named = rows.flatMap((row) => {
    const { unit, status } = row;
    return unit && status !== 'canceled' ? [{ row, unit, ...nightsOf(row) }] : [];
  });
  const found = new Map<Row, BookingImportError>();
  for (const [property, own] of Map.groupBy(named, ({ row }) => row.propertyId)) {
    const stays = await unitStays(statements(reader(ctx)), {
      teamId,
      propertyId: parseId(property) ?? 0,
      unitIds: own.map(({ unit }) => parseId(unit.id) ?? 0),
      from: Math.min(...own.map(({ from }) => from)),
      until: Math.max(...own.map(({ until }) => until)),
    });
    const byUnit = Map.groupBy(stays, ({ unitId }) => unitId);
    for (const { row, unit, from, until } of own) {
      const other = byUnit.get(parseId(unit.id) ?? 0)?.find((stay) => overlaps(stay, { from, until }));
      if (other) found.set(row, unitTaken(unit.name, other.reference));
    }
  }
  return found;
}

const overlaps = (stay: Occupied, { from, until }: { readonly from: number; readonly until: number }) =>
  stay.from < until && stay.until > from;

/** Returns a row's nights as days since the epoch. */
const nightsOf = ({ checkIn, checkOut }: Row) => ({
  from: dayOf(checkIn.toString()),
  until: dayOf(checkOut.toString()),
});
