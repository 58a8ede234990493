import type { IslandContext } from '#db/context.ts';
import { badInput } from '#kit/errors.ts';
import { daysOf } from '../domain/quoted-line.ts';
import { parseItemId } from '../domain/stay-item.ts';
import type { StayLookup, StayOffer } from '../generated.ts';
import type { StorefrontModel } from '../read-model/model.ts';
import { readModelOf } from '../read-model/read-model.ts';
import { storefrontOf } from '../viewer-rights.ts';
import { stayOffer, unitTypeOffer } from './offer.ts';
import { todayIn } from './today.ts';

/** Most ids of one look-up. */
const MOST_IDS = 50;

/** The offers behind ids as they stand now, null where the agent's storefront sells no such thing (schema, `stayLookup`). */
export async function stayLookup(ctx: IslandContext, ids: readonly string[]): Promise<StayLookup[]> {
  if (ids.length > MOST_IDS) {
    throw badInput(`At most ${MOST_IDS} ids can be looked up at once.`);
  }
  const model = await readModelOf(ctx).storefront(storefrontOf(ctx.viewer));
  return ids.map((id) => ({ id, offer: model && offerOf(model, id, ctx.clock.now()) }));
}

/** The id says the party but not the units: the offer is for the fewest units that take the party. */
function offerOf(model: StorefrontModel, id: string, now: Date): StayOffer | null {
  const item = parseItemId(id);
  if (item === null) return null;
  const sold = model.byId.get(item.unitTypeId);
  if (!sold?.active) return null;
  const today = todayIn(sold.property.timeZone, now);
  if (item.kind === 'unit_type') return unitTypeOffer(sold, today);
  const { adults, children } = item;
  return stayOffer(sold, {
    days: daysOf(item),
    checkIn: item.checkIn.toString(),
    checkOut: item.checkOut.toString(),
    party: { adults, children },
    units: Math.ceil((adults + children) / sold.unitType.maxGuests),
    today,
    capPercent: model.maxHeldSharePercent,
  });
}
