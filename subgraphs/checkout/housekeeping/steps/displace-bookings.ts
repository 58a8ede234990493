import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { writeUnits } from '../../bookings/steps/write-units.ts';
import { UNIT_FROM, UNIT_UNTIL } from '../../bookings/store/unit-stays.ts';
import type { AssignedUnit, DisplacedBooking } from '../../store/entities.ts';
import { STAY_STATE } from '../../store/stay-state.ts';
import type { PlacedUnit } from './write-status.ts';

interface Stay {
  readonly id: number;
  readonly holdId: string;
  readonly assignedUnits: readonly AssignedUnit[];
}

/** Nights out of order, `YYYY-MM-DD`, both included. */
export interface OutNights {
  readonly from: string;
  readonly until: string;
}

/** Active bookings `b` of a unit's team that overlap nights. */
const overlapping = ({ teamId, propertyId }: PlacedUnit, { from, until }: OutNights) => sql<boolean>`(
  b.team_id = ${teamId} AND b.property_id = ${propertyId} AND b.status IN ('held', 'confirmed')
  AND ${STAY_STATE} IN ('expected', 'in_house')
  AND b.check_in <= ${until}::date AND coalesce(b.nights_until, b.check_out) > ${from}::date)`;

/** Bookings `b` that have a unit on some of the nights. */
const has = ({ unitId }: PlacedUnit, { from, until }: OutNights) =>
  sql<boolean>`EXISTS (SELECT FROM jsonb_array_elements(b.assigned_units) unit
    WHERE (unit ->> 'id')::integer = ${unitId} AND ${UNIT_FROM} <= ${until}::date AND ${UNIT_UNTIL} > ${from}::date)`;

/**
 * Locks the bookings that a change of a unit's nights out of order concerns: every change locks bookings before units.
 * The caller has called `lockAssignments`, so no other booking gets the unit.
 */
export async function lockConcerned(em: Transaction, unit: PlacedUnit, out: OutNights | null): Promise<void> {
  const gaining = sql`b.id IN (
    SELECT (lost ->> 'bookingId')::bigint FROM checkout.unit_statuses u CROSS JOIN jsonb_array_elements(u.displaced) lost
    WHERE u.unit_id = ${unit.unitId})`;
  const losing = out ? sql`(${overlapping(unit, out)} AND ${has(unit, out)})` : sql`false`;
  await sql`
    SELECT FROM checkout.bookings b WHERE b.team_id = ${unit.teamId} AND (${gaining} OR ${losing})
    ORDER BY b.id FOR UPDATE`.execute(statements(em));
}

/**
 * Takes a unit from the bookings that have it on nights out of order, and gives it back to bookings that lost it
 * before and can have it again. Returns the bookings that have lost it now.
 */
export async function displaceBookings(
  ctx: SubgraphContext,
  em: Transaction,
  unit: PlacedUnit,
  { out, before }: { readonly out: OutNights | null; readonly before: readonly DisplacedBooking[] },
): Promise<readonly DisplacedBooking[]> {
  const still = out ? await stillDisplaced(em, unit, out, before) : [];
  for (const one of before) if (!still.includes(one)) await returnUnit(ctx, em, unit, one);
  if (out === null) return [];
  const { rows } = await sql<Stay>`
    SELECT b.id::float8 AS id, b.hold_id AS "holdId", b.assigned_units AS "assignedUnits" FROM checkout.bookings b
    WHERE ${overlapping(unit, out)} AND ${has(unit, out)} ORDER BY b.id FOR UPDATE`.execute(statements(em));
  const lost: DisplacedBooking[] = [];
  for (const { id, holdId, assignedUnits } of rows) {
    const rest = assignedUnits.filter((one) => one.id !== unit.unitId);
    for (const one of assignedUnits)
      if (one.id === unit.unitId) lost.push({ bookingId: id, holdId, unit: one });
    await writeUnits(ctx, em, id, rest);
  }
  return [...still, ...lost];
}

/** Bookings that lost a unit before and overlap the nights out of order. */
async function stillDisplaced(
  em: Transaction,
  unit: PlacedUnit,
  out: OutNights,
  before: readonly DisplacedBooking[],
): Promise<readonly DisplacedBooking[]> {
  const ids = before.map(({ bookingId }) => bookingId);
  const { rows } = await sql<{ readonly id: number }>`
    SELECT b.id::float8 AS id FROM checkout.bookings b
    WHERE b.id = ANY (${ids}::bigint[]) AND ${overlapping(unit, out)}`.execute(statements(em));
  return before.filter(({ bookingId }) => rows.some(({ id }) => id === bookingId));
}

/** Gives a unit back to a booking that lost it, if the booking still needs it and no other booking has it. */
async function returnUnit(
  ctx: SubgraphContext,
  em: Transaction,
  unit: PlacedUnit,
  { bookingId, unit: lost }: DisplacedBooking,
): Promise<void> {
  const { rows } = await sql<Stay>`
    SELECT b.id::float8 AS id, b.hold_id AS "holdId", b.assigned_units AS "assignedUnits" FROM checkout.bookings b
    WHERE b.id = ${bookingId}::bigint AND b.status IN ('held', 'confirmed') AND ${STAY_STATE} IN ('expected', 'in_house')
      AND (b.lines -> ${lost.line}::int ->> 'unitTypeId')::int = ${unit.unitTypeId}
      AND (SELECT count(*) FROM jsonb_array_elements(b.assigned_units) one WHERE (one ->> 'line')::int = ${lost.line} AND one -> 'until' IS NULL)
        < (b.lines -> ${lost.line}::int ->> 'quantity')::int
      AND NOT EXISTS (
        SELECT FROM checkout.bookings other
        WHERE other.team_id = b.team_id AND other.property_id = b.property_id AND other.id <> b.id
          AND other.status IN ('held', 'confirmed') AND other.assigned_units @> ${JSON.stringify([{ id: unit.unitId }])}::jsonb
          AND other.check_in < b.check_out AND coalesce(other.nights_until, other.check_out) > b.check_in)
    FOR UPDATE OF b`.execute(statements(em));
  for (const { id, assignedUnits } of rows) await writeUnits(ctx, em, id, [...assignedUnits, lost]);
}
