import { createHash } from 'node:crypto';
import type { ObjectStore } from '../objects/object-store.ts';
import type { RenderOrder } from './encode.ts';
import { renderImage } from './render.ts';

/** Renditions to make from an uploaded file. */
export interface Keeping<Problem> {
  readonly objects: ObjectStore;
  /** Key of the uploaded file. */
  readonly from: string;
  /** Key for a size, without the format's extension. */
  readonly to: (width: number) => string;
  readonly order: RenderOrder;
  /** Returns the reason a picture with this size is refused; null if it's accepted. */
  readonly refuse?: (size: { readonly width: number; readonly height: number }) => Problem | null;
}

/** A stored picture: its own size, and the total size of its renditions. */
export interface Kept {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/**
 * Renders an uploaded file in a separate process and stores every size, or returns the file's problem. Safe
 * to repeat.
 */
export async function keepRenditions<Problem extends string>({
  objects,
  from,
  to,
  order,
  refuse = () => null,
}: Keeping<Problem>): Promise<Kept | { readonly problem: string }> {
  const file = await objects.get(from);
  if (file === null) return { problem: 'unreadable' };
  const rendered = await renderImage(file.body, order);
  if ('problem' in rendered) return rendered;
  const { width, height, renditions } = rendered;
  const problem = refuse({ width, height });
  if (problem !== null) return { problem };
  let bytes = 0;
  for (const { width: wide, format, body } of renditions) {
    const sha256 = createHash('sha256').update(body).digest('hex');
    const contentType = `image/${format}`;
    await objects.put(`${to(wide)}.${format}`, { body, bytes: body.length, sha256, contentType });
    bytes += body.length;
  }
  return { width, height, bytes };
}
