import type { ObjectStore } from '#kit/objects/object-store.ts';
import type { Invoice } from './shown-invoice.ts';

/** A logo's width in a document, in pixels. */
export const LOGO_WIDTH = 320;

/** Largest logo that's drawn, in bytes: several times a file of this width. */
const MOST_BYTES = 1_000_000;

/** Reads a stored logo as JPEG for a PDF; null if the document has none, or its file is gone. */
export async function readLogo(
  objects: ObjectStore,
  { logo }: Pick<Invoice, 'logo'>,
  keyOf: (sha256: string, width: number) => Promise<string | null>,
): Promise<Uint8Array | null> {
  const key = logo && (await keyOf(logo.sha256, LOGO_WIDTH));
  const file = key ? await objects.get(`${key}.jpeg`) : null;
  if (!file || file.bytes > MOST_BYTES) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of file.body) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
