import type { AppBilling } from '#manifest/vocabulary.ts';

/** Descriptions of an app's pricing. */
export const PRICING: Readonly<Record<AppBilling, string>> = {
  free: 'Free',
  external: 'Billed by its developer',
  platform: 'Billed by the platform',
};

/** Rounds an install count down to 10, 50, 100, 500 and so on; 0 below 10, which could identify teams. */
export function roundedInstalls(count: number): number {
  if (count < 10) return 0;
  const magnitude = 10 ** (String(Math.trunc(count)).length - 1);
  return count >= 5 * magnitude ? 5 * magnitude : magnitude;
}

/** Fewer responses aren't representative. */
const FEWEST_ANSWERS = 20;

/** Returns the median time in whole milliseconds; null for fewer than 20 responses. */
export function medianAnswer(times: readonly number[]): number | null {
  if (times.length < FEWEST_ANSWERS) return null;
  const sorted = times.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [below = 0, above = 0] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]];
  return Math.round((below + above) / 2);
}
