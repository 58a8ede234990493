import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { reader, statements } from '#db/transaction.ts';
import { HORIZON_DAYS } from '#schema/limits.ts';
import { todayIn } from '../queries/today.ts';
import {
  FeeEntity,
  type FeeRow,
  PropertyEntity,
  type PropertyRow,
  TaxEntity,
  type TaxRow,
  UnitTypeEntity,
  type UnitTypeRow,
} from '../store/entities.ts';
import { type CurrentPhoto, photosByIds } from './current-photos.ts';
import type { Night } from './night-ranges.ts';
import { type CurrentPlan, currentPlans } from './rate-plans.ts';

/** A unit type in its current state, with its units' names and its nights from today. */
export interface CurrentUnitType {
  readonly row: UnitTypeRow;
  readonly media: readonly CurrentPhoto[];
  /** The default first. */
  readonly plans: readonly CurrentPlan[];
  readonly unitNames: readonly string[];
  readonly nights: readonly Night[];
}

/** A property in its current state, with everything that a file can contain. */
export interface CurrentProperty {
  readonly row: PropertyRow;
  readonly media: readonly CurrentPhoto[];
  readonly fees: readonly FeeRow[];
  readonly taxes: readonly TaxRow[];
  readonly unitTypes: readonly CurrentUnitType[];
}

/** Ids of a storefront's active properties, oldest first. */
export async function propertyIdsOf(
  ctx: Pick<SubgraphContext, 'db'>,
  storefrontId: number,
): Promise<readonly number[]> {
  const rows = await reader(ctx).find(
    PropertyEntity,
    { storefront: storefrontId, archivedAt: null },
    { fields: ['id'], orderBy: { id: 'asc' } },
  );
  return rows.map(({ id }) => id);
}

/** A property with all its parts; null if not found. */
export async function readCurrent(
  ctx: Pick<SubgraphContext, 'clock'>,
  em: Transaction,
  propertyId: number,
): Promise<CurrentProperty | null> {
  const row = await em.findOne(PropertyEntity, { id: propertyId });
  if (!row) return null;
  const of = { property: propertyId };
  const orderBy = { id: 'asc' } as const;
  const fees = await em.find(FeeEntity, of, { orderBy });
  const taxes = await em.find(TaxEntity, of, { orderBy });
  const rows = await em.find(
    UnitTypeEntity,
    { ...of, archivedAt: null },
    { orderBy, populate: ['ratePlan'] },
  );
  const db = statements(em);
  const ids = rows.map(({ id }) => id);
  const today = todayIn(row.timeZone, ctx.clock.now());
  const nights = await nightsOf(db, ids, today);
  const names = await namesOf(db, ids);
  const plans = await currentPlans(em, ids);
  const photos = await photosByIds(em, [row.mediaIds, ...rows.map(({ mediaIds }) => mediaIds)].flat());
  const shownBy = ({ mediaIds }: { readonly mediaIds: readonly number[] }) =>
    mediaIds.flatMap((id) => photos.get(id) ?? []);
  const unitTypes = rows.map((unitType) => ({
    row: unitType,
    media: shownBy(unitType),
    plans: plans.get(unitType.id) ?? [],
    unitNames: names.get(unitType.id) ?? [],
    nights: nights.get(unitType.id) ?? [],
  }));
  return { row, media: shownBy(row), fees, taxes, unitTypes };
}

async function nightsOf(db: Kysely<unknown>, ids: readonly number[], today: number) {
  const { rows } = await sql<Night & { unitTypeId: number }>`
    SELECT n.unit_type_id AS "unitTypeId", n.night - DATE '1970-01-01' AS day, n.rate::float8 AS rate, n.total, n.closed,
      n.closed_reason AS reason, n.min_stay AS "minStay", n.max_stay AS "maxStay",
      n.closed_to_arrival AS "closedToArrival", n.closed_to_departure AS "closedToDeparture",
      n.stop_sell AS "stopSell", n.held + n.confirmed AS taken
    FROM catalog.night n
    WHERE n.unit_type_id = ANY (${[...ids]}::int[])
      AND n.night - DATE '1970-01-01' BETWEEN ${today}::int AND ${today + HORIZON_DAYS}::int
    ORDER BY n.unit_type_id, n.night`.execute(db);
  const found = new Map<number, Night[]>(ids.map((id) => [id, []]));
  for (const { unitTypeId, ...night } of rows) found.get(unitTypeId)?.push(night);
  return found;
}

async function namesOf(db: Kysely<unknown>, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; names: string[] }>`
    SELECT unit_type_id AS id, array_agg(name ORDER BY place) AS names FROM catalog.unit
    WHERE unit_type_id = ANY (${[...ids]}::int[]) GROUP BY unit_type_id`.execute(db);
  return new Map(rows.map(({ id, names }) => [id, names]));
}
