import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { statements } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type { UnitAtInput } from '../../generated.ts';

/** The next guests in a unit. */
export interface NextArrival {
  /** The unit's position in the request. */
  readonly index: number;
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly adults: number;
  readonly children: number;
  /** `HH:MM`. */
  readonly arrivalTime: string | null;
}

const DAYS_AHEAD = 30;

/** Finds units' next confirmed arrivals in one statement. The time's date is the one at the property. */
export async function findNextArrivals(
  ctx: SubgraphContext,
  units: readonly UnitAtInput[],
): Promise<readonly NextArrival[]> {
  const ids = units.map(({ unitId }) => parseId(unitId) ?? 0);
  const properties = units.map(({ propertyId }) => parseId(propertyId) ?? 0);
  const times = units.map(({ at }) => at.toISOString());
  const { rows } = await sql<NextArrival>`
    SELECT (wanted.place - 1)::integer AS index, arrival.*
    FROM unnest(${ids}::integer[], ${properties}::integer[], ${times}::timestamptz[])
      WITH ORDINALITY AS wanted (unit_id, property_id, at, place)
    CROSS JOIN LATERAL (
      SELECT b.check_in::text AS "checkIn", b.adults, b.children, b.arrival_time AS "arrivalTime"
      FROM checkout.bookings b
      WHERE b.property_id = wanted.property_id AND b.team_id = ${teamOf(ctx.viewer) ?? 0} AND b.status = 'confirmed'
        AND ${inReach(ctx.viewer, sql.ref('b.property_id'))}
        AND b.check_in BETWEEN wanted.at::date - 1 AND wanted.at::date + ${DAYS_AHEAD}::integer
        AND b.check_in >= (wanted.at AT TIME ZONE usable_zone(b.time_zone))::date
        AND b.assigned_units @> jsonb_build_array(jsonb_build_object('id', wanted.unit_id))
      ORDER BY b.check_in, b.id LIMIT 1
    ) arrival`.execute(statements(ctx));
  return rows;
}
