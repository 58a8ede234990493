import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ImageLimits, ImageProblem } from './rendered.ts';

/** Input for the decoding thread. */
export interface DecodeOrder {
  readonly file: Uint8Array;
  readonly limits: ImageLimits;
}

/** Output from the decoding thread. */
export type DecodeAnswer = { readonly tiff: Uint8Array<ArrayBuffer> } | { readonly problem: ImageProblem };

const THREAD = fileURLToPath(new URL('./heif-thread.ts', import.meta.url));

/**
 * Decodes a HEIC file, upright, to a TIFF with only pixels and their colour profile, or returns the file's
 * problem. Runs in a separate thread, so that the process can end during decoding; the decoder's memory is
 * freed with the thread.
 */
export async function decodeHeic(file: Uint8Array, limits: ImageLimits): Promise<DecodeAnswer> {
  const thread = new Worker(THREAD, { workerData: { file, limits } satisfies DecodeOrder });
  try {
    const [answer] = (await once(thread, 'message')) as [DecodeAnswer]; // heif-thread.ts wrote it
    return answer;
  } finally {
    await thread.terminate();
  }
}
