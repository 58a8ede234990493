import { MAX_PHOTOS } from '#schema/limits.ts';
import type { PhotoDefinition } from '../definition.ts';
import { isThing, listOf, type Thing, textOf } from './json-ld.ts';

/** A thing's photos, each address once. */
export function photosOf({ image, photo }: Thing, base: string): readonly PhotoDefinition[] | undefined {
  const found = new Map<string, PhotoDefinition>();
  for (const one of [...listOf(image), ...listOf(photo)]) {
    const given = isThing(one) ? (one.contentUrl ?? one.url) : one;
    const url = typeof given === 'string' ? addressIn(given, base) : null;
    if (url === null || found.size >= MAX_PHOTOS) continue;
    const alt = isThing(one) ? textOf(one.caption ?? one.name, 250)?.replace(/\s+/g, ' ') : undefined;
    found.set(url, { url, ...(alt !== undefined && { alt }) });
  }
  return found.size > 0 ? [...found.values()] : undefined;
}

function addressIn(given: string, base: string): string | null {
  const url = URL.parse(given, base);
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2_000 ? url.href : null;
}
