import type { ListingContent } from './content.ts';
import type { KnownPictures, Mistake } from './content-rules.ts';

/**
 * Returns what a valid listing still needs before publication (docs/interface/listings.md#publishing).
 * Pictures count as missing until they're processed.
 */
export function lacksOf(content: ListingContent, pictures: KnownPictures): readonly Mistake[] {
  const isReady = (id: number) => pictures.get(id)?.status === 'ready';
  const pending = content.gallery.some(({ media }) => !isReady(media));
  return [
    ...(content.icon === null || isReady(content.icon) ? [] : [{ field: 'icon', message: NOT_READY }]),
    ...(pending ? [{ field: 'gallery', message: NOT_READY }] : []),
    ...REQUIRED.flatMap(([field, message]) => (isEmpty(content[field]) ? [{ field, message }] : [])),
  ];
}

const NOT_READY = 'The picture hasn’t been uploaded or processed yet. Wait until it’s ready.';

const REQUIRED = [
  ['tagline', 'Describe in one line what the app does.'],
  ['description', 'Describe what the app does for hosts.'],
  ['icon', 'Upload an icon: a square of 512 to 2,048 pixels a side.'],
  ['gallery', 'Show the app: at least one picture, 16:9 from 1600 × 900 pixels.'],
  ['categories', 'Choose at least one category, so that hosts find the app.'],
  ['languages', 'Add at least one language that the app supports.'],
  ['supportEmail', 'Add the address where you answer questions.'],
  ['privacyUrl', 'Link to your privacy policy: hosts answer for their guests’ data.'],
  ['termsUrl', 'Link to your terms.'],
] as const satisfies readonly (readonly [keyof ListingContent, string])[];

const isEmpty = (value: ListingContent[keyof ListingContent]): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);
