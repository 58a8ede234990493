import type { SubgraphContext } from '#db/context.ts';
import { badInput } from '#kit/errors.ts';
import { MAX_LOOKUP_IDS, MAX_UNITS } from '#schema/limits.ts';
import { storefrontOf } from '../access.ts';
import { fewestUnits } from '../domain/availability.ts';
import { daysOf, isQuantity } from '../domain/quoted-line.ts';
import { cancellingOn } from '../domain/stay-cancelling.ts';
import { parseItemId } from '../domain/stay-item.ts';
import type { StayLookup, StayOffer } from '../generated.ts';
import type { StorefrontModel } from '../read-model/model.ts';
import { stayOffer, unitTypeOffer } from './offer.ts';
import { todayIn } from './today.ts';
import { explainOffers } from './why-not.ts';

/**
 * The offers behind ids as they are now, null if the agent's storefront sells no such thing, and why those that cannot
 * be booked cannot (schema, `stayLookup`).
 */
export async function stayLookup(
  ctx: SubgraphContext,
  { ids, units }: { readonly ids: readonly string[]; readonly units?: number | null },
): Promise<StayLookup[]> {
  if (ids.length > MAX_LOOKUP_IDS) {
    throw badInput(`At most ${MAX_LOOKUP_IDS} ids can be looked up at once.`);
  }
  if (units != null && !isQuantity(units))
    throw badInput(`units must be a whole number from 1 to ${MAX_UNITS}.`);
  const model = await ctx.services.catalog.readModel.storefront(storefrontOf(ctx.viewer));
  if (model === null) return ids.map((id) => ({ id, offer: null, reasons: [] }));
  const now = ctx.clock.now();
  const offers = ids.map((id) => offerOf(model, id, units ?? null, now));
  const refused = offers.flatMap((offer) => (offer?.available === false ? [offer] : []));
  const reasons = await explainOffers(ctx, model, refused);
  return ids.map((id, index) => {
    const offer = offers[index] ?? null;
    return { id, offer, reasons: (offer && reasons.get(offer)) ?? [] };
  });
}

/** The id has the party but not the units: by default, the offer is for the fewest units that sleep the party. */
function offerOf(model: StorefrontModel, id: string, units: number | null, now: Date): StayOffer | null {
  const item = parseItemId(id);
  if (item === null) return null;
  const sold = model.byId.get(item.unitTypeId);
  if (!sold?.active) return null;
  const { timeZone } = sold.property;
  const today = todayIn(timeZone, now);
  if (item.kind === 'unit_type') return unitTypeOffer(sold, today);
  const { adults, children } = item;
  const checkIn = item.checkIn.toString();
  return stayOffer(sold, {
    days: daysOf(item),
    checkIn,
    checkOut: item.checkOut.toString(),
    party: { adults, children },
    units: units ?? fewestUnits(sold.unitType, { adults, children }),
    today,
    capPercent: model.maxHeldSharePercent,
    cancelling: cancellingOn({ checkIn, timeZone }, now),
  });
}
