import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import libheif from 'libheif-js/libheif-wasm/libheif.js';

// The libheif C functions needed for decoding, in its WebAssembly build: pointers are numbers, and a function
// that returns a `heif_error` writes it to its first argument.

type Pointer = number;

/** libheif with its own memory. */
export interface Heif {
  /** The memory: a different array each time it grows. */
  readonly HEAPU8: Uint8Array;
  readonly _malloc: (bytes: number) => Pointer;
  readonly _heif_context_alloc: () => Pointer;
  /** Returns a context's limits, which are writable. */
  readonly _heif_context_get_security_limits: (context: Pointer) => Pointer;
  readonly _heif_context_read_from_memory_without_copy: (
    error: Pointer,
    context: Pointer,
    file: Pointer,
    bytes: number,
    options: 0,
  ) => void;
  readonly _heif_context_get_primary_image_handle: (error: Pointer, context: Pointer, to: Pointer) => void;
  readonly _heif_image_handle_get_width: (image: Pointer) => number;
  readonly _heif_image_handle_get_height: (image: Pointer) => number;
  /** The size before cropping and rotation. */
  readonly _heif_image_handle_get_ispe_width: (image: Pointer) => number;
  readonly _heif_image_handle_get_ispe_height: (image: Pointer) => number;
  readonly _heif_image_handle_get_raw_color_profile_size: (image: Pointer) => number;
  readonly _heif_image_handle_get_raw_color_profile: (error: Pointer, image: Pointer, to: Pointer) => void;
  readonly _heif_decode_image: (
    error: Pointer,
    image: Pointer,
    to: Pointer,
    colorspace: number,
    chroma: number,
    options: 0,
  ) => void;
  readonly _heif_image_get_width: (decoded: Pointer, channel: number) => number;
  readonly _heif_image_get_height: (decoded: Pointer, channel: number) => number;
  readonly _heif_image_get_plane_readonly: (decoded: Pointer, channel: number, stride: Pointer) => Pointer;
}

/** Starts libheif; its memory is freed when the thread ends. */
export function startHeif(): Heif {
  const wasm = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm');
  // its types describe an ES module
  const start = libheif as unknown as (options: { readonly wasmBinary: Buffer }) => Heif;
  return start({ wasmBinary: readFileSync(wasm) });
}
