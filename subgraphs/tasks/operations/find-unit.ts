import type { SubgraphContext } from '#db/context.ts';
import type { TaskUnit } from '../domain/task-unit.ts';
import { taskUnitsDocument } from './generated.ts';

/** A unit with its property. */
export interface PlacedUnit extends TaskUnit {
  readonly propertyId: number;
}

/** Finds a unit of the caller's team; null if the team has no such unit. */
export async function findUnit(ctx: SubgraphContext, id: string): Promise<PlacedUnit | null> {
  const { unitPlaces } = await ctx.execute(taskUnitsDocument, { ids: [id] }, ctx);
  const [place] = unitPlaces;
  if (!place) return null;
  return {
    propertyId: Number(place.propertyId),
    unitTypeId: Number(place.unitTypeId),
    unitId: Number(place.id),
  };
}
