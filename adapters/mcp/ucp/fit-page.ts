import { LEAST } from './extents.ts';
import { type JsonText, joined } from './raw-json.ts';
import type { Draft } from './written.ts';

/** Maximum bytes for one product in a search, and for each 20 products in the page limit. */
const PRODUCT = 1_792;
const PAGE = 36_000;
const PAGE_PRODUCTS = 20;

/**
 * Writes a page's products as one JSON list, with as much detail as fits in addition to `others`, the bytes
 * for everything else (docs/interface/catalog.md#size).
 */
export function fitPage(
  products: readonly Draft[],
  { limit, others }: { readonly limit: number; readonly others: number },
): JsonText {
  const room = PAGE * Math.max(1, limit / PAGE_PRODUCTS) - others;
  const own = products.map(ownExtent);
  let most = 0;
  while (most < LEAST && bytesOf(products, own, most) > room) most += 1;
  const texts = products.map((product, index) => product.write(Math.max(own[index] ?? 0, most)));
  const { plain, escaped } = joined(texts, ',');
  return { plain: `[${plain}]`, escaped: `[${escaped}]` };
}

/** Returns the largest extent that a product can have, regardless of the page's other products. */
function ownExtent({ bytes }: Draft): number {
  let extent = 0;
  while (extent < LEAST && bytes(extent) > PRODUCT) extent += 1;
  return extent;
}

/**
 * Counts bytes for all products and the commas between them, with every product at extent `most` or a smaller
 * one.
 */
function bytesOf(products: readonly Draft[], own: readonly number[], most: number): number {
  return products.reduce((sum, { bytes }, index) => sum + bytes(Math.max(own[index] ?? 0, most)) + 1, 0);
}
