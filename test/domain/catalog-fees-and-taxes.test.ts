import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate, basisPointsOf, divideHalfAwayFromZero, thousandthsOf } from '#kit/money.ts';
import { ADULT_AGE } from '#subgraphs/catalog/domain/child-ages.ts';
import { type Charged, surchargesOf } from '#subgraphs/catalog/rates/domain/fees-and-taxes.ts';
import { FEE_BASES, type Fee, type FeeBasis, type Tax } from '#subgraphs/catalog/rates/domain/terms.ts';

const LINE: Charged = { accommodation: 30_000, units: 1, adults: 2, guests: 3, nightly: () => null };
const ALWAYS = { collect: 'booking', validFrom: null, validUntil: null } as const;
/** A stay from day 100 for some nights. */
const stayOf = (nights: number) => ({ checkIn: 100, checkOut: 100 + nights });
const fee = (basis: FeeBasis, amount: number, taxable = false): Fee => ({
  ...ALWAYS,
  id: 1,
  name: 'Fee',
  basis,
  amount,
  taxable,
});
const percent = (basisPoints: number, inclusive = false): Tax => ({
  maxNights: null,
  ...ALWAYS,
  id: 1,
  name: 'VAT',
  inclusive,
  kind: 'percent',
  rate: basisPoints * 10,
});
const perAdult = (amount: number, exemptUnderAge: number = ADULT_AGE): Tax => ({
  ...ALWAYS,
  id: 2,
  name: 'City tax',
  inclusive: false,
  maxNights: null,
  kind: 'per_guest_per_night',
  amount,
  exemptUnderAge,
});

describe('Mandatory fees', () => {
  test.each<[FeeBasis, number]>([
    ['per_stay', 500],
    ['per_night', 3 * 500],
    ['per_unit_per_stay', 3 * 500],
    ['per_guest_per_night', 3 * 7 * 500],
  ])("a %s fee over a stay's two lines is %i", (basis, amount) => {
    const lines = [LINE, { ...LINE, units: 2, adults: 4, guests: 4 }];
    const { fees } = surchargesOf({ fees: [fee(basis, 500)], taxes: [] }, stayOf(3), lines);
    expect(fees.map((charged) => charged.amount)).toEqual([amount]);
  });
});

describe('Taxes', () => {
  test('a percent tax applies to the accommodation and to taxable fees', () => {
    const fees = [fee('per_stay', 1_000, true), fee('per_stay', 9_999, false)];
    const { taxes } = surchargesOf({ fees, taxes: [percent(770)] }, stayOf(3), [LINE]);
    expect(taxes.map((tax) => tax.amount)).toEqual([2_387]);
  });

  test('a fixed tax counts adults and nights without children', () => {
    const { taxes } = surchargesOf({ fees: [], taxes: [perAdult(250)] }, stayOf(3), [LINE]);
    expect(taxes.map((tax) => tax.amount)).toEqual([3 * 2 * 250]);
  });

  test('a tax inside the rate is never added', () => {
    expect(surchargesOf({ fees: [], taxes: [percent(770, true)] }, stayOf(3), [LINE]).taxes).toEqual([]);
  });

  test('a tax is rounded once, half away from zero', () => {
    const lines = [15, 15, 15].map((accommodation) => ({ ...LINE, accommodation }));
    const { taxes } = surchargesOf({ fees: [], taxes: [percent(1_000)] }, stayOf(1), lines);
    expect(taxes.map((tax) => [tax.amount, tax.perLine])).toEqual([[5, [2, 2, 1]]]);
  });
});

describe('A tax with a maximum number of nights', () => {
  test.each([
    [20, 20],
    [21, 21],
    [22, 21],
    [60, 21],
  ])('a stay of %i nights is taxed for %i nights if 21 is the maximum', (nights, taxed) => {
    const tax = { ...perAdult(100), maxNights: 21 };
    const [line] = [{ ...LINE, adults: 2 }];
    const { taxes } = surchargesOf({ fees: [], taxes: [tax] }, stayOf(nights), [line]);
    expect(taxes.map(({ amount }) => amount)).toEqual([taxed * 2 * 100]);
  });

  test("a percentage applies to the first nights' price", () => {
    const line = { ...LINE, accommodation: 20_000, nightly: () => [10_000, 5_000, 5_000] };
    const taxes = [{ ...percent(1_000), maxNights: 1 }];
    expect(surchargesOf({ fees: [], taxes }, stayOf(3), [line]).taxes[0]?.amount).toBe(1_000);
  });

  test('nights are counted from check-in wherever the tax begins', () => {
    const taxes = [{ ...perAdult(100), maxNights: 2, validFrom: 101 }];
    expect(surchargesOf({ fees: [], taxes }, stayOf(5), [LINE]).taxes[0]?.amount).toBe(2 * 100);
    const late = [{ ...perAdult(100), maxNights: 2, validFrom: 102 }];
    expect(surchargesOf({ fees: [], taxes: late }, stayOf(5), [LINE]).taxes).toEqual([]);
  });

  test('a longer stay never pays more tax than a stay of the maximum number of nights', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        fc.nat(5_000),
        (nights, most, amount) => {
          const taxes = [{ ...perAdult(amount), maxNights: most }];
          const [tax] = surchargesOf({ fees: [], taxes }, stayOf(nights), [LINE]).taxes;
          expect(tax?.amount).toBe(Math.min(nights, most) * LINE.adults * amount);
        },
      ),
    );
  });
});

describe('A rate with three decimals', () => {
  const withRate = (rate: number): Tax => ({ ...percent(0), kind: 'percent', rate });

  test.each([
    ['Québec', 9_975, 40_000, 3_990],
    ['Québec, rounded', 9_975, 12_345, 1_231],
    ['Minnesota', 6_875, 19_999, 1_375],
    ['New York', 5_875, 10_000, 588],
  ])('%s: %i thousandths of a percent of %i is %i', (_place, rate, accommodation, amount) => {
    const lines = [{ ...LINE, accommodation }];
    expect(surchargesOf({ fees: [], taxes: [withRate(rate)] }, stayOf(1), lines).taxes[0]?.amount).toBe(
      amount,
    );
  });

  test('a tax over several lines is rounded once, half away from zero, and its parts sum to it', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 10_000_000_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(amounts, fc.nat(100_000), (accommodations, rate) => {
        const lines = accommodations.map((accommodation) => ({ ...LINE, accommodation }));
        const [tax] = surchargesOf({ fees: [], taxes: [withRate(rate)] }, stayOf(2), lines).taxes;
        const whole = accommodations.reduce((sum, amount) => sum + BigInt(amount), 0n);
        expect(BigInt(tax?.amount ?? -1)).toBe((whole * BigInt(rate) * 2n + 100_000n) / 200_000n);
        expect(tax?.perLine.reduce((sum, part) => sum + part, 0)).toBe(tax?.amount);
      }),
    );
  });

  test('any percentage is rounded exactly as in big-integer arithmetic', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.nat(100_000), (amount, rate) => {
        const exact = divideHalfAwayFromZero(BigInt(amount) * BigInt(rate), 100_000n);
        expect(BigInt(thousandthsOf(amount, rate))).toBe(exact);
      }),
    );
  });
});

describe('What a charge applies to', () => {
  const from = (validFrom: number | null, validUntil: number | null) => ({ validFrom, validUntil });

  test.each<[FeeBasis, number | null, number | null, number | null]>([
    ['per_night', 101, null, 2],
    ['per_night', null, 100, 1],
    ['per_night', 90, 101, 2],
    ['per_night', 103, null, null],
    ['per_night', null, 99, null],
    ['per_guest_per_night', 102, 102, 3],
    ['per_stay', 100, 100, 1],
    ['per_stay', 101, null, null],
    ['per_unit_per_stay', null, 99, null],
  ])(
    'a %s fee from %s until %s counts %s times for three nights from day 100',
    (basis, first, last, times) => {
      const fees = [{ ...fee(basis, 10), ...from(first, last) }];
      const charged = surchargesOf({ fees, taxes: [] }, stayOf(3), [LINE]).fees;
      expect(charged.map(({ amount }) => amount)).toEqual(times === null ? [] : [10 * times]);
    },
  );

  test("a percentage applies only to its nights' share of the accommodation price", () => {
    const line = { ...LINE, accommodation: 9_000, nightly: () => [10_000, 5_000, 5_000] };
    const taxes = [{ ...percent(1_000), ...from(101, null) }];
    expect(surchargesOf({ fees: [], taxes }, stayOf(3), [line]).taxes[0]?.amount).toBe(450);
  });

  test("a percentage applies only to its nights' share of a taxable fee", () => {
    const fees = [fee('per_night', 1_000, true), fee('per_stay', 5_000, true)];
    const taxes = [{ ...percent(1_000), ...from(102, null) }];
    const [tax] = surchargesOf({ fees, taxes }, stayOf(3), [{ ...LINE, accommodation: 0 }]).taxes;
    expect(tax?.amount).toBe(100);
  });

  test('a tax rate that changes during a stay taxes every amount once', () => {
    const amounts = fc.array(fc.nat(50_000), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(amounts, fc.nat(500_000), fc.nat(20), (nightly, accommodation, change) => {
        const line = { ...LINE, accommodation, nightly: () => nightly };
        const all = { ...percent(10_000), name: 'All' };
        const [before, after] = [from(null, 100 + change - 1), from(100 + change, null)];
        const split = [before, after].map((when) => ({ ...all, ...when }));
        const stay = stayOf(nightly.length);
        const sumOf = (taxes: readonly Tax[]) =>
          surchargesOf({ fees: [], taxes }, stay, [line]).taxes.reduce((sum, { amount }) => sum + amount, 0);
        expect(sumOf(split)).toBe(sumOf([all]));
      }),
    );
  });

  test.each([
    [0, 3],
    [6, 2],
    [18, 2],
  ])('a tax that exempts guests under %i counts %i guests among two adults and a child', (age, counted) => {
    const { taxes } = surchargesOf({ fees: [], taxes: [perAdult(100, age)] }, stayOf(1), [LINE]);
    expect(taxes[0]?.amount).toBe(100 * counted);
  });
});

describe('A share of an amount in basis points', () => {
  test.each([
    [12_345, 1_000, 1_235],
    [-12_345, 1_000, -1_235],
    [12_344, 1_000, 1_234],
    [1, 4_999, 0],
    [-1, 4_999, 0],
    [1, 5_000, 1],
    [9_007_199_254_740_991, 10_000, 9_007_199_254_740_991],
  ])('%i multiplied by %i basis points is %i', (amount, points, share) => {
    expect(basisPointsOf(amount, points)).toBe(share);
  });

  test('basis points on small and large amounts are rounded exactly as in big-integer arithmetic', () => {
    const amount = fc.oneof(fc.integer(), fc.maxSafeInteger());
    fc.assert(
      fc.property(amount, fc.integer({ min: -10_000, max: 10_000 }), (of, points) => {
        const exact = divideHalfAwayFromZero(BigInt(of) * BigInt(points), 10_000n);
        expect(BigInt(basisPointsOf(of, points))).toBe(exact);
      }),
    );
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
    [-10_000, [1, 1, 1], [-3_334, -3_333, -3_333]],
    [-1_000, [1, 1, 1], [-334, -333, -333]],
    [-10_001, [20_000, 10_000], [-6_667, -3_334]],
  ])('%i divided in the proportions %j is %j', (amount, shares, parts) => {
    expect(allocate(amount, shares)).toEqual(parts);
  });

  test('the parts sum to the amount and each is within one minor unit of its exact part', () => {
    const shares = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), shares, (amount, list) => {
        const parts = allocate(amount, list);
        const total = list.reduce((sum, share) => sum + BigInt(share), 0n);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
        expect(allocate(-amount, list)).toEqual(parts.map((part) => 0 - part));
        for (const [index, part] of parts.entries()) {
          expect(part).toBeGreaterThanOrEqual(0);
          if (total === 0n) continue;
          const off = BigInt(part) * total - BigInt(amount) * BigInt(list[index] ?? 0);
          expect(off < total && off > -total).toBe(true);
        }
      }),
    );
  });

  test("every tax's parts sum to it for any fees and taxes", () => {
    const line = fc.record({
      accommodation: fc.integer({ min: 0, max: 10_000_000 }),
      units: fc.integer({ min: 1, max: 9 }),
      adults: fc.integer({ min: 1, max: 9 }),
      guests: fc.integer({ min: 1, max: 18 }),
      nightly: fc.constant(() => null),
    });
    const fees = fc.array(
      fc
        .tuple(fc.constantFrom(...FEE_BASES), fc.integer({ min: 0, max: 99_999 }), fc.boolean())
        .map((args) => fee(...args)),
    );
    const taxes = fc.array(
      fc.oneof(
        fc.integer({ max: 3_000, min: 0 }).map((points) => percent(points)),
        fc.nat(999).map((amount) => perAdult(amount)),
      ),
    );
    fc.assert(
      fc.property(
        fees,
        taxes,
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 60 }),
        (f, t, l, nights) => {
          for (const tax of surchargesOf({ fees: f, taxes: t }, stayOf(nights), l).taxes) {
            expect(tax.perLine).toHaveLength(l.length);
            expect(tax.perLine.reduce((sum, part) => sum + part, 0)).toBe(tax.amount);
          }
        },
      ),
    );
  });
});
