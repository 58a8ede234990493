import { LRUCache } from 'lru-cache';

/** Notifications about changes to cached values, from any process. */
export interface Changes<Changed> {
  /** Calls back with the changed item; null if anything may have changed. */
  readonly listen: (changed: (what: Changed | null) => void) => Promise<void>;
  /** True if every change up to about now has arrived. */
  readonly isCurrent: () => boolean;
}

/** Values by key, each cached until it changes. */
export interface Remembered<Value> {
  /** Returns the key's value, calling `lookUp` if it isn't cached. Missing values are never cached. */
  readonly get: (key: string, lookUp: () => Promise<Value | null>) => Promise<Value | null>;
  /** Drops everything: for callers who made a change and can't wait for its notification. */
  readonly forget: () => void;
}

/**
 * Caches values in this process, dropping the least recently used first. While change notifications are
 * missing or unavailable, each call looks up its value.
 */
export function createRemembered<Value extends object, Changed>({
  max,
  changes,
  isOf,
  mayKeep = () => true,
}: {
  readonly max: number;
  readonly changes: Changes<Changed> | undefined;
  /** True if the change affects the value. */
  readonly isOf: (value: Value, changed: Changed) => boolean;
  /** True if the value can be cached until it changes; checked after each lookup and each hit. */
  readonly mayKeep?: (value: Value) => boolean;
}): Remembered<Value> {
  const known = new LRUCache<string, Value>({ max });
  let hears: 'nothing' | 'soon' | 'changes' = 'nothing';
  /** Increases with each change, so that a lookup begun before it isn't cached. */
  let generation = 0;

  const forget = (changed: Changed | null): void => {
    generation += 1;
    if (changed === null) known.clear();
    else for (const [key, value] of known) if (isOf(value, changed)) known.delete(key);
  };
  const listen = async ({ listen: start }: Changes<Changed>): Promise<void> => {
    hears = 'soon';
    hears = await start(forget).then(
      () => 'changes' as const,
      () => 'nothing' as const, // the next request retries
    );
  };
  const isCurrent = (): boolean => {
    if (!changes) return false;
    if (hears === 'nothing') void listen(changes);
    return hears === 'changes' && changes.isCurrent();
  };

  return {
    async get(key, lookUp) {
      const current = isCurrent();
      const remembered = current && known.get(key);
      if (remembered && mayKeep(remembered)) return remembered;
      const before = generation;
      const value = await lookUp();
      if (value && current && before === generation && mayKeep(value)) known.set(key, value);
      return value;
    },
    forget: () => forget(null),
  };
}
