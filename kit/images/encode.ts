import sharp, { type Sharp } from 'sharp';
import { type ImageLimits, type ImageProblem, RENDITION_FORMATS, type RenditionFormat } from './rendered.ts';

/** Sizes to render, with limits. */
export interface RenderOrder extends ImageLimits {
  /** Widths in pixels, smallest first. */
  readonly widths: readonly number[];
}

/** One size and format of a photo, ready to store. */
export interface Rendition {
  /** The requested width; a narrower photo keeps its own width. */
  readonly width: number;
  readonly format: RenditionFormat;
  readonly body: Buffer;
}

/** A photo in all sizes; its own size is measured after turning it upright. */
export interface Rendered {
  readonly width: number;
  readonly height: number;
  readonly renditions: readonly Rendition[];
}

const BACKGROUND = '#ffffff';

const ENCODERS: Readonly<Record<RenditionFormat, (image: Sharp) => Sharp>> = {
  webp: (image) => image.webp({ quality: 80 }),
  jpeg: (image) => image.flatten({ background: BACKGROUND }).jpeg({ quality: 80, progressive: true }),
};

/** Returns the problem that a file's header shows; null if there is none. Throws for an unreadable header. */
export async function problemOf(
  file: Buffer,
  { maxPixels, maxSide }: ImageLimits,
): Promise<ImageProblem | null> {
  const head = await sharp(file, { limitInputPixels: false }).metadata();
  if ((head.pages ?? 1) > 1) return 'animated';
  if (Math.max(head.width, head.height) > maxSide) return 'too_long';
  return head.width * head.height > maxPixels ? 'too_many_pixels' : null;
}

/**
 * Encodes every width the file is wide enough for, and the first width beyond its own, in both formats:
 * upright, in sRGB, without metadata. Throws for a file that can't be fully decoded.
 */
export async function encodeAll(file: Buffer, order: RenderOrder): Promise<Rendered> {
  const opened = sharp(file, {
    limitInputPixels: order.maxPixels,
    failOn: 'error',
    sequentialRead: true,
  }).autoOrient();
  const { autoOrient } = await opened.metadata();
  const { width, height } = autoOrient;
  const widths = order.widths.filter((_, index) => (order.widths[index - 1] ?? 0) < width);
  // Decodes once, at the largest stored size; the other sizes derive from it.
  const { data, info } = await opened
    .resize({ width: Math.min(width, widths.at(-1) ?? width) })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const renditions: Rendition[] = [];
  for (const wide of widths) {
    const sized = sharp(data, { raw, limitInputPixels: false }).resize({ width: Math.min(wide, width) });
    for (const format of RENDITION_FORMATS) {
      renditions.push({ width: wide, format, body: await ENCODERS[format](sized.clone()).toBuffer() });
    }
  }
  return { width, height, renditions };
}
