import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extraGuests, priceStay, stayDiscount } from '#subgraphs/catalog/rates/domain/pricing.ts';
import { calendarOf, epoch, sellableOf } from './catalog-shelf.ts';

const stay = (from: number, to: number) => ({ checkIn: epoch(from), checkOut: epoch(to) });

describe('Extra guests', () => {
  test.each([
    ['no one where the party fits', 2, 1, [2, 0], [0, 0]],
    ['an adult above', 2, 1, [3, 0], [1, 0]],
    ['a child above: adults take the included places first', 2, 1, [2, 1], [0, 1]],
    ['one child included, one above', 2, 1, [1, 2], [0, 1]],
    ['adults and children above', 2, 1, [3, 2], [1, 2]],
    ['two units include twice as many', 2, 2, [3, 1], [0, 0]],
    ['none included', 0, 1, [1, 1], [1, 1]],
  ] as const)('%s', (_title, base, units, [adults, children], [extraAdults, extraChildren]) => {
    expect(extraGuests(base, units, { adults, children })).toEqual({
      adults: extraAdults,
      children: extraChildren,
    });
  });
});

describe('Length-of-stay discount', () => {
  test.each([
    [6, 1_000, 2_000, 0],
    [7, 1_000, 2_000, 1_000],
    [27, 1_000, 2_000, 1_000],
    [28, 1_000, 2_000, 2_000],
    [28, 1_000, null, 1_000],
    [28, null, 2_000, 2_000],
    [7, null, 2_000, 0],
    [28, 1_000, 0, 0],
  ])(
    '%i nights with %s for a week and %s for a month give %i basis points',
    (nights, week, month, expected) => {
      const { unitType } = sellableOf({ unitType: { weekDiscount: week, monthDiscount: month } });
      expect(stayDiscount(unitType, nights)).toBe(expected);
    },
  );
});

describe('The price of a stay', () => {
  test("a stay's price is the sum of its nights' rates", () => {
    const sold = sellableOf({
      calendar: calendarOf({ rate: 10_000 }, { 6: { rate: 15_050 }, 8: { rate: 99_999 } }),
    });
    expect(priceStay(sold, stay(5, 8), { adults: 2, children: 0 }, 1)).toEqual({
      base: 35_050,
      discount: 0,
      subtotal: 35_050,
    });
  });

  test("a stay's price is the rates multiplied by the number of units", () => {
    const sold = sellableOf({ unitType: { adultSupplement: 1_500, childSupplement: 700, maxGuests: 4 } });
    // Two units include 4 guests: among 5 adults and 2 children, one adult and two children pay for three
    // nights.
    expect(priceStay(sold, stay(5, 8), { adults: 5, children: 2 }, 2)?.base).toBe(
      2 * 30_000 + 3 * (1_500 + 2 * 700),
    );
  });

  test('the discount applies to rates and supplements', () => {
    const sold = sellableOf({
      unitType: { weekDiscount: 1_000, adultSupplement: 5 },
      calendar: calendarOf({ rate: 10_000 }),
    });
    // 70,035 less 10 % is 7,003.5 off.
    expect(priceStay(sold, stay(0, 7), { adults: 3, children: 0 }, 1)).toEqual({
      base: 70_035,
      discount: 7_004,
      subtotal: 63_031,
    });
  });

  test("the price is unknown if a night isn't on the calendar", () => {
    expect(priceStay(sellableOf(), stay(58, 61), { adults: 2, children: 0 }, 1)).toBeNull();
  });

  test('the price is exact for any rates', () => {
    const rates = fc.array(fc.integer({ min: 0, max: 100_000_000_000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        rates,
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 10_000 }),
        (list, units, discount) => {
          const calendar = calendarOf({}, { ...list.map((rate) => ({ rate })) }, list.length);
          const sold = sellableOf({ calendar, unitType: { weekDiscount: discount } });
          const price = priceStay(sold, stay(0, list.length), { adults: 1, children: 0 }, units);
          const exact = list.reduce((sum, rate) => sum + BigInt(rate), 0n) * BigInt(units);
          expect(BigInt(price?.base ?? -1)).toBe(exact);
          expect(price?.subtotal).toBe((price?.base ?? 0) - (price?.discount ?? 0));
          expect(price?.subtotal).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
