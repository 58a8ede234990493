import { type Kysely, type RawBuilder, sql } from 'kysely';
import { STAY_STATE } from '../../store/stay-state.ts';
import type { UnitStay } from '../domain/unit-moves.ts';

/** First night of a booking `b` in its `unit`: twin of `nightsIn`. */
export const UNIT_FROM: RawBuilder<unknown> = sql`coalesce((unit ->> 'from')::date, b.check_in)`;
/** Day on which a booking `b` leaves its `unit`: twin of `nightsIn`. */
export const UNIT_UNTIL: RawBuilder<unknown> = sql`least((unit ->> 'until')::date, coalesce(b.nights_until, b.check_out))`;

/** Units of a property, and nights as days since the epoch: `until` is the day on which they end. */
interface Surroundings {
  readonly teamId: number;
  readonly propertyId: number;
  readonly unitIds: readonly number[];
  readonly from: number;
  readonly until: number;
}

/** Nights on which a unit has a booking or is out of order. */
export type Occupied = Omit<UnitStay, 'bookingId'> & {
  /** The booking and its reference; null if the unit is out of order. */
  readonly bookingId: number | null;
  readonly reference: string | null;
};

/**
 * Finds the nights on which units have held or confirmed bookings or are out of order, in one statement. Stays of guests
 * who have arrived, stays in several units, and stays that extend beyond the given nights are fixed.
 */
export async function unitStays(
  db: Kysely<unknown>,
  { teamId, propertyId, unitIds, from, until }: Surroundings,
): Promise<readonly Occupied[]> {
  const first = sql`DATE '1970-01-01' + ${from}::integer`;
  const end = sql`DATE '1970-01-01' + ${until}::integer`;
  const { rows } = await sql<Occupied>`
    SELECT b.id::float8 AS "bookingId", b.reference, (unit ->> 'id')::integer AS "unitId",
      ${UNIT_FROM} - DATE '1970-01-01' AS "from", ${UNIT_UNTIL} - DATE '1970-01-01' AS "until",
      CASE WHEN ${STAY_STATE} <> 'expected' OR b.check_in < ${first} OR b.check_out > ${end} OR unit ?| ARRAY['from', 'until'] THEN 'fixed'
        WHEN unit ? 'automatic' THEN 'automatic' ELSE 'chosen' END AS hold
    FROM checkout.bookings b CROSS JOIN jsonb_array_elements(b.assigned_units) unit
    WHERE b.property_id = ${propertyId} AND b.team_id = ${teamId}
      AND b.status IN ('held', 'confirmed') AND b.assigned_units <> '[]'
      AND coalesce(b.nights_until, b.check_out) > ${first} AND b.check_in < ${end}
      AND (unit ->> 'id')::integer = ANY (${unitIds}::integer[]) AND ${UNIT_UNTIL} > ${first} AND ${UNIT_FROM} < ${end}
    UNION ALL
    SELECT NULL, NULL, u.unit_id, u.out_from - DATE '1970-01-01', u.out_until + 1 - DATE '1970-01-01', 'fixed'
    FROM checkout.unit_statuses u
    WHERE u.unit_id = ANY (${unitIds}::integer[]) AND u.team_id = ${teamId}
      AND u.out_until >= ${first} AND u.out_from < ${end}
  `.execute(db);
  return rows;
}
