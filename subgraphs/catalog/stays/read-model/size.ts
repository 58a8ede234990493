import type { SoldUnitType, StorefrontModel } from './model.ts';

/** Objects, numbers and short texts of a unit type, beside its nights and what a host writes at any length. */
const FIXED = 4_000;

const sizes = new WeakMap<SoldUnitType, number>();

/** Bytes that a storefront takes in memory, roughly. Unit types that stayed as they were are not looked at again. */
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
