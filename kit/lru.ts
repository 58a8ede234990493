/** A map of bounded weight; when it is full, the entries that were used longest ago make room. */
export interface Lru<K, V> {
  readonly get: (key: K) => V | undefined;
  /** Keeps the value, unless it alone weighs more than the whole map may. */
  readonly set: (key: K, value: V) => void;
  readonly size: () => number;
  /** What all entries weigh together: never more than `max`. */
  readonly weight: () => number;
}

/**
 * An empty bounded map. `max` is at least 1. Without `weigh` every entry weighs 1, so `max` is a number of entries; what
 * `weigh` answers for a value must never change while the value is kept.
 */
export function createLru<K, V>(max: number, weigh: (value: V, key: K) => number = () => 1): Lru<K, V> {
  // A Map iterates in order of insertion, so its first key is the oldest once every use re-inserts.
  const entries = new Map<K, V>();
  let total = 0;

  const remove = (key: K, value: V) => {
    entries.delete(key);
    total -= weigh(value, key);
  };

  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      const known = entries.get(key);
      if (known !== undefined) remove(key, known);
      if (weigh(value, key) > max) return;
      entries.set(key, value);
      total += weigh(value, key);
      for (const [oldestKey, oldest] of entries) {
        if (total <= max) return;
        remove(oldestKey, oldest);
      }
    },
    size: () => entries.size,
    weight: () => total,
  };
}
