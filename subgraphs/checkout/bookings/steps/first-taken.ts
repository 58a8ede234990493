import { statements, type Transaction } from '#db/transaction.ts';
import type { AssignedUnit, Booking } from '../../store/entities.ts';
import { nightsIn } from '../domain/unit-nights.ts';
import { unitStays } from '../store/unit-stays.ts';

/** A unit that guests can't have on some of the nights. */
export interface TakenUnit {
  readonly name: string;
  /** The booking that has it; null if the unit is out of order. */
  readonly reference: string | null;
}

/**
 * Finds a unit that another held or confirmed booking has on any of the nights, or that is out of order; null if all are
 * free. The caller has called `lockAssignments`.
 */
export async function firstTaken(
  em: Transaction,
  booking: Pick<Booking, 'id' | 'propertyId' | 'teamId' | 'checkIn' | 'checkOut'>,
  units: readonly AssignedUnit[],
): Promise<TakenUnit | null> {
  const { id, teamId, propertyId } = booking;
  const stay = { ...booking, nightsUntil: null };
  const unitIds = units.map((unit) => unit.id);
  const stays = await unitStays(statements(em), { teamId, propertyId, unitIds, ...nightsIn(stay, {}) });
  for (const unit of units) {
    const { from, until } = nightsIn(stay, unit);
    const taken = stays.find(
      (one) => one.unitId === unit.id && one.bookingId !== id && one.from < until && one.until > from,
    );
    if (taken) return { name: unit.name, reference: taken.reference };
  }
  return null;
}
