import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taxBasisPoints, taxPercent, taxRate } from '#subgraphs/catalog/rates/domain/tax-rate.ts';

test.each([
  [{ percent: 9.975, basisPoints: 998 }, 9.975, null],
  [{ percent: 8.1, basisPoints: 810 }, 8.1, 810],
  [{ percent: 0, basisPoints: 0 }, 0, 0],
  [{ percent: 0.004, basisPoints: 0 }, 0.004, null],
  [{ percent: 100, basisPoints: 10_000 }, 100, 10_000],
  [{ percent: null, basisPoints: null }, null, null],
])('the columns %j mean %s percent and %s basis points', (columns, percent, basisPoints) => {
  expect([taxPercent(columns), taxBasisPoints(columns)]).toEqual([percent, basisPoints]);
});

test.each([
  [{ percent: null, basisPoints: 810 }, 8.1],
  [{ percent: 9.975, basisPoints: 810 }, 8.1],
])('basis points written by the previous release apply: %j', (columns, percent) => {
  expect(taxPercent(columns)).toBe(percent);
});

test('every rate with three decimals is read as it was written', () => {
  fc.assert(
    fc.property(fc.nat(100_000), (rate) => {
      expect(taxRate({ percent: rate / 1_000, basisPoints: Math.round(rate / 10) })).toBe(rate);
    }),
  );
});
