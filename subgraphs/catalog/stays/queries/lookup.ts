import type { SubgraphContext } from '#db/context.ts';
import { badInput } from '#kit/errors.ts';
import { MAX_LOOKUP_IDS, MAX_UNITS } from '#schema/limits.ts';
import { storefrontOf } from '../../access.ts';
import type { StayFilterInput, StayLookup, StayOffer, StayReason } from '../../generated.ts';
import { todayIn } from '../../queries/today.ts';
import { fewestUnits } from '../../rates/domain/availability.ts';
import { daysOf, isQuantity } from '../domain/quoted-line.ts';
import { refuseDates } from '../domain/search-rules.ts';
import { cancellingOn } from '../domain/stay-cancelling.ts';
import { distanceTo, refuseFilters } from '../domain/stay-filters.ts';
import { parseItemId, type StayItem, type UnitTypeItem } from '../domain/stay-item.ts';
import type { SoldUnitType, StorefrontModel } from '../read-model/model.ts';
import { nightsOfItems } from '../read-model/nights.ts';
import { type Filter, filtersOf, unknownAmenities } from './filters.ts';
import { stayOffer, unitTypeOffer } from './offer.ts';
import { explainOffers, NO_MATCH } from './why-not.ts';

/**
 * The current offers for ids, with null for an id that the agent's storefront doesn't sell, and the reasons
 * that an offer can't be booked (schema, `stayLookup`).
 */
export async function stayLookup(
  ctx: SubgraphContext,
  {
    ids,
    units,
    filters,
  }: {
    readonly ids: readonly string[];
    readonly units?: number | null;
    readonly filters?: StayFilterInput | null;
  },
): Promise<StayLookup[]> {
  if (ids.length > MAX_LOOKUP_IDS) {
    throw badInput(`At most ${MAX_LOOKUP_IDS} ids can be looked up at once.`);
  }
  if (units != null && !isQuantity(units))
    throw badInput(`units must be a whole number from 1 to ${MAX_UNITS}.`);
  const wrong = filters ? refuseFilters(filters) : null;
  if (wrong) throw badInput(`${wrong.argument}: ${wrong.reason}`);
  const { readModel } = ctx.services.catalog;
  const model = await readModel.storefront(storefrontOf(ctx.viewer), nightsOfItems(ids));
  return model === null
    ? ids.map((id) => ({ ...UNKNOWN, id }))
    : lookUpAll(ctx, model, ids, { units: units ?? null, filters: filters ?? null, now: ctx.clock.now() });
}

async function lookUpAll(
  ctx: SubgraphContext,
  model: StorefrontModel,
  ids: readonly string[],
  wanted: Wanted,
): Promise<StayLookup[]> {
  const found = ids.map((id) => lookUp(model, id, wanted));
  const unavailable = found.flatMap(({ offer, fits }) => (fits && offer?.available === false ? [offer] : []));
  if (unavailable.length > 0 && model.days) {
    // The reasons name other dates.
    const whole = await ctx.services.catalog.readModel.storefront(model.id);
    return whole === null ? ids.map((id) => ({ ...UNKNOWN, id })) : lookUpAll(ctx, whole, ids, wanted);
  }
  const reasons = await explainOffers(ctx, model, unavailable);
  return found.map((one) => ({
    ...one,
    reasons: [...one.reasons, ...((one.offer && reasons.get(one.offer)) ?? [])],
  }));
}

const UNKNOWN = { offer: null, fits: true, reasons: [], refusal: null } as const;

interface Wanted {
  readonly units: number | null;
  readonly filters: StayFilterInput | null;
  readonly now: Date;
}

/** The offer for an id, a search's objections to its dates, and the filters that exclude it. */
function lookUp(model: StorefrontModel, id: string, { units, filters, now }: Wanted): StayLookup {
  const item = parseItemId(id);
  const sold = item && model.byId.get(item.unitTypeId);
  if (!item || !sold?.active) return { ...UNKNOWN, id };
  const today = todayIn(sold.property.timeZone, now);
  const refusal = item.kind === 'stay' ? refuseDates(item, today) : null;
  const priced = offerOf(model, sold, { item, units, now });
  const offer = filters?.near
    ? { ...priced, distance: distanceTo(sold.shown.get().content, filters.near) }
    : priced;
  const excluding = filtersOf(filters ?? {}, {
    offerOf: () => offer,
    cancellingOf: () => offer.cancelling ?? null,
  }).filter(({ fits }) => !fits(sold));
  return {
    id,
    offer,
    refusal,
    fits: excluding.length === 0,
    reasons: [
      ...(excluding.length > 0 ? [excludedBy(offer, excluding)] : []),
      ...unknownAmenities(model, filters?.amenities ?? []),
    ],
  };
}

const excludedBy = ({ title, unitTypeId }: StayOffer, filters: readonly Filter[]): StayReason => ({
  ...NO_MATCH,
  text: `${title} does not match ${filters.map(({ name }) => `filters.${name}`).join(' and ')}.`,
  unitTypeId,
});

/**
 * The id contains the party but not the units: by default, the offer is for the fewest units that sleep the
 * party.
 */
function offerOf(
  model: StorefrontModel,
  sold: SoldUnitType,
  {
    item,
    units,
    now,
  }: { readonly item: StayItem | UnitTypeItem; readonly units: number | null; readonly now: Date },
): StayOffer {
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
