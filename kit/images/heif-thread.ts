import { parentPort, workerData } from 'node:worker_threads';
import type { DecodeAnswer, DecodeOrder } from './decode-heic.ts';
import { decodeHeif, HeifProblem } from './heif-decoder.ts';

// Thread for kit/images/decode-heic.ts, for one picture: its process keeps measuring time and memory during
// decoding.

const { file, limits } = workerData as DecodeOrder; // decode-heic.ts wrote it
const answer = decode();
parentPort?.postMessage(answer, 'tiff' in answer ? [answer.tiff.buffer] : []);

function decode(): DecodeAnswer {
  try {
    return { tiff: decodeHeif(file, limits) };
  } catch (error) {
    return { problem: error instanceof HeifProblem ? error.problem : 'unreadable' };
  }
}
