import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate, type Charged, surchargesOf } from '#subgraphs/catalog/domain/fees-and-taxes.ts';
import { FEE_BASES, type Fee, type FeeBasis, type Tax } from '#subgraphs/catalog/domain/terms.ts';

const LINE: Charged = { accommodation: 30_000, units: 1, adults: 2, guests: 3 };
const fee = (basis: FeeBasis, amount: number, taxable = false): Fee => ({
  id: 1,
  name: 'Fee',
  basis,
  amount,
  taxable,
});
const percent = (basisPoints: number, inclusive = false): Tax => ({
  id: 1,
  name: 'VAT',
  inclusive,
  kind: 'percent',
  basisPoints,
});
const perAdult = (amount: number): Tax => ({
  id: 2,
  name: 'City tax',
  inclusive: false,
  kind: 'per_adult_per_night',
  amount,
});

describe('Mandatory fees', () => {
  test.each<[FeeBasis, number]>([
    ['per_stay', 500],
    ['per_night', 3 * 500],
    ['per_unit_per_stay', 3 * 500],
    ['per_guest_per_night', 3 * 7 * 500],
  ])('a fee %s over two lines of one stay is %i', (basis, amount) => {
    const lines = [LINE, { ...LINE, units: 2, adults: 4, guests: 4 }];
    const { fees } = surchargesOf({ fees: [fee(basis, 500)], taxes: [] }, 3, lines);
    expect(fees.map((charged) => charged.amount)).toEqual([amount]);
  });
});

describe('Taxes', () => {
  test('a percent tax is charged on the accommodation and on taxable fees', () => {
    const fees = [fee('per_stay', 1_000, true), fee('per_stay', 9_999, false)];
    const { taxes } = surchargesOf({ fees, taxes: [percent(770)] }, 3, [LINE]);
    expect(taxes.map((tax) => tax.amount)).toEqual([2_387]);
  });

  test('a fixed tax counts adults and nights, not children', () => {
    const { taxes } = surchargesOf({ fees: [], taxes: [perAdult(250)] }, 3, [LINE]);
    expect(taxes.map((tax) => tax.amount)).toEqual([3 * 2 * 250]);
  });

  test('a tax inside the rate is never added', () => {
    expect(surchargesOf({ fees: [], taxes: [percent(770, true)] }, 3, [LINE]).taxes).toEqual([]);
  });

  test('a tax is rounded once, half away from zero', () => {
    const lines = [15, 15, 15].map((accommodation) => ({ ...LINE, accommodation }));
    const { taxes } = surchargesOf({ fees: [], taxes: [percent(1_000)] }, 1, lines);
    expect(taxes.map((tax) => [tax.amount, tax.perLine])).toEqual([[5, [2, 2, 1]]]);
  });
});

describe('Sharing an amount by largest remainder', () => {
  test.each([
    [10, [1, 1, 1], [4, 3, 3]],
    [7, [2, 1, 1], [3, 2, 2]],
    [1, [1, 9], [0, 1]],
    [5, [0, 0], [3, 2]],
    [0, [3, 4], [0, 0]],
    [9, [9], [9]],
  ])('%i by %j is %j', (amount, shares, parts) => {
    expect(allocate(amount, shares)).toEqual(parts);
  });

  test('the parts sum to the amount and each is within one of its exact share', () => {
    const shares = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), shares, (amount, list) => {
        const parts = allocate(amount, list);
        const total = list.reduce((sum, share) => sum + BigInt(share), 0n);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
        for (const [index, part] of parts.entries()) {
          expect(part).toBeGreaterThanOrEqual(0);
          if (total === 0n) continue;
          const off = BigInt(part) * total - BigInt(amount) * BigInt(list[index] ?? 0);
          expect(off < total && off > -total).toBe(true);
        }
      }),
    );
  });

  test('shares of every tax sum to it for any fees and taxes', () => {
    const line = fc.record({
      accommodation: fc.integer({ min: 0, max: 10_000_000 }),
      units: fc.integer({ min: 1, max: 9 }),
      adults: fc.integer({ min: 1, max: 9 }),
      guests: fc.integer({ min: 1, max: 18 }),
    });
    const fees = fc.array(
      fc
        .tuple(fc.constantFrom(...FEE_BASES), fc.integer({ min: 0, max: 99_999 }), fc.boolean())
        .map((args) => fee(...args)),
    );
    const taxes = fc.array(
      fc.oneof(
        fc.integer({ max: 3_000, min: 0 }).map((points) => percent(points)),
        fc.nat(999).map(perAdult),
      ),
    );
    fc.assert(
      fc.property(
        fees,
        taxes,
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 60 }),
        (f, t, l, nights) => {
          for (const tax of surchargesOf({ fees: f, taxes: t }, nights, l).taxes) {
            expect(tax.perLine).toHaveLength(l.length);
            expect(tax.perLine.reduce((sum, part) => sum + part, 0)).toBe(tax.amount);
          }
        },
      ),
    );
  });
});
