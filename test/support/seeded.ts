import { test } from 'vitest';
import { seededNumbers } from '#server/demo/life/chance.ts';

/** A reproducible source of randomness. */
export interface Chance {
  /** A whole number from 0 up to, not including, `below`. */
  readonly below: (below: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  readonly shuffle: <T>(values: readonly T[]) => T[];
}

/** This run's seed: `TEST_SEED`, or a new one every time. */
export const SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Multiplier for long tests' work: `TEST_EFFORT`. CI runs a fraction, the nightly several times as much. */
export const EFFORT = Number(process.env.TEST_EFFORT ?? 0.25);

/** This run's number of tries, out of `usual`. */
export const tries = (usual: number): number => Math.max(1, Math.round(usual * EFFORT));

/** A long test's timeout, out of `usualMs`. */
export const patience = (usualMs: number): number => usualMs * Math.max(1, EFFORT);

/** Randomness from a seed. */
export function chanceOf(seed: number): Chance {
  const next = seededNumbers(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T, // an index below the length
    shuffle(values) {
      const shuffled = [...values];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = below(last + 1);
        [shuffled[last], shuffled[other]] = [shuffled[other] as never, shuffled[last] as never];
      }
      return shuffled;
    },
  };
}

/** A randomized test: a failure prints its seed for repeating it. */
export function seededTest(title: string, work: (chance: Chance) => Promise<void>, timeoutMs?: number): void {
  test(title, timeoutMs === undefined ? {} : { timeout: timeoutMs }, async () => {
    try {
      await work(chanceOf(SEED));
    } catch (error) {
      if (error instanceof Error) error.message += `\n(run again with TEST_SEED=${SEED})`;
      throw error;
    }
  });
}
