import { photoOf } from '../../photos.ts';
import type { Storefront } from '../../storefront.ts';
import type { DescribedFragment, DetailsFragment } from '../tools/generated.ts';
import { cutList, cutText } from './cut.ts';
import { type Lodging, lodgingOf } from './to-lodging.ts';

/** Product fields that are the same for every stay. */
export interface Description {
  readonly title: string;
  readonly text: string;
  readonly maxGuests: number;
  readonly media: readonly Media[];
  readonly categories: readonly { readonly value: string; readonly taxonomy?: 'merchant' }[];
  readonly tags: readonly string[];
  readonly lodging: Lodging;
  /** True if a unit doesn't accept children. */
  readonly adultsOnly: boolean;
  /** Minimum age for the guest who books; null for any age. */
  readonly minAge: number | null;
  /** Payment terms for its stays; null if there is no rate plan. */
  readonly payment: DescribedFragment['content']['payment'];
  /** True if the unit can be reached only by stairs. */
  readonly stairsOnly: boolean;
}

interface Media {
  readonly type: 'image';
  readonly url: string;
  readonly alt_text?: string;
  readonly width?: number;
  readonly height?: number;
}

/** Maximum bytes for a photo's alternative text in a product list. */
const ALT = 60;

/**
 * Describes a unit type for a product list: the fields that guests compare, without long texts
 * (docs/interface/catalog.md#size).
 */
export function describeBriefly(offer: DescribedFragment, storefront: Storefront): Description {
  const described = describe(offer, storefront);
  return {
    ...described,
    media: described.media.map((photo) =>
      photo.alt_text === undefined ? photo : { ...photo, alt_text: cutText(photo.alt_text, ALT) },
    ),
  };
}

/** Maximum bytes for a look-up's photos. */
const MEDIA = 4_000;

/** Describes a single product with all its details. */
export function describeFully(offer: DetailsFragment, storefront: Storefront): Description {
  const described = describe(offer, storefront);
  return { ...described, media: cutList(described.media, MEDIA) };
}

function describe(offer: DescribedFragment | DetailsFragment, storefront: Storefront): Description {
  const { content } = offer;
  return {
    title: offer.title,
    text: offer.description,
    maxGuests: offer.maxGuests,
    media: offer.media.map((photo) => toMedia(photo, storefront.baseUrl)),
    categories: content.categories.map((value) => ({ value, taxonomy: 'merchant' })),
    tags: content.tags,
    lodging: lodgingOf(offer, storefront),
    ...restrictionsOf(offer),
  };
}

/** Returns a unit type's guest restrictions and payment terms. */
export const restrictionsOf = ({ content }: DescribedFragment) => ({
  adultsOnly: content.maxChildren === 0,
  minAge: content.place.houseRules?.minAge ?? null,
  payment: content.payment,
  stairsOnly: content.tags.includes('stairs_only'),
});

/** Photo width in pixels for agents. */
const MEDIA_WIDTH = 1600;

function toMedia(photo: DescribedFragment['media'][number], baseUrl: string): Media {
  const { path, width, height } = photoOf(photo, MEDIA_WIDTH);
  const alt = photo.alt === null ? {} : { alt_text: photo.alt };
  return { type: 'image', url: `${baseUrl}${path}`, ...alt, width, height };
}
