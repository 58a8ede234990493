import { MAX_ALT, MAX_MEDIA_BYTES, MAX_MEDIA_PIXELS, MAX_MEDIA_SIDE, MEDIA_WIDTHS } from '#schema/limits.ts';

/** From announced to ready, or rejected. */
export const MEDIA_STATUSES = ['announced', 'uploaded', 'processing', 'ready', 'rejected'] as const;

/** How long the bytes of an announced photo may be uploaded. */
export const UPLOAD_MS = 15 * 60_000;
/** How long a photo that nothing shows is kept. */
export const GRACE_MS = 7 * 86_400_000;
/** What the photos of a team take together at most. */
export const MAX_TEAM_BYTES = 5_000_000_000;
/** Photos of a team. */
export const MAX_TEAM_PHOTOS = 20_000;
/** How often a photo may take a worker down with it before it is rejected. */
export const MAX_ATTEMPTS = 3;

const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp'];

/** A file that is announced. */
export interface AnnouncedFile {
  readonly bytes: number;
  readonly sha256: string;
  readonly contentType?: string | null;
}

/** Something wrong with an input: its field, and why. */
export interface MediaMistake {
  readonly field: string;
  readonly message: string;
}

/** What is wrong with an announced file. */
export function mistakesInUpload({ bytes, sha256, contentType }: AnnouncedFile): readonly MediaMistake[] {
  const megabytes = MAX_MEDIA_BYTES / 1_000_000;
  return [
    ...(bytes < 1 ? [{ field: 'bytes', message: 'An empty file is no photo.' }] : []),
    ...(bytes > MAX_MEDIA_BYTES
      ? [{ field: 'bytes', message: `A photo has at most ${megabytes} MB (${MAX_MEDIA_BYTES} bytes).` }]
      : []),
    ...(/^[\da-f]{64}$/i.test(sha256)
      ? []
      : [{ field: 'sha256', message: 'The SHA-256 digest must have 64 hexadecimal digits.' }]),
    ...(contentType == null || ACCEPTED.includes(contentType.toLowerCase())
      ? []
      : [{ field: 'contentType', message: 'Photos must be JPEG, PNG or WebP: save it as one of them.' }]),
  ];
}

/** A point of a photo, each from 0 to 1. */
export interface Focus {
  readonly x: number;
  readonly y: number;
}

/** What a host says about a photo; null and what is left out stays. */
export interface PhotoDescription {
  readonly alt?: string | null;
  readonly focus?: Focus | null;
}

/** The columns that it changes; an empty text clears the text. */
export const describedAs = ({ alt, focus }: PhotoDescription) => ({
  ...(alt != null && { alt: alt.trim() === '' ? null : alt.trim() }),
  ...(focus != null && { focusX: focus.x, focusY: focus.y }),
});

/** What is wrong with an alternative text and a focus. */
export function mistakesInDescription({ alt, focus }: PhotoDescription): readonly MediaMistake[] {
  const isShare = (share: number) => share >= 0 && share <= 1;
  return [
    ...(alt != null && (alt.length > MAX_ALT || CONTROL.test(alt) || !alt.isWellFormed())
      ? [{ field: 'alt', message: `The text has at most ${MAX_ALT} characters, on one line.` }]
      : []),
    ...(focus != null && !(isShare(focus.x) && isShare(focus.y))
      ? [{ field: 'focus', message: 'The focus lies within the photo: x and y are from 0 to 1.' }]
      : []),
  ];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** What to tell the host about a rejected photo, by the code that is kept. */
export const PROBLEM_TEXTS: Readonly<Record<string, string>> = {
  unsupported: 'This file is not a JPEG, PNG or WebP picture.',
  heic: 'HEIC, HEIF and AVIF pictures cannot be read: save it as JPEG and upload that.',
  animated: 'Moving pictures cannot be shown: upload a single picture.',
  too_many_pixels: `The picture has more than ${MAX_MEDIA_PIXELS / 1_000_000} megapixels: upload a smaller version.`,
  too_long: `The picture is longer than ${MAX_MEDIA_SIDE} pixels along one side: upload a smaller version.`,
  unreadable: 'The file is damaged or incomplete: export the picture again and upload that.',
  too_much_work: 'The picture takes too much work to decode: export it as a plain JPEG and upload that.',
};

/** Widths that a photo is kept in: all that it is wide enough for, and the first one beyond its own. */
export const widthsOf = (width: number): readonly number[] =>
  MEDIA_WIDTHS.filter((_, index) => (MEDIA_WIDTHS[index - 1] ?? 0) < width);

/** Whether photos are kept in this width. */
export const isWidth = (width: number): boolean => MEDIA_WIDTHS.some((one) => one === width);

/** The width that answers a request for one: itself, or the largest that the photo is kept in. */
export const keptWidth = (wanted: number, width: number): number =>
  Math.min(wanted, widthsOf(width).at(-1) ?? wanted);

/** Where the bytes of an upload wait until they are processed. */
export const uploadKey = (mediaId: number, sha256: string): string => `uploads/${mediaId}-${sha256}`;

/** Where a size of a photo is kept, without the ending of its format. */
export const renditionKey = (teamId: number, sha256: string, width: number): string =>
  `photos/${teamId}/${sha256}/${width}`;
