import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty, teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import { UnitTypeEntity } from '../../store/entities.ts';
import { describeUnitType } from '../../store/records.ts';
import { retireUnitType } from '../steps/retire-unit-type.ts';
import type { EditedUnitType } from './update-unit-type.ts';

/**
 * Takes a unit type off sale for good; bookings and holds stay. A concurrent hold either finishes first, or
 * is priced again and finds no offer. See docs/interface/catalog.md#archiving.
 */
export async function archiveUnitType(ctx: SubgraphContext, id: string): Promise<EditedUnitType> {
  const teamId = teamOf(ctx.viewer);
  const { property, ...payload } = await inTransaction(ctx, async (em) => {
    const unitType = await em.findOne(
      UnitTypeEntity,
      { id: parseId(id) ?? 0, property: ownProperty(ctx.viewer) },
      { lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['u0'] },
    );
    if (!unitType) {
      const error = { ...userError('NOT_FOUND', null, 'There is no such unit type.'), field: ['id'] };
      return { unitType: null, userErrors: [error], property: null };
    }
    await em.populate(unitType, ['property']);
    if (!unitType.archivedAt) {
      await retireUnitType(ctx, em, teamId, unitType);
      await recordTeamEvent(ctx, em, [teamId], { kind: 'unit_type.archived', subject: unitType.name });
    }
    return { unitType: describeUnitType(unitType), userErrors: [], property: unitType.property };
  });
  if (property !== null) ctx.services.catalog.changes.announce(property.storefront.id, property.id);
  return payload;
}
