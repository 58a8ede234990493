import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import { epochDayOf } from '../../domain/calendar.ts';
import type { QueryStayExtrasArgs, StayExtra } from '../../generated.ts';
import { extrasOf } from '../../rates/domain/fees-and-taxes.ts';
import { describeExtra } from '../domain/described-extra.ts';

/** Prices the extras for a stay at a storefront's property; empty if it has no such property. */
export async function stayExtras(
  ctx: SubgraphContext,
  { storefrontId, propertyId, stay: { checkIn, checkOut, units, guests } }: QueryStayExtrasArgs,
): Promise<StayExtra[]> {
  const id = parseId(propertyId) ?? 0;
  const model = await ctx.services.catalog.readModel.storefront(parseId(storefrontId) ?? 0);
  const sold = model?.unitTypes.find((one) => one.property.id === id);
  if (!sold) return [];
  const stay = { checkIn: epochDayOf(checkIn), checkOut: epochDayOf(checkOut) };
  return extrasOf(sold.property, stay, { units, guests }).map(describeExtra);
}
