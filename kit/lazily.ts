/** A value created on first use. */
export interface Lazy<T> {
  readonly get: () => T;
  /** Returns the current value; null if it hasn't been created. */
  readonly made: () => T | null;
  /** Replaces it with a new value. */
  readonly again: () => void;
}

export function lazily<T extends object>(make: () => T): Lazy<T> {
  let made: T | null = null;
  return {
    get() {
      made ??= make();
      return made;
    },
    made: () => made,
    again() {
      made = make();
    },
  };
}
