import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty, teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import { publishProperty } from '../../steps/publish-property.ts';
import { PropertyEntity, UnitTypeEntity } from '../../store/entities.ts';
import { describeProperty } from '../../store/records.ts';
import { retireUnitType } from '../steps/retire-unit-type.ts';
import type { WrittenProperty } from './set-property-custom-field.ts';

/**
 * Takes a property and its unit types off sale for good. A concurrent hold either finishes first, or is
 * priced again and finds no offer. Locks the property, then its unit types in order, like an edit. See
 * docs/interface/catalog.md#archiving.
 */
export async function archiveProperty(ctx: SubgraphContext, id: string): Promise<WrittenProperty> {
  const teamId = teamOf(ctx.viewer);
  const { storefront, ...payload } = await inTransaction(ctx, async (em) => {
    const property = await em.findOne(
      PropertyEntity,
      { $and: [{ id: parseId(id) ?? 0 }, ownProperty(ctx.viewer)] },
      { lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['p0'] },
    );
    if (!property) {
      const error = { ...userError('NOT_FOUND', null, 'There is no such property.'), field: ['id'] };
      return { property: null, userErrors: [error], storefront: null };
    }
    if (!property.archivedAt) {
      const sold = await em.find(
        UnitTypeEntity,
        { property: property.id, archivedAt: null },
        { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      for (const unitType of sold) await retireUnitType(ctx, em, teamId, unitType);
      em.assign(property, { archivedAt: ctx.clock.now() });
      await em.flush();
      await em.refresh(property); // the database records the change and its time
      await publishProperty(ctx, em, teamId, property);
      await recordTeamEvent(ctx, em, [teamId], { kind: 'property.archived', subject: property.name });
    }
    return { property: describeProperty(property), userErrors: [], storefront: property.storefront.id };
  });
  if (storefront !== null) ctx.services.catalog.changes.announce(storefront, parseId(id));
  return payload;
}
