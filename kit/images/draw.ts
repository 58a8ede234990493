import { Readable } from 'node:stream';
import { runRenderer } from './run-renderer.ts';

/**
 * Draws a picture that we have written as SVG, without fonts, into a PNG as large as it says. Never for an SVG of others. The process
 * of render-process.ts does that. Throws if it cannot.
 */
export async function drawPng(svg: string, size: number): Promise<Buffer> {
  const { output, late } = await runRenderer(Readable.from([Buffer.from(svg)]), { draw: size });
  if (late || output.length === 0) throw new Error('The renderer drew nothing.');
  return output;
}
