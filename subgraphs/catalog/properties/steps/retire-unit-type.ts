import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import type { UnitTypeRow } from '../../store/entities.ts';

/** Archives a unit type locked by the caller, and publishes the change. */
export async function retireUnitType(
  ctx: SubgraphContext,
  em: Transaction,
  teamId: number,
  unitType: UnitTypeRow,
): Promise<void> {
  em.assign(unitType, { archivedAt: ctx.clock.now(), active: false });
  await em.flush();
  await em.refresh(unitType); // the database increments its revision
  await ctx.services.catalog.hooks.unitTypeArchived(ctx, em, unitType.id);
  const { id, property, revision, active } = unitType;
  await publish(ctx, em, 'unit_type.updated', {
    teamId,
    unitTypeId: id,
    propertyId: property.id,
    version: revision,
    active,
  });
}
