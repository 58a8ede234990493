import type { Storefront } from '../../storefront.ts';
import type { PricedFragment } from '../tools/generated.ts';
import type { Description } from './describe.ts';
import type { Disclosed } from './disclosures.ts';
import { toExtent } from './extents.ts';
import { pricedText } from './priced-text.ts';
import { type JsonText, jsonText } from './raw-json.ts';
import { FREE_CANCELLATION } from './to-product.ts';

/**
 * A description as JSON text, written once: a product of a search is a copy of it beside what depends on the stay
 * (docs/interface/catalog.md#size).
 */
export interface Written extends Disclosed {
  /** Bytes of what is the same for every stay, to an extent. */
  readonly bytes: (extent: number, alike: Alike) => number;
  /** The end of a product: its last members and all that closes it. */
  readonly text: (extent: number, alike: Alike) => JsonText;
}

/** What stays have in common beside what they are. */
interface Alike {
  readonly isFree: boolean;
  /** Whether the stay itself says when that ends, which says more than the rule it follows from. */
  readonly isDated: boolean;
  /** Whether the description is an object. */
  readonly official: boolean;
}

/** Opens a description that is written as far as it is asked for. */
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

/** Works out what a function answers once. */
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

/** A product of a search before it is known how much of it there is room for. */
export interface Draft {
  /** Bytes it has to an extent. */
  readonly bytes: (extent: number) => number;
  readonly write: (extent: number) => JsonText;
}

const METADATA = jsonText(',"metadata":{"lodging":{');
const UNTIL = jsonText('"cancellation":{"free_until":"');
const END = jsonText('"},');

/** A product of a search: what depends on the stay, and a copy of everything else. */
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
