/** Any JSON object in a response under construction. */
export type Json = Record<string, unknown>;

/**
 * Merges a fetch's data into existing data, as Apollo's executor does: objects by key, lists with equal
 * lengths item by item, other values replace. With `copy`, the result shares no objects with `source`, so the
 * data can be used in several places.
 */
export function merge(target: Json, source: Json, copy: boolean): void {
  for (const key in source) {
    const incoming = source[key];
    // A JSON scalar parsed from the wire can have a key `__proto__`; following it would modify every object.
    if (incoming === undefined || key === '__proto__') continue;
    const existing = target[key];
    if (existing && isObject(incoming)) merge(existing as Json, incoming, copy);
    else if (Array.isArray(incoming) && Array.isArray(existing) && incoming.length === existing.length) {
      mergeItems(existing, incoming, copy);
    } else target[key] = copy ? copyOf(incoming) : incoming;
  }
}

function mergeItems(target: unknown[], source: readonly unknown[], copy: boolean): void {
  for (let i = 0; i < source.length; i++) {
    const existing = target[i];
    const incoming = source[i];
    if (isObject(existing) && isObject(incoming)) merge(existing, incoming, copy);
    else target[i] = copy ? copyOf(incoming) : incoming;
  }
}

function copyOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
