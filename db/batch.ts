import type { SubgraphContext } from './context.ts';

/** Keys gathered in one tick. */
interface Gathered<Key, Value> {
  readonly keys: Set<Key>;
  readonly loaded: Promise<ReadonlyMap<Key, Value>>;
}

/**
 * Creates a lookup by key that gathers the keys requested in the same tick and loads them with one call, so a
 * list of references costs one statement.
 */
export function batch<Key, Value>(
  load: (ctx: SubgraphContext, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (ctx: SubgraphContext, key: Key) => Promise<Value | undefined> {
  const lookUp = batchWith<null, Key, Value>((ctx, _args, keys) => load(ctx, keys));
  return (ctx, key) => lookUp(ctx, null, key);
}

/**
 * Does the same for fields with arguments: keys requested with the same arguments are loaded together.
 * Arguments are compared as JSON.
 */
export function batchWith<Args, Key, Value>(
  load: (ctx: SubgraphContext, args: Args, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (ctx: SubgraphContext, args: Args, key: Key) => Promise<Value | undefined> {
  const open = new WeakMap<SubgraphContext, Map<string, Gathered<Key, Value>>>();
  return async (ctx, args, key) => {
    const byArgs = open.get(ctx) ?? new Map<string, Gathered<Key, Value>>();
    open.set(ctx, byArgs);
    const name = JSON.stringify(args);
    const gathered =
      byArgs.get(name) ??
      gather(
        () => byArgs.delete(name),
        (keys) => load(ctx, args, keys),
      );
    byArgs.set(name, gathered);
    gathered.keys.add(key);
    return (await gathered.loaded).get(key);
  };
}

function gather<Key, Value>(
  close: () => void,
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): Gathered<Key, Value> {
  const keys = new Set<Key>();
  const loaded = Promise.resolve().then(() => {
    close();
    return load([...keys]);
  });
  return { keys, loaded };
}
