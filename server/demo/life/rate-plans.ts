import { sql } from 'kysely';
import { statements } from '#db/transaction.ts';
import { createRatePlan } from '#subgraphs/catalog/index.ts';
import { type DemoHotel, must } from './hotel.ts';

/** Rate plans in addition to every unit type's standard plan. */
const PLANS = [
  {
    unitTypes: ['Lake View Double', 'Garden Family Suite', 'Wheel Room'],
    title: 'Breakfast included',
    description: 'Breakfast in the lodge from seven, for every guest.',
    mealPlan: 'breakfast',
    adjust: { percentBp: 0, amount: 2_400 },
  },
  {
    unitTypes: ['Lake View Double', 'Granary Loft', 'Spruce Cabin'],
    title: 'Early booker',
    description: 'A tenth less for stays booked at least three weeks ahead.',
    mealPlan: null,
    adjust: { percentBp: -1_000, amount: 0 },
    bookingWindow: { minDays: 21, maxDays: null },
  },
  {
    unitTypes: ['Garden Family Suite', 'Miller Apartment'],
    title: 'Deposit of 30 %',
    description: 'Pay a third now and the rest two weeks before you arrive.',
    mealPlan: null,
    adjust: { percentBp: 0, amount: 0 },
    payment: { mode: 'deposit', depositPercent: 30, balanceDaysBefore: 14 },
  },
] as const;

/** Adds the hotel's rate plans; returns their ids by unit type, in the order they were added. */
export async function addRatePlans({
  owner,
  units,
}: Pick<DemoHotel, 'owner' | 'units'>): Promise<ReadonlyMap<number, readonly string[]>> {
  const unitTypeIds = new Map(units.map(({ unitType, unitTypeId }) => [unitType, unitTypeId]));
  for (const { unitTypes, ...plan } of PLANS) {
    for (const name of unitTypes) {
      const unitTypeId = String(unitTypeIds.get(name));
      must(await createRatePlan(owner(), { ...plan, unitTypeId, externalId: plan.title }));
    }
  }
  const { rows } = await sql<{ unitTypeId: number; ids: readonly string[] }>`
    SELECT unit_type_id AS "unitTypeId", array_agg(id::text ORDER BY id) AS ids FROM catalog.rate_plan
    WHERE unit_type_id = ANY(${[...unitTypeIds.values()]}) AND external_id IS NOT NULL GROUP BY 1`.execute(
    statements(owner()),
  );
  return new Map(rows.map(({ unitTypeId, ids }) => [unitTypeId, ids]));
}
