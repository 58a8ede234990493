import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import type { AssignedUnit, Booking } from '../../store/entities.ts';

/** A unit that guests can't have on some of the nights. */
export interface TakenUnit {
  readonly name: string;
  /** The booking that has it; null if the unit is out of order. */
  readonly reference: string | null;
}

/**
 * Finds a unit that an overlapping held or confirmed booking has, or that is out of order; null if all are free.
 * The caller has called `lockAssignments`.
 */
export async function firstTaken(
  em: Transaction,
  booking: Pick<Booking, 'id' | 'propertyId' | 'teamId' | 'checkIn' | 'checkOut'>,
  units: readonly AssignedUnit[],
): Promise<TakenUnit | null> {
  const ids = units.map((unit) => unit.id);
  const { rows } = await sql<{ readonly unitId: number; readonly reference: string | null }>`
    SELECT (unit ->> 'id')::integer AS "unitId", b.reference
    FROM checkout.bookings b CROSS JOIN jsonb_array_elements(b.assigned_units) unit
    WHERE b.property_id = ${booking.propertyId} AND b.team_id = ${booking.teamId} AND b.id <> ${booking.id}
      AND b.status IN ('held', 'confirmed')
      AND b.check_in < ${booking.checkOut}::date AND coalesce(b.nights_until, b.check_out) > ${booking.checkIn}::date
      AND (unit ->> 'id')::integer = ANY (${ids}::integer[])
    UNION ALL
    SELECT u.unit_id, NULL FROM checkout.unit_statuses u
    WHERE u.unit_id = ANY (${ids}::integer[]) AND u.team_id = ${booking.teamId}
      AND u.out_from < ${booking.checkOut}::date AND u.out_until >= ${booking.checkIn}::date
    LIMIT 1`.execute(statements(em));
  const [taken] = rows;
  const unit = units.find(({ id }) => id === taken?.unitId);
  return taken && unit ? { name: unit.name, reference: taken.reference } : null;
}
