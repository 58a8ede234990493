import type { Storefront } from '../../storefront.ts';
import type { PricedFragment } from '../tools/generated.ts';
import type { Description } from './describe.ts';
import type { Disclosed } from './disclosures.ts';
import { toExtent } from './extents.ts';
import { pricedText } from './priced-text.ts';
import { type JsonText, jsonText } from './raw-json.ts';
import { FREE_CANCELLATION } from './to-product.ts';

/**
 * A description as JSON text, written once: a search copies it into each product next to the fields that
 * depend on the stay (docs/interface/catalog.md#size).
 */
export interface Written extends Disclosed {
  /** Counts the bytes for fields shared by all stays, at an extent. */
  readonly bytes: (extent: number, alike: Alike) => number;
  /** Returns the end of a product: its last members and closing brackets. */
  readonly text: (extent: number, alike: Alike) => JsonText;
}

/** Properties that several stays can share. */
interface Alike {
  readonly isFree: boolean;
  /** True if the stay states the time free cancellation ends, which is more precise than the rule. */
  readonly isDated: boolean;
  /** True if the product's description is an object. */
  readonly official: boolean;
}

/** Creates a description that's written lazily. */
export function written(description: Description): Written {
  const { title, adultsOnly, minAge, stairsOnly, payment } = description;
  const write = (extent: number, alike: Alike) => textOf(toExtent(description, extent), alike);
  return {
    title,
    adultsOnly,
    minAge,
    stairsOnly,
    payment,
    bytes: kept((extent, alike) => Buffer.byteLength(write(extent, alike))),
    text: kept((extent, alike) => jsonText(write(extent, alike))),
  };
}

/** Caches a function's results by its arguments. */
function kept<T>(work: (extent: number, alike: Alike) => T) {
  const known: T[] = [];
  return (extent: number, alike: Alike): T => {
    const { isFree, isDated, official } = alike;
    const key = extent * 8 + Number(official) * 4 + Number(isFree) * 2 + Number(isDated);
    known[key] ??= work(extent, alike);
    return known[key];
  };
}

function textOf(described: Description, { isFree, isDated, official }: Alike): string {
  const { title, text, maxGuests, media, categories, lodging } = described;
  const tags = isFree ? [...described.tags, FREE_CANCELLATION] : described.tags;
  const { cancellation, ...always } = lodging;
  const members = {
    title,
    description: official ? { plain: text } : text,
    max_guests: maxGuests,
    ...(media.length > 0 ? { media } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    ...(tags.length > 0 ? { tags } : {}),
  };
  return `${membersOf({ ...always, ...(isDated || !cancellation ? {} : { cancellation }) })}}},${membersOf(members)}}`;
}

const membersOf = (value: object) => JSON.stringify(value).slice(1, -1);

/** A search product whose extent isn't decided yet. */
export interface Draft {
  /** Returns its size in bytes at an extent. */
  readonly bytes: (extent: number) => number;
  readonly write: (extent: number) => JsonText;
}

const METADATA = jsonText(',"metadata":{"lodging":{');
const UNTIL = jsonText('"cancellation":{"free_until":"');
const END = jsonText('"},');

/** Drafts a search product: the fields that depend on the stay, and a copy of everything else. */
export function draft(
  offer: PricedFragment,
  of: Written,
  { storefront, official }: { readonly storefront: Storefront; readonly official: boolean },
): Draft {
  const { cancelling, distance } = offer;
  const until = cancelling?.freeUntil ?? null;
  const priced = pricedText(offer, storefront);
  const near = distance === null ? '' : `"distance_m":${distance},`;
  const plain = `{${priced.plain}${METADATA.plain}${until === null ? '' : UNTIL.plain + until + END.plain}${near}`;
  const alike = { isFree: cancelling?.free === true, isDated: until !== null, official };
  return {
    bytes: (extent) => plain.length + of.bytes(extent, alike),
    write(extent) {
      const rest = of.text(extent, alike);
      const dated = until === null ? '' : UNTIL.escaped + until + END.escaped;
      return {
        plain: plain + rest.plain,
        escaped: `{${priced.escaped}${METADATA.escaped}${dated}${near && jsonText(near).escaped}${rest.escaped}`,
      };
    },
  };
}
