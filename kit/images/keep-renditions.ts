import { createHash } from 'node:crypto';
import type { ObjectStore } from '../objects/object-store.ts';
import type { RenderOrder } from './encode.ts';
import { renderImage } from './render.ts';

/** A picture to make of an uploaded file. */
export interface Keeping<Problem> {
  readonly objects: ObjectStore;
  /** Key of the uploaded file. */
  readonly from: string;
  /** Key of a size, without the ending of its format. */
  readonly to: (width: number) => string;
  readonly order: RenderOrder;
  /** Why a picture of this size is not kept; null if it is. */
  readonly refuse?: (size: { readonly width: number; readonly height: number }) => Problem | null;
}

/** A picture that was kept: its own size, and what all its renditions take. */
export interface Kept {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** Renders an uploaded file in a process of its own and stores every size, or finds what is wrong with it. Safe to repeat. */
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
