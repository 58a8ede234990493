import { expect, test } from 'vitest';
import { allocate, formatMoney } from '#kit/money.ts';
import { seededTest, tries } from '../support/seeded.ts';

test.each([
  [0, 'USD', 'USD 0.00'],
  [5, 'USD', 'USD 0.05'],
  [99_999, 'USD', 'USD 999.99'],
  [100_000, 'USD', 'USD 1,000.00'],
  [123_456_789_012, 'USD', 'USD 1,234,567,890.12'],
  [-1_234_567, 'USD', 'USD -12,345.67'],
  [999, 'JPY', 'JPY 999'],
  [12_000, 'JPY', 'JPY 12,000'],
  [1_234_567, 'KWD', 'KWD 1,234.567'],
])('%i %s is shown as %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text);
});

// Case Money 3: the shares of -n are the negated shares of n.
test.each([
  [-10_000, [1, 1, 1], [-3334, -3333, -3333]],
  [-1000, [1, 1, 1], [-334, -333, -333]],
  [-10_001, [20_000, 10_000], [-6667, -3334]],
  [2988, [23_900, -5975], [3984, -996]],
  [7, [10, 10, -10], [7, 7, -7]],
  [10, [-1, -1, -1], [4, 3, 3]],
])('%i is divided by %j into %j', (amount, shares, parts) => {
  expect(allocate(amount, shares)).toEqual(parts);
});

seededTest(
  'parts sum to the amount, are within one of their exact share, and are negated for the opposite amount',
  async (chance) => {
    for (let round = 0; round < tries(4000); round += 1) {
      const amount = chance.below(200_000) - 100_000;
      const shares = Array.from({ length: 1 + chance.below(6) }, () => chance.below(2000) - 500);
      const whole = shares.reduce((sum, share) => sum + share, 0);
      const parts = allocate(amount, shares);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
      expect(allocate(-amount, shares).map((part) => 0 - part)).toEqual(parts.map((part) => 0 + part));
      if (whole === 0) continue;
      for (const [place, part] of parts.entries()) {
        const distance = BigInt(part) * BigInt(whole) - BigInt(amount) * BigInt(shares[place] ?? 0);
        expect(Math.abs(Number(distance))).toBeLessThan(Math.abs(whole));
      }
    }
  },
);
