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

function sizeOfUnitType({ calendar, description, content, photos, searched }: SoldUnitType): number {
  const nights = Object.values(calendar).reduce(
    (sum, array) => sum + (ArrayBuffer.isView(array) ? array.byteLength : 0),
    0,
  );
  const written = JSON.stringify([description, content, photos, searched]).length;
  return FIXED + nights + written;
}
