import type { ImageLimits } from './rendered.ts';

/** From announced to ready, or rejected. */
export const UPLOAD_STATUSES = ['announced', 'uploaded', 'processing', 'ready', 'rejected'] as const;

/** How long the bytes of an announced picture may be uploaded. */
export const UPLOAD_MS = 15 * 60_000;
/** An upload that was begun in time may be this late at its end. */
export const LONGEST_UPLOAD_MS = 10 * 60_000;
/** How long a picture is kept that nothing shows, and one that was never uploaded or was rejected. */
const UNUSED_MS = 7 * 86_400_000;
const UNFINISHED_MS = 86_400_000;
/** How often a picture may take a worker down with it before it is rejected. */
export const MAX_ATTEMPTS = 3;

const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'];

/** A file that is announced. */
export interface AnnouncedFile {
  readonly bytes: number;
  readonly sha256: string;
  readonly contentType?: string | null;
}

/** Something wrong with an input: its field, and why. */
export interface UploadMistake {
  readonly field: string;
  readonly message: string;
}

/** What is wrong with an announced file, which `noun` names: `photo`. */
export function mistakesInFile(
  { bytes, sha256, contentType }: AnnouncedFile,
  { noun, maxBytes }: { readonly noun: string; readonly maxBytes: number },
): readonly UploadMistake[] {
  const most = `A ${noun} has at most ${maxBytes / 1_000_000} MB (${maxBytes} bytes).`;
  return [
    ...(bytes < 1 ? [{ field: 'bytes', message: `An empty file is no ${noun}.` }] : []),
    ...(bytes > maxBytes ? [{ field: 'bytes', message: most }] : []),
    ...(/^[\da-f]{64}$/i.test(sha256)
      ? []
      : [{ field: 'sha256', message: 'The SHA-256 digest must have 64 hexadecimal digits.' }]),
    ...(contentType == null || ACCEPTED.includes(contentType.toLowerCase())
      ? []
      : [
          {
            field: 'contentType',
            message: `A ${noun} must be JPEG, PNG, WebP or HEIC: save it as one of them.`,
          },
        ]),
  ];
}

/** What to tell who uploaded a rejected picture, by the code that is kept. */
export const problemTexts = ({ maxPixels, maxSide }: ImageLimits): Readonly<Record<string, string>> => ({
  unsupported: 'This file is not a JPEG, PNG, WebP or HEIC picture.',
  avif: 'AVIF pictures cannot be read: save it as JPEG and upload that.',
  animated: 'Moving pictures cannot be shown: upload a single picture.',
  too_many_pixels: `The picture has more than ${maxPixels / 1_000_000} megapixels: upload a smaller version.`,
  too_long: `The picture is longer than ${maxSide} pixels along one side: upload a smaller version.`,
  unreadable: 'The file is damaged or incomplete: export the picture again and upload that.',
  too_much_work: 'The picture takes too much work to decode: export it as a plain JPEG and upload that.',
});

/** Since when a picture must not have changed to be deleted at an instant. */
export const idleSince = (now: Date): { readonly unused: Date; readonly unfinished: Date } => ({
  unused: new Date(now.getTime() - UNUSED_MS),
  unfinished: new Date(now.getTime() - UNFINISHED_MS),
});
