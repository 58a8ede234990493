/** Choices that look random but are the same on every machine. */
export interface Chance {
  /** A whole number from `from` to `to`, both included. */
  readonly whole: (from: number, to: number) => number;
  /** True this often, in percent. */
  readonly percent: (share: number) => boolean;
  readonly pick: <T>(options: readonly [T, ...T[]]) => T;
}

/** Returns a generator of numbers from 0 up to, not including, 1: the same ones for a seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function chanceOf(seed: number): Chance {
  const next = seededNumbers(seed);
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    whole,
    percent: (share) => next() * 100 < share,
    pick: (options) => options[whole(0, options.length - 1)] ?? options[0],
  };
}
