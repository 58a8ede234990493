import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { ownProperty } from '../../access.ts';
import type { SellingStorefront } from '../../generated.ts';
import { UnitTypeEntity } from '../../store/entities.ts';

/** The storefront that sells a unit type of the viewer's team; null if the team has no such unit type. */
export async function storefrontSelling(
  ctx: SubgraphContext,
  unitTypeId: number,
): Promise<SellingStorefront | null> {
  const unitType = await reader(ctx).findOne(
    UnitTypeEntity,
    { id: unitTypeId, property: ownProperty(ctx.viewer) },
    { populate: ['property'] },
  );
  if (!unitType) return null;
  const { storefront, timeZone } = unitType.property;
  return { storefrontId: String(storefront.id), timeZone };
}
