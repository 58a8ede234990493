/** Failures within the window that take a theme off the site. */
export const MOST_FAILURES = 20;
const WINDOW_MS = 10 * 60_000;

/** Returns the times of a theme's failures within the last ten minutes, after another one. */
export const failuresAfter = (failures: readonly number[], now: Date): readonly number[] =>
  [...failures.filter((at) => at > now.getTime() - WINDOW_MS), now.getTime()].slice(-MOST_FAILURES);

/** True if a theme failed so often that its pages are unpublished. */
export const failsTooOften = (failures: readonly number[]): boolean => failures.length >= MOST_FAILURES;
