import { photoOf } from '../../photos.ts';
import type { Storefront } from '../../storefront.ts';
import type { DescribedFragment, DetailsFragment } from '../tools/generated.ts';
import { cutList, cutText } from './cut.ts';
import { type Lodging, lodgingOf } from './to-lodging.ts';

/** What of a product is the same for every stay. */
export interface Description {
  readonly title: string;
  readonly text: string;
  readonly maxGuests: number;
  readonly media: readonly Media[];
  readonly categories: readonly { readonly value: string; readonly taxonomy?: 'merchant' }[];
  readonly tags: readonly string[];
  readonly lodging: Lodging;
  /** Whether one unit takes no children. */
  readonly adultsOnly: boolean;
  /** How old the guest who books must be; null for any age. */
  readonly minAge: number | null;
  /** How its stays are paid; null where there is no rate plan. */
  readonly payment: DescribedFragment['content']['payment'];
  /** Whether there is no lift to it. */
  readonly stairsOnly: boolean;
}

interface Media {
  readonly type: 'image';
  readonly url: string;
  readonly alt_text?: string;
  readonly width?: number;
  readonly height?: number;
}

/** Bytes of the alternative text of a photo in a list. */
const ALT = 60;

/** For a list of products: what they are chosen by, without long texts (docs/interface/catalog.md#size). */
export function describeBriefly(offer: DescribedFragment, storefront: Storefront): Description {
  const described = describe(offer, storefront);
  return {
    ...described,
    media: described.media.map((photo) =>
      photo.alt_text === undefined ? photo : { ...photo, alt_text: cutText(photo.alt_text, ALT) },
    ),
  };
}

/** Bytes of the photos of a look-up. */
const MEDIA = 4_000;

/** For one product alone: all there is. */
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

/** Whom a unit type is not for, and how its stays are paid. */
export const restrictionsOf = ({ content }: DescribedFragment) => ({
  adultsOnly: content.maxChildren === 0,
  minAge: content.place.houseRules?.minAge ?? null,
  payment: content.payment,
  stairsOnly: content.tags.includes('stairs_only'),
});

/** Width in pixels of the photos that agents are given. */
const MEDIA_WIDTH = 1600;

function toMedia(photo: DescribedFragment['media'][number], baseUrl: string): Media {
  const { path, width, height } = photoOf(photo, MEDIA_WIDTH);
  const alt = photo.alt === null ? {} : { alt_text: photo.alt };
  return { type: 'image', url: `${baseUrl}${path}`, ...alt, width, height };
}
