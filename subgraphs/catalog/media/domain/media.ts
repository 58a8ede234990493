import { hasCardNumber } from '#kit/card-numbers.ts';
import {
  type AnnouncedFile,
  mistakesInFile,
  problemTexts,
  type UploadMistake,
} from '#kit/images/upload-rules.ts';
import { MAX_ALT, MAX_MEDIA_BYTES, MAX_MEDIA_PIXELS, MAX_MEDIA_SIDE, MEDIA_WIDTHS } from '#schema/limits.ts';
import { cardMistake, type EditMistake } from '../../domain/content-change.ts';

/** Storage limit for a team's photos. */
export const MAX_TEAM_BYTES = 5_000_000_000;
/** Maximum number of photos per team. */
export const MAX_TEAM_PHOTOS = 20_000;
/** Errors in an announced photo. */
export const mistakesInUpload = (file: AnnouncedFile): readonly UploadMistake[] =>
  mistakesInFile(file, { noun: 'photo', maxBytes: MAX_MEDIA_BYTES });

/** A point in a photo, each coordinate from 0 to 1. */
export interface Focus {
  readonly x: number;
  readonly y: number;
}

/** A host's description for a photo; null and omitted fields stay unchanged. */
export interface PhotoDescription {
  readonly alt?: string | null;
  readonly focus?: Focus | null;
}

/** The changed columns; an empty string clears the text. */
export const describedAs = ({ alt, focus }: PhotoDescription) => ({
  ...(alt != null && { alt: alt.trim() === '' ? null : alt.trim() }),
  ...(focus != null && { focusX: focus.x, focusY: focus.y }),
});

/** Errors in an alternative text and a focus. */
export function mistakesInDescription({ alt, focus }: PhotoDescription): readonly EditMistake[] {
  const isShare = (share: number) => share >= 0 && share <= 1;
  return [
    ...(alt != null && (alt.length > MAX_ALT || CONTROL.test(alt) || !alt.isWellFormed())
      ? [{ field: 'alt', message: `The text can have at most ${MAX_ALT} characters on one line.` }]
      : []),
    ...(alt != null && hasCardNumber(alt) ? [cardMistake('alt')] : []),
    ...(focus != null && !(isShare(focus.x) && isShare(focus.y))
      ? [{ field: 'focus', message: 'The focus must be within the photo: x and y from 0 to 1.' }]
      : []),
  ];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** Messages for the host about a rejected photo, by stored code. */
export const PROBLEM_TEXTS = problemTexts({ maxPixels: MAX_MEDIA_PIXELS, maxSide: MAX_MEDIA_SIDE });

/** Widths stored for a photo: all standard widths up to the photo's own, and the next larger one. */
export const widthsOf = (width: number): readonly number[] =>
  MEDIA_WIDTHS.filter((_, index) => (MEDIA_WIDTHS[index - 1] ?? 0) < width);

/** True if photos are stored at this width. */
export const isWidth = (width: number): boolean => MEDIA_WIDTHS.some((one) => one === width);

/** The width served for a requested width: the same width, or the photo's largest. */
export const keptWidth = (wanted: number, width: number): number =>
  Math.min(wanted, widthsOf(width).at(-1) ?? wanted);

/** Storage key for uploaded bytes until they are processed. */
export const uploadKey = (mediaId: number, sha256: string): string => `uploads/${mediaId}-${sha256}`;

/** Storage key for a photo size, without the format's extension. */
export const renditionKey = (teamId: number, sha256: string, width: number): string =>
  `photos/${teamId}/${sha256}/${width}`;
