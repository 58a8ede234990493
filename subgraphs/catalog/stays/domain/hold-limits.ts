import type { Problem } from './problems.ts';

/** Limits for unpaid holds on a storefront. */
export interface HoldLimits {
  /** Holds per guest. */
  readonly maxHoldsPerGuest: number;
  /** Unit-nights per agent: per address, and per profile. */
  readonly maxHeldNights: number;
}

/** A guest's and an agent's unpaid holds on a storefront. */
export interface UnpaidHolds {
  readonly guestHolds: number;
  /** The time at which the guest's first hold ends; null without holds. */
  readonly guestUntil: Date | null;
  /** Unit-nights for the address or the profile, whichever has more. */
  readonly agentNights: number;
  readonly agentUntil: Date | null;
}

/**
 * Halves each limit, with a minimum of one: applies while unpaid agent holds occupy more than a quarter of a
 * storefront's units.
 */
export const halved = ({ maxHoldsPerGuest, maxHeldNights }: HoldLimits): HoldLimits => ({
  maxHoldsPerGuest: half(maxHoldsPerGuest),
  maxHeldNights: half(maxHeldNights),
});

const half = (limit: number): number => Math.max(1, Math.floor(limit / 2));

/**
 * The limits that prevent holding `nights` more unit-nights (docs/interface/checkout.md#hold-limits); empty
 * if the hold is allowed.
 */
export function overLimits(nights: number, unpaid: UnpaidHolds, limits: HoldLimits): Problem[] {
  const { guestHolds, guestUntil, agentNights, agentUntil } = unpaid;
  const about = { line: null, nearest: [] } as const;
  return [
    ...(guestHolds >= limits.maxHoldsPerGuest
      ? [
          {
            ...about,
            code: 'hold_limit_guest' as const,
            limit: limits.maxHoldsPerGuest,
            held: guestHolds,
            until: guestUntil,
          },
        ]
      : []),
    ...(agentNights + nights > limits.maxHeldNights
      ? [
          {
            ...about,
            code: 'hold_limit_agent' as const,
            limit: limits.maxHeldNights,
            held: agentNights,
            until: agentUntil,
            wanted: nights,
          },
        ]
      : []),
  ];
}
