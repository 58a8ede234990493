import type { SubgraphContext } from '#db/context.ts';
import { MAX_PAGE, MAX_QUERY } from '#schema/limits.ts';
import { storefrontOf } from '../access.ts';
import { epochDayOf } from '../domain/calendar.ts';
import { foldName, matchesName } from '../domain/name-match.ts';
import { refuseSearch } from '../domain/search-rules.ts';
import { cancellingEarly, cancellingOn } from '../domain/stay-cancelling.ts';
import {
  asksFreeCancellation,
  contentFilters,
  distanceTo,
  FREE_CANCELLATION,
  priceFilter,
  refuseFilters,
  unknownTags,
} from '../domain/stay-filters.ts';
import type {
  StayCancelling,
  StayFilterInput,
  StayOffer,
  StayReason,
  StaySearchInput,
  StaySearchResult,
} from '../generated.ts';
import type { SoldUnitType, StorefrontModel } from '../read-model/model.ts';
import { type AskedStay, isBookable, stayOffer, unitTypeOffer } from './offer.ts';
import { earliestToday, todayIn } from './today.ts';
import { NO_MATCH, whyNothing } from './why-not.ts';

/**
 * A page of what the agent's storefront sells (schema, `staySearch`; docs/interface/catalog.md#search): with dates only
 * stays that can be booked now, without dates every unit type. From memory; what it reads may be a second old.
 */
export async function staySearch(ctx: SubgraphContext, search: StaySearchInput): Promise<StaySearchResult> {
  const model = await ctx.services.catalog.readModel.storefront(storefrontOf(ctx.viewer));
  if (model === null) return EMPTY;
  const now = ctx.clock.now();
  const { checkIn = null, checkOut = null, adults, children, units } = search;
  const refusal =
    refuseSearch({ checkIn, checkOut, adults, children, units }, earliestToday(model.timeZones, now)) ??
    refusePage(search) ??
    (search.filters ? refuseFilters(search.filters) : null);
  if (refusal) return { ...EMPTY, refusal };

  const asked = askedByTimeZone(model, search, now);
  const text = foldName(search.text ?? '');
  const named = model.unitTypes.filter(
    (sold) => sold.active && (text === '' || matchesName(text, ...sold.searched)),
  );
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
  const found = asked === null ? fitting : fitting.filter((sold) => isOffered(sold, asked));
  const page = pageOf(found, search);
  const { near } = asks;
  return {
    offers: page.map((sold) => {
      const offer = { ...offerOf(sold), media: sold.leadPhotos };
      return near ? { ...offer, distance: distanceTo(sold.content, near) } : offer;
    }),
    totalCount: found.length,
    hasNextPage: page.length > 0 && page.at(-1) !== found.at(-1),
    endCursor: cursorOf(page.at(-1)),
    reasons: found.length > 0 ? [] : await reasonsOf(ctx, model, search, { named, fitting, filters }),
    notes: unknownTags(asks.amenities ?? []).map(unknownTag),
    refusal: null,
  };
}

/** A filter as this search applies it to what is sold. */
interface Filter {
  readonly name: string;
  readonly fits: (sold: SoldUnitType) => boolean;
}

/** What filters look at beside content. */
interface Asked {
  readonly offerOf: (sold: SoldUnitType) => StayOffer;
  readonly cancellingOf: (sold: SoldUnitType) => StayCancelling | null;
}

/** The filters of a search. */
function filtersOf(filters: StayFilterInput, { offerOf, cancellingOf }: Asked): readonly Filter[] {
  const price = priceFilter(filters);
  return [
    ...contentFilters(filters).map(({ name, fits }) => ({
      name,
      fits: ({ content }: SoldUnitType) => fits(content),
    })),
    ...(price ? [{ name: 'price', fits: (sold: SoldUnitType) => price(Number(offerOf(sold).price)) }] : []),
    ...(asksFreeCancellation(filters)
      ? [{ name: FREE_CANCELLATION, fits: (sold: SoldUnitType) => cancellingOf(sold)?.free === true }]
      : []),
  ];
}

interface Searched {
  readonly named: readonly SoldUnitType[];
  readonly fitting: readonly SoldUnitType[];
  readonly filters: readonly Filter[];
}

/** Why nothing was found: no name, no filter, or nothing that is free then. */
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
  const each = alone.map(({ name, fit }) => `filters.${name} alone fits ${fit}`).join(', ');
  return `None of ${count} unit types here fits all filters: ${each}. Leave one out.`;
}

/** Characters of a caller's own word that a message repeats. */
const LONGEST_QUOTE = 60;

const unknownTag = ({ key, meant }: { readonly key: string; readonly meant: string | null }): StayReason => ({
  ...NO_MATCH,
  code: 'unknown_amenity',
  text: `No amenity is called "${key.slice(0, LONGEST_QUOTE).toWellFormed()}"; the filter ignored it.${meant ? ` Did you mean ${meant}?` : ''}`,
});

function isOffered(sold: SoldUnitType, asked: ReadonlyMap<string, AskedStay>): boolean {
  const stay = asked.get(sold.property.timeZone);
  return stay !== undefined && isBookable(sold, stay);
}

/** The stay that is asked for, once for each time zone since each has its own today; null without dates. */
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

/** Where an offer is in the order of `StorefrontModel.unitTypes`; stays right when others come and go. */
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
