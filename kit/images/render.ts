import type { Readable } from 'node:stream';
import type { Rendered, RenderOrder } from './encode.ts';
import type { ImageProblem, RenderAnswer } from './rendered.ts';
import { runRenderer } from './run-renderer.ts';

/**
 * Decodes a file and encodes every width it's wide enough for, upright and without metadata, or returns the
 * file's problem. Runs in a separate process. Throws if the file couldn't be fully read, or the process was
 * stopped from outside, since the result is then unknown.
 */
export async function renderImage(
  file: Readable,
  order: RenderOrder,
): Promise<Rendered | { readonly problem: ImageProblem }> {
  const { output, late } = await runRenderer(file, order);
  if (late) return { problem: 'too_much_work' };
  return readAnswer(output) ?? { problem: 'unreadable' };
}

/** Null if the process ended before writing everything. */
function readAnswer(output: Buffer): Rendered | { readonly problem: ImageProblem } | null {
  const end = output.indexOf('\n');
  if (end === -1) return null;
  const answer = JSON.parse(output.toString('utf8', 0, end)) as RenderAnswer; // the process wrote it
  if ('problem' in answer) return answer;
  let at = end + 1;
  const renditions = answer.renditions.map(({ bytes, ...rendition }) => {
    const body = output.subarray(at, at + bytes);
    at += bytes;
    return { ...rendition, body };
  });
  return at === output.length ? { ...answer, renditions } : null;
}
