import { LRUCache } from 'lru-cache';
import type { Changes } from './changes.ts';
import { OLDEST_SERVED_MS, openOrKept } from './while-away.ts';

/** Maximum number of cached storefronts; the least recently used ones are dropped. */
const KEPT = 10_000;

/**
 * Opens a cache with one value per storefront, so that page views don't query PostgreSQL for it. A change to
 * a storefront, from any process, reloads that storefront's value; a change to a property doesn't. The
 * returned function returns a cached value without a promise.
 */
export function keepByStorefront<Value>(
  changes: Changes,
  read: (storefrontId: number) => Promise<Value>,
): (storefrontId: number) => Value | Promise<Value> {
  const reading = new Map<number, Promise<Value>>();
  const found = new LRUCache<number, { readonly value: Value }>({ max: KEPT });
  /** Values from before the last change: served a little longer while the database is unreachable. */
  const kept = new LRUCache<number, { readonly value: Value }>({ max: KEPT, ttl: OLDEST_SERVED_MS });
  const orKept = openOrKept();
  changes.hear({
    onStorefront: (id, propertyId) => propertyId === null && forget(id),
    onGap: () => void [...found.keys(), ...reading.keys()].forEach(forget),
  });

  function forget(id: number): void {
    const known = found.get(id);
    if (known) kept.set(id, known);
    found.delete(id);
    reading.delete(id);
  }

  function look(id: number): Promise<Value> {
    const under = reading.get(id);
    if (under !== undefined) return under;
    const looked = changes
      .listening()
      .then(() => read(id))
      .then((value) => {
        // Otherwise the entry was dropped during the read, and the next call reads the value again.
        if (reading.get(id) === looked) found.set(id, { value });
        return value;
      })
      .finally(() => {
        if (reading.get(id) === looked) reading.delete(id);
      });
    reading.set(id, looked);
    return looked;
  }

  return (id) => {
    const known = found.get(id);
    if (known) return known.value;
    return orKept(
      () => look(id),
      () => kept.get(id)?.value,
    );
  };
}
