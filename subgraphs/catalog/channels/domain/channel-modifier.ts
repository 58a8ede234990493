import { basisPointsOf, type Minor } from '#kit/money.ts';
import {
  LEAST_MODIFIER_BP,
  MAX_MODIFIER_AMOUNT,
  MAX_MODIFIER_ROUND,
  MOST_MODIFIER_BP,
} from '#schema/limits.ts';

/** A channel's price change: adds the percentage, then the amount, then rounds. */
export interface ChannelModifier {
  /** Basis points added. */
  readonly percentBp: number;
  readonly addMinor: Minor;
  /** Rounds to a multiple of this amount (halves round up); null for no rounding. */
  readonly roundTo: Minor | null;
}

export const NO_MODIFIER: ChannelModifier = { percentBp: 0, addMinor: 0, roundTo: null };

/** A channel's price, which is never below 0. */
export function modifiedPrice(price: Minor, { percentBp, addMinor, roundTo }: ChannelModifier): Minor {
  const modified = Math.max(0, price + basisPointsOf(price, percentBp) + addMinor);
  if (roundTo === null) return modified;
  const rest = modified % roundTo;
  return rest * 2 >= roundTo ? modified - rest + roundTo : modified - rest;
}

/** Problems with a modifier, by field; empty if it's valid. */
export function modifierFaults({
  percentBp,
  addMinor,
  roundTo,
}: ChannelModifier): readonly (readonly [field: keyof ChannelModifier, message: string])[] {
  return [
    ...(percentBp >= LEAST_MODIFIER_BP && percentBp <= MOST_MODIFIER_BP
      ? []
      : [
          [
            'percentBp',
            `A percentage must be ${LEAST_MODIFIER_BP} to ${MOST_MODIFIER_BP} basis points.`,
          ] as const,
        ]),
    ...(Math.abs(addMinor) <= MAX_MODIFIER_AMOUNT
      ? []
      : [['addMinor', `An amount can be at most ${MAX_MODIFIER_AMOUNT} minor units.`] as const]),
    ...(roundTo === null || (roundTo >= 1 && roundTo <= MAX_MODIFIER_ROUND)
      ? []
      : [['roundTo', `Round prices to 1 to ${MAX_MODIFIER_ROUND} minor units.`] as const]),
  ];
}
