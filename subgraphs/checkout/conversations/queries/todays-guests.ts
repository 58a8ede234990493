import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { statements } from '#db/transaction.ts';
import { teamOf } from '../../access.ts';

/** An arriving or departing guest. */
export interface Movement {
  readonly bookingId: number;
  readonly kind: 'arrival' | 'departure';
  readonly guestName: string;
  readonly propertyId: number;
  readonly unitNames: readonly string[];
  readonly at: Date | string;
}

const MOST = 500;

/**
 * Lists today's arrivals and departures in each property's time zone, earliest first
 * (docs/interface/teams.md#roles).
 */
export async function findTodaysGuests(ctx: SubgraphContext): Promise<readonly Movement[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<Movement>`
    SELECT b.id AS "bookingId", move.kind, trim(b.guest_first_name || ' ' || b.guest_last_name) AS "guestName",
      b.property_id AS "propertyId", move.at,
      (SELECT coalesce(jsonb_agg(unit ->> 'name'), '[]') FROM jsonb_array_elements(b.assigned_units) unit) AS "unitNames"
    FROM checkout.bookings b CROSS JOIN LATERAL (VALUES
      ('arrival', b.check_in, b.check_in::timestamp AT TIME ZONE usable_zone(b.time_zone)),
      ('departure', b.check_out, (b.check_out + TIME '11:00') AT TIME ZONE usable_zone(b.time_zone))) move (kind, day, at)
    WHERE b.team_id = ${teamOf(ctx.viewer) ?? 0} AND b.status = 'confirmed'
      AND ${inReach(ctx.viewer, sql.ref('b.property_id'))}
      AND move.day = (${now}::timestamptz AT TIME ZONE usable_zone(b.time_zone))::date
    ORDER BY move.at, b.id LIMIT ${MOST}`.execute(statements(ctx));
  return rows;
}
