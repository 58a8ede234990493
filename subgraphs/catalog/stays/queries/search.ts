import type { SubgraphContext } from '#db/context.ts';
import { formatMoney } from '#kit/money.ts';
import { foldName, matchesName } from '#kit/text.ts';
import { MAX_PAGE, MAX_QUERY } from '#schema/limits.ts';
import { storefrontOf } from '../../access.ts';
import { epochDayOf } from '../../domain/calendar.ts';
import type {
  StayFilterInput,
  StayOffer,
  StayReason,
  StaySearchInput,
  StaySearchResult,
} from '../../generated.ts';
import { earliestToday, todayIn } from '../../queries/today.ts';
import { refuseSearch } from '../domain/search-rules.ts';
import { cancellingEarly, cancellingOn } from '../domain/stay-cancelling.ts';
import { boundsOf, distanceFrom, distanceTo, isBounded, refuseFilters } from '../domain/stay-filters.ts';
import type { SoldUnitType, StorefrontModel } from '../read-model/model.ts';
import { nightsOf } from '../read-model/nights.ts';
import { type Asked, type Filter, filtersOf, quoted, unknownAmenities } from './filters.ts';
import { type AskedStay, isBookable, stayOffer, unitTypeOffer } from './offer.ts';
import { NO_MATCH, whyNothing } from './why-not.ts';

/**
 * A page of offers on the agent's storefront (schema, `staySearch`; docs/interface/catalog.md#search): with
 * dates, only bookable stays; without dates, every unit type. Reads from memory, which may be a second old, or the dates'
 * nights from the database if the storefront isn't in memory.
 */
export async function staySearch(ctx: SubgraphContext, search: StaySearchInput): Promise<StaySearchResult> {
  const { readModel } = ctx.services.catalog;
  const model = await readModel.storefront(storefrontOf(ctx.viewer), nightsOf(search));
  return model === null ? EMPTY : searchIn(ctx, model, search);
}

async function searchIn(
  ctx: SubgraphContext,
  model: StorefrontModel,
  search: StaySearchInput,
): Promise<StaySearchResult> {
  const now = ctx.clock.now();
  const { checkIn = null, checkOut = null, adults, children, units } = search;
  const refusal =
    refuseSearch({ checkIn, checkOut, adults, children, units }, earliestToday(model.timeZones, now)) ??
    refusePage(search) ??
    (search.filters ? (refuseFilters(search.filters) ?? refuseTotal(search)) : null);
  if (refusal) return { ...EMPTY, refusal };

  const asked = askedByTimeZone(model, search, now);
  const { named, byName } = matching(model, search.text ?? '');
  const offerOf = (sold: SoldUnitType): StayOffer => {
    const { timeZone } = sold.property;
    const stay = asked?.get(timeZone);
    return stay ? stayOffer(sold, stay) : unitTypeOffer(sold, todayIn(timeZone, now));
  };
  const asks = search.filters ?? {};
  const cancellingOf = ({ property, unitType }: SoldUnitType) =>
    (asked?.get(property.timeZone)?.cancelling ?? cancellingEarly)(unitType.cancellation);
  const filters = filtersOf(asks, { offerOf, cancellingOf });
  const fitting = named.filter((sold) => filters.every(({ fits }) => fits(sold)));
  const isSold = (sold: SoldUnitType) => asked === null || isOffered(sold, asked);
  const found = fitting.filter(isSold);
  if (found.length === 0 && model.days) {
    // The reasons name other dates.
    const whole = await ctx.services.catalog.readModel.storefront(model.id);
    return whole === null ? EMPTY : searchIn(ctx, whole, search);
  }
  const page = pageOf(found, search);
  const notes = [
    ...(byName ? [] : [matchedText(search.text ?? '')]),
    ...unknownAmenities(model, asks.amenities ?? []),
    ...(found.length > 0 ? [] : nearestPrice(named.filter(isSold), asks, { filters, offerOf })),
  ];
  const { near } = asks;
  return {
    offers: page.map((sold) => {
      const offer = { ...offerOf(sold), media: sold.shown.get().leadPhotos };
      return near ? { ...offer, distance: distanceTo(sold.shown.get().content, near) } : offer;
    }),
    totalCount: found.length,
    hasNextPage: page.length > 0 && page.at(-1) !== found.at(-1),
    endCursor: cursorOf(page.at(-1)),
    reasons: found.length > 0 ? [] : await reasonsOf(ctx, model, search, { named, fitting, filters }),
    notes,
    refusal: null,
  };
}

interface Searched {
  readonly named: readonly SoldUnitType[];
  readonly fitting: readonly SoldUnitType[];
  readonly filters: readonly Filter[];
}

/** The reasons for an empty result: the name, a filter, or no free units. */
async function reasonsOf(
  ctx: SubgraphContext,
  model: StorefrontModel,
  search: StaySearchInput,
  { named, fitting, filters }: Searched,
): Promise<StayReason[]> {
  if (named.length === 0 || fitting.length > 0) return whyNothing(ctx, model, fitting, search);
  const alone = filters.map(({ name, fits }) => ({ name, fit: named.filter(fits).length }));
  return [{ ...NO_MATCH, text: noneFits(named.length, alone) }];
}

function noneFits(count: number, alone: readonly { readonly name: string; readonly fit: number }[]): string {
  const each = alone.map(({ name, fit }) => `filters.${name} alone matches ${fit}`).join(', ');
  return `None of the ${count} unit types here matches all filters: ${each}. Leave one out.`;
}

/**
 * Unit types that match a search text: by their own name or their property's or, if no name matches, by any
 * other text.
 */
function matching(model: StorefrontModel, query: string) {
  const text = foldName(query);
  const active = model.unitTypes.filter((sold) => sold.active);
  if (text === '') return { named: active, byName: true };
  const named = active.filter(({ searched }) => matchesName(text, ...searched.get().names));
  if (named.length > 0) return { named, byName: true };
  const others = active.filter(({ searched }) => matchesName(text, ...searched.get().others));
  return { named: others, byName: others.length === 0 };
}

const matchedText = (query: string): StayReason => ({
  ...NO_MATCH,
  code: 'matched_text',
  text: `No unit type or property here has "${quoted(query)}" in its name; these have it in their description, place or amenities.`,
});

/** The stay whose price is nearest to a budget that no stay fits, among those that match all other filters. */
function nearestPrice(
  sold: readonly SoldUnitType[],
  asks: StayFilterInput,
  { filters, offerOf }: { readonly filters: readonly Filter[] } & Pick<Asked, 'offerOf'>,
): StayReason[] {
  const bounded = (['total', 'price'] as const).filter((amount) => isBounded(amount, asks));
  if (bounded.length === 0) return [];
  const others = filters.filter(({ name }) => name !== 'total' && name !== 'price');
  const offers = sold.filter((one) => others.every(({ fits }) => fits(one))).map(offerOf);
  const away = (offer: StayOffer) =>
    Math.max(...bounded.map((amount) => distanceFrom(boundsOf(amount, asks), Number(offer[amount]))));
  const [nearest] = offers.toSorted((a, b) => away(a) - away(b) || Number(a.price) - Number(b.price));
  if (!nearest) return [];
  const isTooDear = bounded.some((amount) => Number(nearest[amount]) > boundsOf(amount, asks).max);
  return [
    {
      ...NO_MATCH,
      code: 'nearest_price',
      text: `Nothing fits this budget. The ${isTooDear ? 'cheapest' : 'nearest'} stay is ${nearest.title} (${nearest.itemId}): ${amountsOf(nearest)}.`,
      unitTypeId: nearest.unitTypeId,
    },
  ];
}

const amountsOf = ({ price, total, currency }: StayOffer): string =>
  total == null
    ? `from ${formatMoney(Number(price), currency)} per night`
    : `${formatMoney(Number(price), currency)}, or ${formatMoney(Number(total), currency)} with taxes and fees`;

function isOffered(sold: SoldUnitType, asked: ReadonlyMap<string, AskedStay>): boolean {
  const stay = asked.get(sold.property.timeZone);
  return stay !== undefined && isBookable(sold, stay);
}

/** The requested stay for each time zone, since each has its own current date; null without dates. */
function askedByTimeZone(model: StorefrontModel, search: StaySearchInput, now: Date) {
  const { checkIn, checkOut, adults, children, units } = search;
  if (!checkIn || !checkOut) return null;
  const arrival = checkIn.toString();
  const stay = {
    days: { checkIn: epochDayOf(checkIn), checkOut: epochDayOf(checkOut) },
    checkIn: arrival,
    checkOut: checkOut.toString(),
    party: { adults, children },
    units,
    capPercent: model.maxHeldSharePercent,
  };
  return new Map<string, AskedStay>(
    model.timeZones.map((timeZone) => {
      const cancelling = cancellingOn({ checkIn: arrival, timeZone }, now);
      return [timeZone, { ...stay, today: todayIn(timeZone, now), cancelling }];
    }),
  );
}

const EMPTY: StaySearchResult = {
  offers: [],
  totalCount: 0,
  hasNextPage: false,
  endCursor: null,
  reasons: [],
  notes: [],
  refusal: null,
};

function refusePage({ limit, after, text }: StaySearchInput) {
  if (limit < 1 || limit > MAX_PAGE) {
    return { argument: 'pagination.limit', reason: `The page size must be 1 to ${MAX_PAGE}.` };
  }
  if (after != null && positionOf(after) === null) {
    return { argument: 'pagination.cursor', reason: 'The cursor must be one returned by an earlier page.' };
  }
  if ((text ?? '').length > MAX_QUERY) {
    return { argument: 'query', reason: `The text can have at most ${MAX_QUERY} characters.` };
  }
  return null;
}

/** Without dates there is no total to compare with a budget. */
function refuseTotal({ checkIn, filters }: StaySearchInput) {
  if (checkIn || !filters || !isBounded('total', filters)) return null;
  return {
    argument: 'filters.total',
    reason: 'A total needs dates: give check_in and check_out, or bound filters.price, which is per night.',
  };
}

/** An offer's position in `StorefrontModel.unitTypes`; it stays valid when other offers are added or removed. */
type Position = readonly [propertyId: number, position: number, unitTypeId: number];

function pageOf(found: StorefrontModel['unitTypes'], { after, limit }: StaySearchInput) {
  const last = after != null ? positionOf(after) : null;
  const start = last === null ? 0 : found.findIndex((sold) => isAfter(placeOf(sold), last));
  return start === -1 ? [] : found.slice(start, start + limit);
}

const placeOf = ({ property, position, unitType }: SoldUnitType): Position => [
  property.id,
  position,
  unitType.id,
];

function isAfter(place: Position, last: Position): boolean {
  const differs = place.findIndex((value, index) => value !== last[index]);
  return differs !== -1 && (place[differs] ?? 0) > (last[differs] ?? 0);
}

const cursorOf = (last: SoldUnitType | undefined): string | null =>
  last ? Buffer.from(placeOf(last).join('.')).toString('base64url') : null;

function positionOf(cursor: string): Position | null {
  const [, property, position, unitType] =
    /^(\d{1,10})\.(\d{1,10})\.(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (property === undefined || position === undefined || unitType === undefined) return null;
  return [Number(property), Number(position), Number(unitType)];
}
