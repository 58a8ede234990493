import { MEDIA_WIDTHS } from '#schema/limits.ts';

/** A processed photo: its address and the size of its largest possible version. */
export interface Photo {
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

/** A photo version: its path on any of its team's storefronts, and its size in pixels. */
export interface PhotoVersion {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns a photo at the requested width, or at its full width if that's smaller
 * (docs/interface/photos.md#addresses).
 */
export function photoOf({ sha256, ...photo }: Photo, wanted: number): PhotoVersion {
  const width = Math.min(wanted, photo.width);
  const height = Math.max(1, Math.round((photo.height * width) / photo.width));
  return { path: `/media/${sha256}/${wanted}`, width, height };
}

/** Returns a photo's versions from smallest to largest. */
export const versionsOf = (photo: Photo): readonly PhotoVersion[] =>
  MEDIA_WIDTHS.filter((_, index) => (MEDIA_WIDTHS[index - 1] ?? 0) < photo.width).map((width) =>
    photoOf(photo, width),
  );
