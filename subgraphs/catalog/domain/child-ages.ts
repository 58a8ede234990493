import type { ChildAgeBand } from './content.ts';
import type { ReadValue } from './content-input.ts';

/** Guests from this age on are adults; children's ages aren't known. */
export const ADULT_AGE = 18;

const OLDEST_CHILD = ADULT_AGE - 1;
/** One band per age. */
const MOST_BANDS = ADULT_AGE;
const MOST_CHILDREN = 100;

/** Normalizes bands, youngest first, or returns the first error. */
export function readChildAgeBands(given: readonly ChildAgeBand[]): ReadValue<readonly ChildAgeBand[]> {
  if (given.length > MOST_BANDS) return { mistake: `Set at most ${MOST_BANDS} age bands.` };
  if (!given.every(({ from, to }) => from >= 0 && from <= to && to <= OLDEST_CHILD))
    return {
      mistake: `A band’s ages must be whole years from 0 to ${OLDEST_CHILD}, and the youngest can’t be above the oldest.`,
    };
  if (!given.every(({ limit }) => limit >= 0 && limit <= MOST_CHILDREN))
    return { mistake: `A unit can take 0 to ${MOST_CHILDREN} children in an age band.` };
  const bands = given.map(({ from, to, limit }) => ({ from, to, limit })).sort((a, b) => a.from - b.from);
  const twice = bands.find(({ from }, at) => from <= (bands[at - 1]?.to ?? -1));
  if (twice) return { mistake: `Age bands must not overlap: age ${twice.from} is in two of them.` };
  return { value: bands };
}

/**
 * Maximum number of children in one unit, regardless of age; null for no limit. Bands that cover every age
 * limit the number of children by their sum. A single band's limit is checked once the ages are known
 * (docs/interface/catalog.md#party).
 */
export function mostChildren(maxChildren: number | null, bands: readonly ChildAgeBand[]): number | null {
  const ages = bands.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (ages < ADULT_AGE) return maxChildren;
  const limits = bands.reduce((sum, { limit }) => sum + limit, 0);
  return Math.min(maxChildren ?? limits, limits);
}

/** The reason children don't fit: there are too many in one age band, or a child counts as an adult here. */
export type AgeFault =
  | { readonly kind: 'too_many'; readonly band: ChildAgeBand; readonly limit: number }
  | { readonly kind: 'adult'; readonly age: number };

/**
 * The first problem with the children's ages in `units` units; null if they fit, if ages are unknown, or if
 * the host set no bands. A guest outside every band is an adult.
 */
export function ageFault(
  bands: readonly ChildAgeBand[],
  units: number,
  ages: readonly number[],
): AgeFault | null {
  if (bands.length === 0) return null;
  const isIn = (age: number) => (band: ChildAgeBand) => band.from <= age && age <= band.to;
  const adult = ages.find((age) => !bands.some(isIn(age)));
  if (adult !== undefined) return { kind: 'adult', age: adult };
  const full = bands.find((band) => ages.filter((age) => isIn(age)(band)).length > band.limit * units);
  return full ? { kind: 'too_many', band: full, limit: full.limit * units } : null;
}
