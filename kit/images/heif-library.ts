import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import libheif from 'libheif-js/libheif-wasm/libheif.js';

// The functions of libheif's C interface that decoding needs, as its WebAssembly build has them: pointers are numbers, and a
// function that returns a `heif_error` writes it to its first argument.

type Pointer = number;

/** libheif with a memory of its own. */
export interface Heif {
  /** The memory: another array each time it has grown. */
  readonly HEAPU8: Uint8Array;
  readonly _malloc: (bytes: number) => Pointer;
  readonly _heif_context_alloc: () => Pointer;
  /** The limits of one context, to be written to. */
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
  /** The size before it is cut and turned. */
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

/** Starts libheif; its memory is returned when the thread ends. */
export function startHeif(): Heif {
  const wasm = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm');
  const start = libheif as unknown as (options: { readonly wasmBinary: Buffer }) => Heif; // its types are those of an ES module
  return start({ wasmBinary: readFileSync(wasm) });
}
