import type { SoldUnitType, StorefrontModel } from './model.ts';

/** A unit type's objects, numbers and short texts, apart from its nights and the host's longer texts. */
const FIXED = 4_000;

const sizes = new WeakMap<SoldUnitType, number>();

/** A storefront's approximate bytes in memory. Skips unchanged unit types. */
export const sizeOf = ({ unitTypes }: StorefrontModel): number =>
  unitTypes.reduce((sum, sold) => {
    const size = sizes.get(sold) ?? sizeOfUnitType(sold);
    sizes.set(sold, size);
    return sum + size;
  }, 0);

function sizeOfUnitType({ calendar, written }: SoldUnitType): number {
  const nights = Object.values(calendar).reduce(
    (sum, array) => sum + (ArrayBuffer.isView(array) ? array.byteLength : 0),
    0,
  );
  const own = JSON.stringify(written.unitType).length;
  return FIXED + nights + own + COPIES * (own + lengthOf(written.property));
}

/** A property's texts are in the content and the search texts of each of its unit types. */
const COPIES = 2;

const lengths = new WeakMap<object, number>();

function lengthOf(written: object): number {
  const length = lengths.get(written) ?? JSON.stringify(written).length;
  lengths.set(written, length);
  return length;
}
