import { MANIFEST_LIMITS } from './vocabulary.ts';

/**
 * Explains why a manifest is too large to be read; null if it's within the limits. Reads no more than the
 * limits allow, so that a hostile manifest costs no more than a real one.
 */
export function oversize(manifest: unknown): string | null {
  let values = 0;
  let level: readonly unknown[] = typeof manifest === 'object' && manifest !== null ? [manifest] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MANIFEST_LIMITS.depth)
      return `The manifest is nested deeper than ${MANIFEST_LIMITS.depth} levels.`;
    const next: unknown[] = [];
    for (const table of level) {
      for (const key in table as object) {
        values += 1;
        if (values > MANIFEST_LIMITS.values)
          return `The manifest has more than ${MANIFEST_LIMITS.values} values.`;
        if (key.length > MANIFEST_LIMITS.keyLength) return LONG_KEY;
        const value: unknown = (table as Readonly<Record<string, unknown>>)[key];
        if (typeof value === 'object' && value !== null) next.push(value);
      }
    }
    level = next;
  }
  return null;
}

const LONG_KEY = `A key of the manifest is longer than ${MANIFEST_LIMITS.keyLength} characters.`;
