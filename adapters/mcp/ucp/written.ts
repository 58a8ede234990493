import type { Storefront } from '../../storefront.ts';
import type { PricedFragment } from '../tools/generated.ts';
import type { Description } from './describe.ts';
import { FREE_CANCELLATION, toPriced } from './to-product.ts';

/**
 * A description as JSON text, written once: a product of a search is a copy of it beside what depends on the stay
 * (docs/interface/catalog.md#size).
 */
export interface Written extends Pick<Description, 'title' | 'adultsOnly' | 'minAge'> {
  readonly members: string;
  /** A list that is not closed yet. */
  readonly tags: string;
  /** The member with no photo, with the first one, and so on. */
  readonly media: readonly Sized[];
  /** Members of `metadata.lodging`. */
  readonly lodging: string;
  /** The same without those that repeat what other members of the product say. */
  readonly leanLodging: string;
  readonly cancellation: string;
}

/** A text and its length in UTF-8. */
export interface Sized {
  readonly text: string;
  readonly bytes: number;
}

export const sized = (text: string): Sized => ({ text, bytes: Buffer.byteLength(text) });

/** Writes a description. */
export function written(description: Description): Written {
  const { title, text, maxGuests, media, categories, tags, lodging, adultsOnly, minAge } = description;
  const { cancellation, ...rest } = lodging;
  return {
    ...{ title, adultsOnly, minAge },
    members: membersOf({
      title,
      description: text,
      max_guests: maxGuests,
      ...(categories.length > 0 ? { categories } : {}),
    }),
    tags: JSON.stringify(tags).slice(0, -1),
    media: ['', ...media.map((_, last) => `,"media":${JSON.stringify(media.slice(0, last + 1))}`)].map(sized),
    lodging: membersOf(rest),
    leanLodging: membersOf(withoutRepeats(rest)),
    cancellation: cancellation === undefined ? '' : `,"cancellation":${JSON.stringify(cancellation)}`,
  };
}

/** A product of a search as JSON text, but for its photos and the last brace; lean without what it says twice. */
export function productText(
  offer: PricedFragment,
  of: Written,
  { lean, storefront }: { readonly lean: boolean; readonly storefront: Storefront },
): string {
  const { cancelling, distance } = offer;
  const tags = cancelling?.free ? withTag(of.tags, FREE_CANCELLATION) : of.tags;
  // When it ends says more than the rule it follows from.
  const cancellation = cancelling?.freeUntil
    ? `,"cancellation":${JSON.stringify({ free_until: cancelling.freeUntil })}`
    : of.cancellation;
  const away = distance === null ? '' : `,"distance_m":${distance}`;
  const lodging = `${lean ? of.leanLodging : of.lodging}${cancellation}${away}`;
  const listed = tags === '[' ? '' : `,"tags":${tags}]`;
  return `${JSON.stringify(toPriced(offer, storefront)).slice(0, -1)},${of.members}${listed},"metadata":{"lodging":{${lodging}}}`;
}

const withTag = (tags: string, tag: string) => `${tags}${tags === '[' ? '' : ','}${JSON.stringify(tag)}`;

const membersOf = (value: object) => JSON.stringify(value).slice(1, -1);

/** Kinds are among the categories, and how many guests fit is `max_guests` where the host limits nothing else. */
function withoutRepeats({ schema: _, property, unit, occupancy, ...others }: Description['lodging']) {
  const { kind: _property, ...place } = property as Members;
  const { kind: _unit, ...rooms } = (unit ?? {}) as Members;
  const limits = Object.keys(occupancy as Members).length > 1 ? { occupancy } : {};
  return { property: place, ...(Object.keys(rooms).length > 0 ? { unit: rooms } : {}), ...limits, ...others };
}

type Members = Readonly<Record<string, unknown>>;
