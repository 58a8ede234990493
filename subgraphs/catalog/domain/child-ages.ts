import type { ChildAgeBand } from './content.ts';
import type { ReadValue } from './content-input.ts';
import { ADULT_AGE } from './terms.ts';

const OLDEST_CHILD = ADULT_AGE - 1;
/** One band for each age. */
const MOST_BANDS = ADULT_AGE;
const MOST_CHILDREN = 100;

/** Bands as they are kept, youngest first, or the first thing that is wrong with them. */
export function readChildAgeBands(given: readonly ChildAgeBand[]): ReadValue<readonly ChildAgeBand[]> {
  if (given.length > MOST_BANDS) return { mistake: `There are at most ${MOST_BANDS} age bands.` };
  if (!given.every(({ from, to }) => from >= 0 && from <= to && to <= OLDEST_CHILD))
    return {
      mistake: `The ages of a band are 0 to ${OLDEST_CHILD} whole years, the youngest not above the oldest.`,
    };
  if (!given.every(({ limit }) => limit >= 0 && limit <= MOST_CHILDREN))
    return { mistake: `A unit takes 0 to ${MOST_CHILDREN} children of an age band.` };
  const bands = given.map(({ from, to, limit }) => ({ from, to, limit })).sort((a, b) => a.from - b.from);
  const twice = bands.find(({ from }, at) => from <= (bands[at - 1]?.to ?? -1));
  if (twice) return { mistake: `Age bands must not overlap: age ${twice.from} is in two of them.` };
  return { value: bands };
}

/**
 * How many children one unit takes, whatever their ages; null for no limit. Bands that cover every age bound the number of
 * children by their limits together. What a single band allows is not checked: a booking has no ages of children
 * (docs/interface/catalog.md#party).
 */
export function mostChildren(maxChildren: number | null, bands: readonly ChildAgeBand[]): number | null {
  const ages = bands.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (ages < ADULT_AGE) return maxChildren;
  const limits = bands.reduce((sum, { limit }) => sum + limit, 0);
  return Math.min(maxChildren ?? limits, limits);
}
