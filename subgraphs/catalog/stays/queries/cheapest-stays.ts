import { setImmediate } from 'node:timers/promises';
import type { SubgraphContext } from '#db/context.ts';
import { badInput } from '#kit/errors.ts';
import { parseId } from '#kit/ids.ts';
import { MAX_LOOKUP_IDS, MAX_UNITS } from '#schema/limits.ts';
import { storefrontOf } from '../../access.ts';
import type { QueryCheapestStaysArgs, StayOffer } from '../../generated.ts';
import { todayIn } from '../../queries/today.ts';
import { cheapestStay, fittingParty, staysOf } from './cheapest-stay.ts';
import { stayOffer } from './offer.ts';

/** Returns the cheapest stay for each of several unit types (schema, `cheapestStays`). */
export async function cheapestStays(
  ctx: SubgraphContext,
  { unitTypeIds, adults, children, units }: QueryCheapestStaysArgs,
): Promise<StayOffer[]> {
  if (unitTypeIds.length > MAX_LOOKUP_IDS)
    throw badInput(`At most ${MAX_LOOKUP_IDS} ids can be looked up at once.`);
  if (units < 1 || units > MAX_UNITS) throw badInput(`units must be a whole number from 1 to ${MAX_UNITS}.`);
  const { readModel } = ctx.services.catalog;
  const storefrontId = storefrontOf(ctx.viewer);
  const revision = await readModel.revision(storefrontId);
  const model = await readModel.storefront(storefrontId);
  if (!model) return [];
  const now = ctx.clock.now();
  const offers: StayOffer[] = [];
  for (const id of unitTypeIds) {
    const sold = model.byId.get(parseId(id) ?? 0);
    if (!sold?.active) continue;
    const party = fittingParty(sold, { party: { adults, children }, units });
    const stayOn = staysOf(model, { party, units }, todayIn(sold.property.timeZone, now));
    const stay = cheapestStay({ revision, sold, stayOn });
    if (stay) offers.push(stayOffer(sold, stay));
    await setImmediate(); // a page of unit types takes long enough to delay other requests
  }
  return offers;
}
