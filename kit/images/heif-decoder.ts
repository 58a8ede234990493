import { type Heif, startHeif } from './heif-library.ts';
import type { ImageLimits, ImageProblem } from './rendered.ts';
import { tiffOf } from './tiff.ts';

const RGB = 1;
const INTERLEAVED_RGB = 10;
const INTERLEAVED = 10;

/** Offsets of the limits in a context (`heif_security_limits`). */
const LIMITS = { maxPixels: 8, maxMemory: 64 } as const;
const MAX_MEMORY_BYTES = 600_000_000;

const MEMORY_ERROR = 6;

/** A picture's problem. */
export class HeifProblem extends Error {
  readonly problem: ImageProblem;

  constructor(problem: ImageProblem, message: string = problem) {
    super(message);
    this.problem = problem;
  }
}

/**
 * Decodes a HEIC file's main picture, upright, to a TIFF with only its colour profile. Throws `HeifProblem`,
 * or another error if the decoder itself breaks.
 */
export function decodeHeif(file: Uint8Array, limits: ImageLimits): Buffer<ArrayBuffer> {
  const heif = startHeif();
  const call = caller(heif);
  const context = heif._heif_context_alloc();
  const restricted = heif._heif_context_get_security_limits(context);
  memory(heif).setBigUint64(restricted + LIMITS.maxPixels, BigInt(limits.maxPixels), true);
  memory(heif).setBigUint64(restricted + LIMITS.maxMemory, BigInt(MAX_MEMORY_BYTES), true);

  const at = heif._malloc(file.length);
  heif.HEAPU8.set(file, at);
  call((error) => heif._heif_context_read_from_memory_without_copy(error, context, at, file.length, 0));
  const image = call((error, to) => heif._heif_context_get_primary_image_handle(error, context, to));
  refuseLarge(heif, image, limits);
  const profile = profileOf(heif, image);
  const decoded = call((error, to) => heif._heif_decode_image(error, image, to, RGB, INTERLEAVED_RGB, 0));
  const stride = heif._malloc(4);
  const pixels = heif._heif_image_get_plane_readonly(decoded, INTERLEAVED, stride);
  return tiffOf({
    width: heif._heif_image_get_width(decoded, INTERLEAVED),
    height: heif._heif_image_get_height(decoded, INTERLEAVED),
    stride: memory(heif).getUint32(stride, true),
    pixels: heif.HEAPU8.subarray(pixels),
    profile,
  });
}

const memory = (heif: Heif): DataView => new DataView(heif.HEAPU8.buffer);

/** Calls a function that returns an error and, if it has one, a pointer. */
function caller(heif: Heif) {
  const error = heif._malloc(12);
  const result = heif._malloc(4);
  return (run: (error: number, result: number) => void): number => {
    run(error, result);
    const code = memory(heif).getUint32(error, true);
    if (code === 0) return memory(heif).getUint32(result, true);
    const detail = `libheif: ${code}.${memory(heif).getUint32(error + 4, true)}`;
    throw new HeifProblem(code === MEMORY_ERROR ? 'too_much_work' : 'unreadable', detail);
  };
}

/** Checks both sizes that a file claims: the decoded size, and the crop. */
function refuseLarge(heif: Heif, image: number, { maxPixels, maxSide }: ImageLimits): void {
  const sizes = [
    [heif._heif_image_handle_get_ispe_width(image), heif._heif_image_handle_get_ispe_height(image)],
    [heif._heif_image_handle_get_width(image), heif._heif_image_handle_get_height(image)],
  ] as const;
  for (const [width, height] of sizes) {
    if (Math.max(width, height) > maxSide) throw new HeifProblem('too_long');
    if (width * height > maxPixels) throw new HeifProblem('too_many_pixels');
  }
}

/** Returns the image's ICC profile, empty if it has none. */
function profileOf(heif: Heif, image: number): Uint8Array {
  const bytes = heif._heif_image_handle_get_raw_color_profile_size(image);
  if (bytes === 0) return new Uint8Array();
  const to = heif._malloc(bytes);
  caller(heif)((error) => heif._heif_image_handle_get_raw_color_profile(error, image, to));
  return heif.HEAPU8.slice(to, to + bytes);
}
