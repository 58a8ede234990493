import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import type { AssignedUnit, Booking } from '../../store/entities.ts';

/** Arbitrary first key for an advisory lock, unique in this product. Assignments at a property take turns. */
const ASSIGNMENT_LOCK = 7_310_888;

/** A unit that another booking has on some of the nights. */
interface TakenUnit {
  readonly name: string;
  readonly reference: string;
}

/**
 * Finds a unit already assigned to an overlapping held or confirmed booking; null if all are free. Until the
 * transaction ends, no other booking at the property gets a unit.
 */
export async function firstTaken(
  em: Transaction,
  booking: Pick<Booking, 'id' | 'propertyId' | 'teamId' | 'checkIn' | 'checkOut'>,
  units: readonly AssignedUnit[],
): Promise<TakenUnit | null> {
  await sql`SELECT pg_advisory_xact_lock(${ASSIGNMENT_LOCK}, ${booking.propertyId})`.execute(statements(em));
  const { rows } = await sql<TakenUnit>`
    SELECT unit ->> 'name' AS name, b.reference
    FROM checkout.bookings b CROSS JOIN jsonb_array_elements(b.assigned_units) unit
    WHERE b.property_id = ${booking.propertyId} AND b.team_id = ${booking.teamId} AND b.id <> ${booking.id}
      AND b.status IN ('held', 'confirmed')
      AND b.check_in < ${booking.checkOut}::date AND coalesce(b.nights_until, b.check_out) > ${booking.checkIn}::date
      AND (unit ->> 'id')::integer = ANY (${units.map((unit) => unit.id)}::integer[])
    LIMIT 1`.execute(statements(em));
  return rows[0] ?? null;
}
