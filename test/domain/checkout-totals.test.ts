import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bookedTotals, orderLabel, toLines, toTotals } from '#subgraphs/checkout/domain/totals.ts';
import { quote, quoteLine } from './checkout-quotes.ts';

const amount = fc.integer({ min: 0, max: 10_000_000 });
const entries = fc
  .record({
    subtotal: amount,
    discount: amount,
    fees: fc.array(amount, { maxLength: 4 }),
    taxes: fc.array(amount, { maxLength: 4 }),
  })
  .map(({ subtotal, discount, fees, taxes }) => [
    { kind: 'subtotal', label: 'Accommodation', amount: subtotal } as const,
    { kind: 'discount', label: 'Discount', amount: 0 - discount } as const,
    ...fees.map((fee) => ({ kind: 'fee', label: 'Cleaning', amount: fee }) as const),
    ...taxes.map((tax) => ({ kind: 'tax', label: 'City tax', amount: tax }) as const),
  ]);

describe('totals', () => {
  test('all entries except total sum exactly to total', () => {
    fc.assert(
      fc.property(entries, (given) => {
        const total = given.reduce((sum, entry) => sum + entry.amount, 0);
        const shown = toTotals(quote({ entries: given, total }));
        const last = shown.at(-1);
        expect(last).toEqual({ kind: 'total', label: 'Total', amount: total });
        expect(shown.slice(0, -1).reduce((sum, entry) => sum + entry.amount, 0)).toBe(total);
        expect(shown.filter(({ kind }) => kind === 'subtotal')).toHaveLength(1);
        expect(shown.filter(({ kind }) => kind === 'total')).toHaveLength(1);
        expect(shown.some(({ kind, amount: shownAmount }) => kind === 'discount' && shownAmount === 0)).toBe(
          false,
        );
      }),
    );
  });

  test("a quote whose entries don't sum to its total isn't shown", () => {
    const wrong = quote({ total: 1, entries: [{ kind: 'subtotal', label: 'Accommodation', amount: 2 }] });
    expect(() => toTotals(wrong)).toThrow('add up to 2');
  });

  test('a booking keeps every entry and ends with the total', () => {
    const held = quote({
      total: 110,
      entries: [
        { kind: 'subtotal', label: 'Accommodation', amount: 100 },
        { kind: 'tax', label: 'VAT', amount: 10 },
      ],
    });
    expect(bookedTotals(held)).toEqual([
      { kind: 'subtotal', label: 'Accommodation', amount: 100 },
      { kind: 'tax', label: 'VAT', amount: 10 },
      { kind: 'total', label: 'Total', amount: 110 },
    ]);
  });
});

describe('lines', () => {
  test("a unit's price is the rounded-down average", () => {
    const priced = quote({
      lines: [quoteLine({ base: 1_000, discount: 1, subtotal: 999, tax: 7, total: 1_006 })],
    });
    expect(toLines([{ itemId: 'stay:1', quantity: 3 }], priced)).toMatchObject([
      {
        id: 'line_1',
        quantity: 3,
        unitPrice: 333,
        base: 1_000,
        discount: 1,
        subtotal: 999,
        tax: 7,
        total: 1_006,
      },
    ]);
  });

  test('an unpriced line stays in the session with its own id and no amount', () => {
    expect(toLines([{ itemId: 'stay:unknown', quantity: 0 }], quote({ lines: [] }))).toEqual([
      {
        id: 'line_1',
        itemId: 'stay:unknown',
        title: 'stay:unknown',
        quantity: 0,
        unitPrice: 0,
        base: 0,
        discount: 0,
        subtotal: 0,
        tax: 0,
        total: 0,
      },
    ]);
  });
});

test('an order shows the booked lines', () => {
  const lines = [quoteLine({ title: 'Lake Suite', quantity: 2 }), quoteLine({ title: 'Attic', quantity: 1 })];
  expect(orderLabel(quote({ lines }))).toBe('2 x Lake Suite + Attic, 2026-03-01 to 2026-03-04');
});
