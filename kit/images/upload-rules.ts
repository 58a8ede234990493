import type { ImageLimits } from './rendered.ts';

/** Upload statuses, from announced to ready or rejected. */
export const UPLOAD_STATUSES = ['announced', 'uploaded', 'processing', 'ready', 'rejected'] as const;

/** Time for uploading an announced picture. */
export const UPLOAD_MS = 15 * 60_000;
/** Extra time for finishing an upload that began in time. */
export const LONGEST_UPLOAD_MS = 10 * 60_000;
/** Retention for pictures that aren't shown, were never uploaded, or were rejected. */
const UNUSED_MS = 7 * 86_400_000;
const UNFINISHED_MS = 86_400_000;
/** Times a picture may crash its worker before it's rejected. */
export const MAX_ATTEMPTS = 3;

const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'];

/** An announced file. */
export interface AnnouncedFile {
  readonly bytes: number;
  readonly sha256: string;
  readonly contentType?: string | null;
}

/** An input error: its field and reason. */
export interface UploadMistake {
  readonly field: string;
  readonly message: string;
}

/** Returns an announced file's problems; `noun` names the file, e.g. `photo`. */
export function mistakesInFile(
  { bytes, sha256, contentType }: AnnouncedFile,
  { noun, maxBytes }: { readonly noun: string; readonly maxBytes: number },
): readonly UploadMistake[] {
  const most = `A ${noun} can be at most ${maxBytes / 1_000_000} MB (${maxBytes} bytes).`;
  return [
    ...(bytes < 1 ? [{ field: 'bytes', message: `The file is empty. Upload a ${noun}.` }] : []),
    ...(bytes > maxBytes ? [{ field: 'bytes', message: most }] : []),
    ...(/^[\da-f]{64}$/i.test(sha256)
      ? []
      : [{ field: 'sha256', message: 'The SHA-256 digest must have 64 hexadecimal digits.' }]),
    ...(contentType == null || ACCEPTED.includes(contentType.toLowerCase())
      ? []
      : [
          {
            field: 'contentType',
            message: `A ${noun} must be JPEG, PNG, WebP or HEIC. Save it as one of these.`,
          },
        ]),
  ];
}

/** Messages for people who uploaded a rejected picture, by stored code. */
export const problemTexts = ({ maxPixels, maxSide }: ImageLimits): Readonly<Record<string, string>> => ({
  unsupported: "This file isn't a JPEG, PNG, WebP or HEIC picture.",
  avif: "AVIF pictures can't be read. Save it as JPEG and upload that.",
  animated: "Animated pictures can't be shown. Upload a still picture.",
  too_many_pixels: `The picture has more than ${maxPixels / 1_000_000} megapixels. Upload a smaller version.`,
  too_long: `The picture is longer than ${maxSide} pixels on one side. Upload a smaller version.`,
  unreadable: 'The file is damaged or incomplete. Export the picture again and upload it.',
  too_much_work: 'The picture is too complex to decode. Export it as a plain JPEG and upload that.',
});

/** Returns the cutoff times at an instant: pictures unchanged since then are deleted. */
export const idleSince = (now: Date): { readonly unused: Date; readonly unfinished: Date } => ({
  unused: new Date(now.getTime() - UNUSED_MS),
  unfinished: new Date(now.getTime() - UNFINISHED_MS),
});
