import type { ReportedUnitsFragment } from '../operations/generated.ts';
import { daysOf, type Period } from './periods.ts';

/** Unit nights in a report's part. */
export interface UnitNights {
  readonly available: number;
  readonly all: number;
}

/** A report's unit nights, by the groups that divide them. */
export interface Availability {
  readonly total: UnitNights;
  readonly byDay: ReadonlyMap<string, UnitNights>;
  readonly byProperty: ReadonlyMap<string, UnitNights>;
  readonly byUnitType: ReadonlyMap<string, UnitNights>;
}

/** A unit type's units sold on a night. */
export interface SoldUnits {
  readonly unitTypeId: string;
  readonly propertyId: string;
  readonly day: string;
  readonly sold: number;
}

export const NO_UNITS: UnitNights = { available: 0, all: 0 };

/** Returns the unit types whose nights sold change the nights available: retired ones, and those with closed nights. */
export const irregularTypes = ({ unitTypes, nights }: ReportedUnitsFragment): readonly string[] => [
  ...new Set([
    ...unitTypes.filter(({ isActive }) => !isActive).map(({ id }) => id),
    ...nights.map(({ unitTypeId }) => unitTypeId),
  ]),
];

/**
 * Counts unit nights. A night sold in a closed or out-of-order unit is available, so that only overbooking a unit type
 * raises its occupancy above 1. A retired unit type has as many units as it sold.
 */
export function countUnitNights(
  { unitTypes, nights }: ReportedUnitsFragment,
  period: Period,
  sold: readonly SoldUnits[],
): Availability {
  const days = daysOf(period);
  const counts = newCounts(days);
  const types = new Map(unitTypes.map((type) => [type.id, type]));
  const active = unitTypes.filter(({ isActive }) => isActive);
  for (const { id, propertyId, units } of active) {
    const each = units * days.length;
    counts.add({ unitTypeId: id, propertyId }, { available: each, all: each });
  }
  counts.addDaily(active.reduce((sum, { units }) => sum + units, 0));
  const soldOn = new Map(sold.map((one) => [`${one.unitTypeId} ${one.day}`, one.sold]));
  for (const { unitTypeId, night, units, open } of nights) {
    const type = types.get(unitTypeId);
    if (!type) continue;
    const available = Math.max(open, Math.min(soldOn.get(`${unitTypeId} ${night}`) ?? 0, units));
    const { propertyId } = type;
    counts.add(
      { unitTypeId, propertyId, day: night },
      { available: available - type.units, all: units - type.units },
    );
  }
  for (const { unitTypeId, propertyId, day, sold: units } of sold) {
    if (types.get(unitTypeId)?.isActive) continue;
    counts.add({ unitTypeId, propertyId, day }, { available: units, all: units });
  }
  return counts.done();
}

/** Places in which unit nights count. */
interface Place {
  readonly unitTypeId: string;
  readonly propertyId: string;
  /** Absent for the same number on all days, which `addDaily` adds. */
  readonly day?: string;
}

function newCounts(days: readonly string[]) {
  const byDay = new Map(days.map((day) => [day, NO_UNITS]));
  const byProperty = new Map<string, UnitNights>();
  const byUnitType = new Map<string, UnitNights>();
  let total = NO_UNITS;
  const plus = (a: UnitNights, b: UnitNights) => ({
    available: a.available + b.available,
    all: a.all + b.all,
  });
  const increase = (map: Map<string, UnitNights>, key: string, by: UnitNights) =>
    map.set(key, plus(map.get(key) ?? NO_UNITS, by));
  return {
    add({ unitTypeId, propertyId, day }: Place, by: UnitNights) {
      total = plus(total, by);
      increase(byProperty, propertyId, by);
      increase(byUnitType, unitTypeId, by);
      if (day !== undefined) increase(byDay, day, by);
    },
    addDaily(units: number) {
      for (const day of days) increase(byDay, day, { available: units, all: units });
    },
    done: (): Availability => ({ total, byDay, byProperty, byUnitType }),
  };
}
