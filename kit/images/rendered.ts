/** Formats that photos are kept in. */
export const RENDITION_FORMATS = ['webp', 'jpeg'] as const;
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** What is refused. */
export interface ImageLimits {
  readonly maxPixels: number;
  /** Longest side in pixels. */
  readonly maxSide: number;
}

/** An SVG of ours to be drawn, without fonts, as a square PNG of so many pixels a side. */
export interface DrawOrder {
  readonly draw: number;
}

/** Why a file is no photo that can be kept. */
export type ImageProblem =
  | 'unsupported'
  | 'avif'
  | 'animated'
  | 'too_many_pixels'
  | 'too_long'
  | 'unreadable'
  | 'too_much_work';

/** The first line that the rendering process writes; the bytes of the renditions follow, in their order. */
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
