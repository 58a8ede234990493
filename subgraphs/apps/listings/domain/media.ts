import type { UPLOAD_STATUSES } from '#kit/images/upload-rules.ts';
import { problemTexts } from '#kit/images/upload-rules.ts';
import { GALLERY_WIDTHS, ICON_WIDTHS, MAX_MEDIA_PIXELS } from '#schema/limits.ts';

/** Purposes for a listing picture. */
export const LISTING_MEDIA_KINDS = ['icon', 'gallery'] as const;
export type ListingMediaKind = (typeof LISTING_MEDIA_KINDS)[number];
export type ListingMediaStatus = (typeof UPLOAD_STATUSES)[number];

/** Stored widths per kind; each picture is at least as wide as the largest. */
export const WIDTHS: Readonly<Record<ListingMediaKind, readonly number[]>> = {
  icon: ICON_WIDTHS,
  gallery: GALLERY_WIDTHS,
};

const LARGEST_ICON = 2_048;
const LARGEST_WIDTH = 3_840;
const SMALLEST_ICON = 512;
const SMALLEST_WIDTH = 1_600;

/** Limits for decoding an image. */
export const IMAGE_LIMITS = { maxPixels: MAX_MEDIA_PIXELS, maxSide: LARGEST_WIDTH } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns why a picture with this size can't be used; null if it can. */
export function sizeProblem(kind: ListingMediaKind, { width, height }: Size): 'not_icon' | 'not_wide' | null {
  if (kind === 'icon')
    return width === height && width >= SMALLEST_ICON && width <= LARGEST_ICON ? null : 'not_icon';
  return width * 9 === height * 16 && width >= SMALLEST_WIDTH ? null : 'not_wide';
}

/** Explanations for rejected pictures, by stored code. */
export const PROBLEM_TEXTS: Readonly<Record<string, string>> = {
  ...problemTexts(IMAGE_LIMITS),
  not_icon: 'An icon must be a square of 512 to 2,048 pixels a side. Resize or crop it and upload it again.',
  not_wide:
    'A gallery picture must be 16:9, from 1600 × 900 to 3840 × 2160 pixels. Resize it and upload it again.',
};

/** Storage key for uploaded bytes until they are processed. */
export const uploadKey = (mediaId: number, sha256: string): string => `app-uploads/${mediaId}-${sha256}`;

/** Returns the storage key for a picture size, without the format's extension. */
export const renditionKey = (appId: number, sha256: string, width: number): string =>
  `apps/${appId}/${sha256}/${width}`;
