import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { epochDayOf } from '../../domain/calendar.ts';
import type { ExtraStayInput, StayExtra } from '../../generated.ts';
import { extrasOf } from '../../rates/domain/fees-and-taxes.ts';
import { PropertyEntity } from '../../store/entities.ts';
import { describeExtra } from '../domain/described-extra.ts';

/** Prices the extras for a stay at a property; empty if the viewer's storefront has no such property. */
export async function stayExtras(
  ctx: SubgraphContext,
  propertyId: string,
  { checkIn, checkOut, units, guests }: ExtraStayInput,
): Promise<StayExtra[]> {
  const id = parseId(propertyId) ?? 0;
  const property = await reader(ctx).findOne(PropertyEntity, { id }, { fields: ['storefront'] });
  const model = property && (await ctx.services.catalog.readModel.storefront(property.storefront.id));
  const sold = model?.unitTypes.find((one) => one.property.id === id);
  if (!sold) return [];
  const stay = { checkIn: epochDayOf(checkIn), checkOut: epochDayOf(checkOut) };
  return extrasOf(sold.property, stay, { units, guests }).map(describeExtra);
}
