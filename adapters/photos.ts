import { MEDIA_WIDTHS } from '#schema/limits.ts';

/** A photo that is ready: its address and the size of the largest version there could be. */
export interface Photo {
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

/** One version of a photo: its path on any storefront of its team, and its size in pixels. */
export interface PhotoVersion {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** A photo in the asked width, or as wide as it is (docs/interface/photos.md#addresses). */
export function photoOf({ sha256, ...photo }: Photo, wanted: number): PhotoVersion {
  const width = Math.min(wanted, photo.width);
  const height = Math.max(1, Math.round((photo.height * width) / photo.width));
  return { path: `/media/${sha256}/${wanted}`, width, height };
}

/** Every version of a photo that is wider than the one before, smallest first. */
export const versionsOf = (photo: Photo): readonly PhotoVersion[] =>
  MEDIA_WIDTHS.filter((_, index) => (MEDIA_WIDTHS[index - 1] ?? 0) < photo.width).map((width) =>
    photoOf(photo, width),
  );
