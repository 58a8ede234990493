/** Storage formats for photos. */
export const RENDITION_FORMATS = ['webp', 'jpeg'] as const;
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** Limits for pictures. */
export interface ImageLimits {
  readonly maxPixels: number;
  /** Longest side in pixels. */
  readonly maxSide: number;
}

/** One of our own SVGs, without fonts, to draw as a square PNG with this many pixels per side. */
export interface DrawOrder {
  readonly draw: number;
}

/** Reasons a file can't be used as a photo. */
export type ImageProblem =
  | 'unsupported'
  | 'avif'
  | 'animated'
  | 'too_many_pixels'
  | 'too_long'
  | 'unreadable'
  | 'too_much_work';

/** The first line from the rendering process; the renditions' bytes follow in order. */
export type RenderAnswer =
  | { readonly problem: ImageProblem }
  | {
      readonly width: number;
      readonly height: number;
      readonly renditions: readonly {
        readonly width: number;
        readonly format: RenditionFormat;
        readonly bytes: number;
      }[];
    };
