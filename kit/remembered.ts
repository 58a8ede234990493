import { LRUCache } from 'lru-cache';

/** How changes of what is remembered are heard, whichever process makes them. */
export interface Changes<Changed> {
  /** Calls back with what changed; null for anything. */
  readonly listen: (changed: (what: Changed | null) => void) => Promise<void>;
  /** Whether every change up to about now was heard. */
  readonly isCurrent: () => boolean;
}

/** Values by key, each remembered until a change of it is heard. */
export interface Remembered<Value> {
  /** The value of this key; it is looked up where it is not remembered. What `lookUp` does not find is never remembered. */
  readonly get: (key: string, lookUp: () => Promise<Value | null>) => Promise<Value | null>;
  /** Drops everything: for who changed something and cannot wait to hear of it. */
  readonly forget: () => void;
}

/**
 * Remembers values in this process, the least recently used being dropped first. While changes are not heard, or there is nothing
 * to hear them by, each is looked up every time.
 */
export function createRemembered<Value extends object, Changed>({
  max,
  changes,
  isOf,
  mayKeep = () => true,
}: {
  readonly max: number;
  readonly changes: Changes<Changed> | undefined;
  /** Whether this change is one of the value. */
  readonly isOf: (value: Value, changed: Changed) => boolean;
  /** Whether the value is good until it changes, when it is found and each time it is asked for. */
  readonly mayKeep?: (value: Value) => boolean;
}): Remembered<Value> {
  const known = new LRUCache<string, Value>({ max });
  let hears: 'nothing' | 'soon' | 'changes' = 'nothing';
  /** Increases with each change: what was read meanwhile may be older. */
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
      () => 'nothing' as const, // the next request tries again
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
