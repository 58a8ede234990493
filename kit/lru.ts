/** A map of at most `max` entries; when it is full, the entry that was used longest ago makes room. */
export interface Lru<K, V> {
  readonly get: (key: K) => V | undefined;
  readonly set: (key: K, value: V) => void;
  readonly size: () => number;
}

/** An empty bounded map. `max` is at least 1. */
export function createLru<K, V>(max: number): Lru<K, V> {
  // A Map iterates in order of insertion, so its first key is the oldest once every use re-inserts.
  const entries = new Map<K, V>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size <= max) return;
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    },
    size: () => entries.size,
  };
}
