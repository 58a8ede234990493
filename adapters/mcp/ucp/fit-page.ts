import type { Storefront } from '../../storefront.ts';
import type { PricedFragment } from '../tools/generated.ts';
import { productText, type Sized, sized, type Written } from './written.ts';

/** Bytes that a product of a search has at most while it has photos, and a page for every 20 products it may have. */
const PRODUCT = 2_000;
const PAGE = 32 * 1024;
const PAGE_PRODUCTS = 20;

/** What gives way first where a page is full: photos, then what a product says twice, then the last photo. */
const EXTENTS = [
  { photos: 3, lean: false },
  { photos: 2, lean: false },
  { photos: 1, lean: false },
  { photos: 1, lean: true },
  { photos: 0, lean: true },
] as const;

interface Found {
  readonly offer: PricedFragment;
  readonly description: Written;
}

/**
 * The products of a page as JSON texts, with as much of each as there is room for beside `others`, the bytes of everything else
 * (docs/interface/catalog.md#size).
 */
export function fitPage(
  found: readonly Found[],
  storefront: Storefront,
  { limit, others }: { readonly limit: number; readonly others: number },
): readonly string[] {
  const room = PAGE * Math.max(1, limit / PAGE_PRODUCTS) - others;
  const write = (lean: boolean) =>
    found.map(({ offer, description }) => ({
      bare: sized(productText(offer, description, { lean, storefront })),
      media: description.media,
    }));
  let products = write(false);
  let isLean = false;
  for (const { photos, lean } of EXTENTS) {
    if (lean && !isLean) products = write(lean);
    isLean = lean;
    const chosen = products.map((product) => ({ ...product, photos: photosOf(product, photos) }));
    const bytes = chosen.reduce((sum, { bare, photos }) => sum + bare.bytes + photos.bytes + CLOSING, 0);
    if (bytes <= room || (photos === 0 && lean)) {
      return chosen.map(({ bare, photos }) => `${bare.text}${photos.text}}`);
    }
  }
  return [];
}

/** The last brace of a product, and the comma after it. */
const CLOSING = 2;

/** As many photos as a product may have and has room for. */
function photosOf({ bare, media }: { readonly bare: Sized; readonly media: readonly Sized[] }, most: number) {
  const fitting = media.slice(0, most + 1).findLast(({ bytes }) => bare.bytes + bytes + 1 <= PRODUCT);
  return fitting ?? NO_PHOTOS;
}

const NO_PHOTOS: Sized = { text: '', bytes: 0 };
