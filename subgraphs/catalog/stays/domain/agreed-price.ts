import { allocate, type Minor } from '#kit/money.ts';
import type { StayPrice } from '../../rates/domain/pricing.ts';

/** The price agreed with a guest instead of the current one; exactly one field is set. */
export interface AgreedPrice {
  /** Each night's accommodation for all units, in order. */
  readonly nightly?: readonly Minor[] | null;
  /** Total, including fees and added taxes. */
  readonly total?: Minor | null;
}

/** Returns a stay's accommodation at agreed nightly prices. An agreed price has no discount. */
export function priceAt(nightly: readonly Minor[]): StayPrice & { readonly nightly: readonly Minor[] } {
  const base = nightly.reduce((sum, price) => sum + price, 0);
  return { base, discount: 0, subtotal: base, nightly };
}

/**
 * Divides an agreed total into accommodation and surcharges. `surchargesAt` returns the surcharges on given
 * nightly prices; they grow with the accommodation, so the accommodation is found by bisection. If rounding
 * leaves no exact solution, the remaining minor units are added to the accommodation without changing the
 * surcharges. If the surcharges alone exceed the total, the accommodation is 0. `weights` are the
 * nights' shares of it.
 */
export function divideTotal<Surcharged>(
  total: Minor,
  weights: readonly Minor[],
  surchargesAt: (nightly: readonly Minor[]) => Surcharged,
  sumOf: (surcharged: Surcharged) => Minor,
): { readonly nightly: readonly Minor[]; readonly surcharged: Surcharged } {
  const nightlyOf = (accommodation: Minor) => allocate(accommodation, weights);
  const totalAt = (accommodation: Minor) => accommodation + sumOf(surchargesAt(nightlyOf(accommodation)));
  let [low, high] = [0, total];
  while (low < high) {
    const middle = high - Math.floor((high - low) / 2);
    if (totalAt(middle) <= total) low = middle;
    else high = middle - 1;
  }
  const surcharged = surchargesAt(nightlyOf(low));
  return { nightly: nightlyOf(Math.max(low, total - sumOf(surcharged))), surcharged };
}
