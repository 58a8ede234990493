import type { Problem } from './problems.ts';

/** How much may sit in unpaid holds at a storefront. */
export interface HoldLimits {
  /** Holds of one guest. */
  readonly maxHoldsPerGuest: number;
  /** Unit-nights of one agent: of one address, and of one profile. */
  readonly maxHeldNights: number;
}

/** What a guest and an agent hold unpaid at a storefront. */
export interface UnpaidHolds {
  readonly guestHolds: number;
  /** When the next of them ends; null if there is none. */
  readonly guestUntil: Date | null;
  /** Unit-nights, of the address or the profile, whichever has more. */
  readonly agentNights: number;
  readonly agentUntil: Date | null;
}

/** Half of each limit, at least one: in force while unpaid agent holds occupy more than a quarter of a storefront's units. */
export const halved = ({ maxHoldsPerGuest, maxHeldNights }: HoldLimits): HoldLimits => ({
  maxHoldsPerGuest: half(maxHoldsPerGuest),
  maxHeldNights: half(maxHeldNights),
});

const half = (limit: number): number => Math.max(1, Math.floor(limit / 2));

/** What keeps `nights` more unit-nights from being held (docs/interface/checkout.md#hold-limits); empty where nothing does. */
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
