/** Formats that photos are kept in. */
export const RENDITION_FORMATS = ['webp', 'jpeg'] as const;
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** Why a file is no photo that can be kept. */
export type ImageProblem =
  | 'unsupported'
  | 'heic'
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
