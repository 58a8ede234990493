import type { StayCancelling, StayFilterInput, StayOffer, StayReason } from '../../generated.ts';
import {
  asksFreeCancellation,
  type BoundedAmount,
  boundsOf,
  contentFilters,
  distanceFrom,
  isBounded,
  unknownTags,
} from '../domain/stay-filters.ts';
import { FREE_CANCELLATION } from '../domain/tag-suggestions.ts';
import type { SoldUnitType, StorefrontModel } from '../read-model/model.ts';
import { NO_MATCH } from './why-not.ts';

/** A filter as a search or look-up applies it. */
export interface Filter {
  readonly name: string;
  readonly fits: (sold: SoldUnitType) => boolean;
}

/** Lookups that filters need in addition to content. */
export interface Asked {
  readonly offerOf: (sold: SoldUnitType) => StayOffer;
  readonly cancellingOf: (sold: SoldUnitType) => StayCancelling | null;
}

/** The filters in use. */
export function filtersOf(filters: StayFilterInput, { offerOf, cancellingOf }: Asked): readonly Filter[] {
  const bounds = (amount: BoundedAmount): Filter => ({
    name: amount,
    fits: (sold) => fitsBudget(amount, filters, offerOf(sold)),
  });
  return [
    ...contentFilters(filters).map(({ name, fits }) => ({
      name,
      fits: ({ shown }: SoldUnitType) => fits(shown.get().content),
    })),
    ...(['price', 'total'] as const).filter((amount) => isBounded(amount, filters)).map(bounds),
    ...(asksFreeCancellation(filters)
      ? [{ name: FREE_CANCELLATION, fits: (sold: SoldUnitType) => cancellingOf(sold)?.free === true }]
      : []),
  ];
}

/** Without dates there is no total, so no stay fits. */
const fitsBudget = (amount: BoundedAmount, filters: StayFilterInput, offer: StayOffer): boolean =>
  offer[amount] != null && distanceFrom(boundsOf(amount, filters), Number(offer[amount])) === 0;

/**
 * Notes on unknown amenities, which no stay has: each suggests known amenities, first those that the
 * storefront offers.
 */
export function unknownAmenities(model: StorefrontModel, keys: readonly string[]): StayReason[] {
  if (keys.length === 0) return [];
  const offered = new Set(
    model.unitTypes.flatMap(({ active, shown }) => (active ? shown.get().content.tags : [])),
  );
  return unknownTags(keys, offered).map(({ key, meant }) => ({
    ...NO_MATCH,
    code: 'unknown_amenity',
    text: `There is no amenity "${quoted(key)}", so nothing has it.${meant.length > 0 ? ` Did you mean ${listed(meant)}?` : ''}`,
  }));
}

/** Maximum number of characters quoted from a caller's text. */
const LONGEST_QUOTE = 60;

/** The start of a caller's text, for messages. */
export const quoted = (text: string): string => text.slice(0, LONGEST_QUOTE).toWellFormed();

/** `a, b or c`. */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
