import { cutList, cutText } from './cut.ts';
import type { Description } from './describe.ts';
import type { Lodging } from './to-lodging.ts';

/** Level of detail in a product's description in search results. */
interface Extent {
  readonly photos: number;
  /** True if photos include alternative text and dimensions in addition to their address. */
  readonly captions: boolean;
  readonly lodging: (lodging: Lodging) => Lodging;
  /** True if categories name their taxonomy, which is always the host's own. */
  readonly taxonomy: boolean;
  /** Maximum bytes for texts and for tags. */
  readonly title: number;
  readonly text: number;
  readonly tags: number;
}

const FULL = {
  captions: true,
  lodging: (lodging: Lodging) => lodging,
  taxonomy: true,
  title: 200,
  text: 200,
  tags: 240,
} as const;
const SHORT = {
  captions: false,
  lodging: withoutSchema,
  taxonomy: false,
  title: 200,
  text: 100,
  tags: 200,
} as const;

/**
 * Levels of detail, largest first: further photos are dropped first, then repetitions, then words. Every
 * extent keeps the first photo.
 */
const EXTENTS: readonly Extent[] = [
  { ...FULL, photos: 3 },
  { ...FULL, photos: 2 },
  { ...FULL, photos: 1 },
  { ...FULL, photos: 1, lodging: withoutRepeats },
  { ...FULL, photos: 1, lodging: withoutSchema },
  { ...SHORT, photos: 1, captions: true },
  { ...SHORT, photos: 1 },
  { ...SHORT, photos: 1, lodging: withoutPoint },
  { ...SHORT, photos: 1, text: 60, tags: 160, lodging: withoutPoint },
  { ...SHORT, photos: 1, text: 40, tags: 120, lodging: withoutPoint },
  { photos: 1, captions: false, lodging: bare, taxonomy: false, title: 100, text: 40, tags: 80 },
];

/** The smallest extent. */
export const LEAST = EXTENTS.length - 1;

/** Maximum bytes for a name and for beds in the smallest extent, and for categories in every list. */
const NAME = 60;
const BEDS = 120;
const CATEGORIES = 200;

/** Reduces a description to an extent. */
export function toExtent(description: Description, extent: number): Description {
  const { photos, captions, lodging, taxonomy, title, text, tags } = EXTENTS[extent] ?? {
    ...FULL,
    photos: 1,
  };
  return {
    ...description,
    title: cutText(description.title, title),
    text: cutText(description.text, text),
    categories: cutList(description.categories, CATEGORIES).map((category) =>
      taxonomy ? category : { value: category.value },
    ),
    tags: cutList(description.tags, tags),
    media: description.media
      .slice(0, photos)
      .map((photo) => (captions ? photo : { type: photo.type, url: photo.url })),
    lodging: lodging(description.lodging),
  };
}

/**
 * Removes repetitions: the categories already include the property's type, locality and country give its
 * location, `max_guests` gives the capacity if the host sets no other limit, and a disclosure explains
 * payment unless it's immediate.
 */
function withoutRepeats(lodging: Lodging): Lodging {
  const { property, occupancy, payment: _, ...others } = lodging;
  const { kind: _property, address, ...place } = property as Members;
  const { region: _region, ...where } = (address ?? {}) as Members;
  return {
    ...others,
    property: { ...place, ...unlessEmpty('address', where) },
    ...(Object.keys(occupancy as Members).length > 1 ? { occupancy } : {}),
  };
}

function withoutSchema(lodging: Lodging): Lodging {
  const { schema: _, ...others } = withoutRepeats(lodging);
  return others;
}

/** Removes coordinates; filters by distance still work. */
function withoutPoint(lodging: Lodging): Lodging {
  const { property, ...others } = withoutSchema(lodging);
  const { geo: _, ...place } = property as Members;
  return { ...others, property: place };
}

/** Keeps only fields whose length is bounded. */
function bare({ property, unit, booking_mode }: Lodging): Lodging {
  const { id, name } = property as Members;
  const { beds, ...rooms } = (unit ?? {}) as Members;
  const some = Array.isArray(beds) ? { beds: cutList(beds, BEDS) } : {};
  return {
    property: { id, name: cutText(String(name), NAME) },
    ...unlessEmpty('unit', { ...rooms, ...some }),
    booking_mode,
  };
}

const unlessEmpty = (name: string, members: Members): Members =>
  Object.keys(members).length > 0 ? { [name]: members } : {};

type Members = Readonly<Record<string, unknown>>;
