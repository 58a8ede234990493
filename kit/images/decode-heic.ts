import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ImageLimits, ImageProblem } from './rendered.ts';

/** What a thread is given. */
export interface DecodeOrder {
  readonly file: Uint8Array;
  readonly limits: ImageLimits;
}

/** What it answers. */
export type DecodeAnswer = { readonly tiff: Uint8Array<ArrayBuffer> } | { readonly problem: ImageProblem };

const THREAD = fileURLToPath(new URL('./heif-thread.ts', import.meta.url));

/**
 * Decodes a HEIC file, upright, into a TIFF that has pixels and their colour profile and nothing else, or finds what is wrong with
 * it. A thread of its own does that, so that the process can end while it decodes; the decoder's memory is returned with it.
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
