import type { IslandContext } from '#db/context.ts';

/**
 * A look-up by key that gathers the keys one request asks for in the same tick and loads them with one call, so that a
 * list of references costs one statement.
 */
export function batch<Key, Value>(
  load: (ctx: IslandContext, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (ctx: IslandContext, key: Key) => Promise<Value | undefined> {
  const gathered = new WeakMap<IslandContext, { keys: Set<Key>; loaded: Promise<ReadonlyMap<Key, Value>> }>();
  return async (ctx, key) => {
    let open = gathered.get(ctx);
    if (!open) {
      const keys = new Set<Key>();
      const loaded = Promise.resolve().then(() => {
        gathered.delete(ctx);
        return load(ctx, [...keys]);
      });
      open = { keys, loaded };
      gathered.set(ctx, open);
    }
    open.keys.add(key);
    return (await open.loaded).get(key);
  };
}
