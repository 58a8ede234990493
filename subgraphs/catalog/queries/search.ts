import type { SubgraphContext } from '#db/context.ts';
import { MAX_PAGE, MAX_QUERY } from '#schema/limits.ts';
import { storefrontOf } from '../access.ts';
import { epochDayOf } from '../domain/calendar.ts';
import { foldName, matchesName } from '../domain/name-match.ts';
import { refuseSearch } from '../domain/search-rules.ts';
import type { StaySearchInput, StaySearchResult } from '../generated.ts';
import type { SoldUnitType, StorefrontModel } from '../read-model/model.ts';
import { type AskedStay, isBookable, stayOffer, unitTypeOffer } from './offer.ts';
import { earliestToday, todayIn } from './today.ts';
import { whyNothing } from './why-not.ts';

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
    refusePage(search);
  if (refusal) return { ...EMPTY, refusal };

  const asked = askedByTimeZone(model, search, now);
  const text = foldName(search.text ?? '');
  const named = model.unitTypes.filter(
    (sold) => sold.active && (text === '' || matchesName(text, ...sold.foldedNames)),
  );
  const found = asked === null ? named : named.filter((sold) => isOffered(sold, asked));
  const page = pageOf(found, search);
  return {
    offers: page.map((sold) => {
      const { timeZone } = sold.property;
      const stay = asked?.get(timeZone);
      return stay ? stayOffer(sold, stay) : unitTypeOffer(sold, todayIn(timeZone, now));
    }),
    totalCount: found.length,
    hasNextPage: page.length > 0 && page.at(-1) !== found.at(-1),
    endCursor: cursorOf(page.at(-1)),
    reasons: found.length > 0 ? [] : await whyNothing(ctx, model, named, search),
    refusal: null,
  };
}

function isOffered(sold: SoldUnitType, asked: ReadonlyMap<string, AskedStay>): boolean {
  const stay = asked.get(sold.property.timeZone);
  return stay !== undefined && isBookable(sold, stay);
}

/** The stay that is asked for, once for each time zone since each has its own today; null without dates. */
function askedByTimeZone(model: StorefrontModel, search: StaySearchInput, now: Date) {
  const { checkIn, checkOut, adults, children, units } = search;
  if (!checkIn || !checkOut) return null;
  const stay = {
    days: { checkIn: epochDayOf(checkIn), checkOut: epochDayOf(checkOut) },
    checkIn: checkIn.toString(),
    checkOut: checkOut.toString(),
    party: { adults, children },
    units,
    capPercent: model.maxHeldSharePercent,
  };
  return new Map<string, AskedStay>(
    model.timeZones.map((timeZone) => [timeZone, { ...stay, today: todayIn(timeZone, now) }]),
  );
}

const EMPTY: StaySearchResult = {
  offers: [],
  totalCount: 0,
  hasNextPage: false,
  endCursor: null,
  reasons: [],
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
