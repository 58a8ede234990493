import { Readable } from 'node:stream';
import { runRenderer } from './run-renderer.ts';

/**
 * Draws one of our own SVGs, without fonts, as a PNG with the given size. Never use it for other people's
 * SVGs. A render-process.ts process does the work. Throws if it fails.
 */
export async function drawPng(svg: string, size: number): Promise<Buffer> {
  const { output, late } = await runRenderer(Readable.from([Buffer.from(svg)]), { draw: size });
  if (late || output.length === 0) throw new Error('The renderer drew nothing.');
  return output;
}
