import { expect, test } from 'vitest';
import { halved, overLimits } from '#subgraphs/catalog/stays/domain/hold-limits.ts';

test.each([
  [
    { maxHoldsPerGuest: 10, maxHeldNights: 200 },
    { maxHoldsPerGuest: 5, maxHeldNights: 100 },
  ],
  [
    { maxHoldsPerGuest: 5, maxHeldNights: 21 },
    { maxHoldsPerGuest: 2, maxHeldNights: 10 },
  ],
  [
    { maxHoldsPerGuest: 1, maxHeldNights: 1 },
    { maxHoldsPerGuest: 1, maxHeldNights: 1 },
  ],
])('halving the limits %j gives %j', (limits, half) => {
  expect(halved(limits)).toEqual(half);
});

test.each([
  [4, 90, 10, []],
  [5, 90, 10, ['hold_limit_guest']],
  [4, 91, 10, ['hold_limit_agent']],
  [0, 0, 101, ['hold_limit_agent']],
])(
  '%i holds and %i unit-nights plus %i more exceed the halved limits: %j',
  (guestHolds, agentNights, more, codes) => {
    const unpaid = { guestHolds, agentNights, guestUntil: null, agentUntil: null };
    const limits = halved({ maxHoldsPerGuest: 10, maxHeldNights: 200 });
    expect(overLimits(more, unpaid, limits).map(({ code }) => code)).toEqual(codes);
  },
);
