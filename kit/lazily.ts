/** Something that is made when it is first asked for. */
export interface Lazy<T> {
  readonly get: () => T;
  /** What was made so far; null for nothing. */
  readonly made: () => T | null;
  /** Makes another in its place. */
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
