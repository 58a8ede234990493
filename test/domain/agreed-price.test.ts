import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FEE_BASES, type Fee, type Tax } from '#subgraphs/catalog/rates/domain/terms.ts';
import { quoteStays } from '#subgraphs/catalog/stays/domain/quote.ts';
import { sellableOf, shelfOf, stayId } from './catalog-shelf.ts';

// docs/interface/bookings.md#agreed-prices

const ALWAYS = { id: 1, collect: 'booking', validFrom: null, validUntil: null } as const;
const CLEANING: Fee = { ...ALWAYS, name: 'Cleaning', basis: 'per_stay', amount: 4_000, taxable: true };
const VAT: Tax = { ...ALWAYS, name: 'VAT', inclusive: false, maxNights: null, kind: 'percent', rate: 10_000 };
const sold = sellableOf({ unitType: { weekDiscount: 1_000 }, property: { fees: [CLEANING], taxes: [VAT] } });

const quoteOf = (price: { total?: number; nightly?: readonly number[] }, nights = 2, shop = sold) =>
  quoteStays([{ itemId: stayId(1, 5, 5 + nights), quantity: 1, price }], shelfOf([shop]));

describe('An agreed price', () => {
  test('nightly prices replace the rates, and fees and taxes are added', () => {
    const { entries, total, lines } = quoteOf({ nightly: [5_000, 7_000] });
    expect(entries).toEqual([
      { kind: 'subtotal', label: 'Accommodation', amount: 12_000 },
      { kind: 'fee', label: 'Cleaning', amount: 4_000 },
      { kind: 'tax', label: 'VAT', amount: 1_600 },
    ]);
    expect(total).toBe(17_600);
    expect(lines[0]?.nightly).toEqual([5_000, 7_000]);
  });

  test('a length-of-stay discount does not reduce nightly prices', () => {
    expect(quoteOf({ nightly: new Array(7).fill(1_000) }, 7).lines[0]).toMatchObject({
      base: 7_000,
      discount: 0,
    });
  });

  test('a total contains its fees and taxes, and the nights share the rest by their rates', () => {
    const { entries, total, lines } = quoteOf({ total: 15_400 });
    expect(entries.map(({ amount }) => amount)).toEqual([10_000, 4_000, 1_400]);
    expect(total).toBe(15_400);
    expect(lines[0]?.nightly).toEqual([5_000, 5_000]);
  });

  test('a total below the fees and taxes leaves no accommodation and is exceeded', () => {
    const { entries, total } = quoteOf({ total: 3_000 });
    expect(entries[0]?.amount).toBe(0);
    expect(total).toBe(4_400);
  });

  test('any total above the fees and taxes is met exactly, with two taxes of up to 30 % right to one unit', () => {
    const fee = fc.record({
      basis: fc.constantFrom(...FEE_BASES),
      amount: fc.integer({ min: 0, max: 9_999 }),
      taxable: fc.boolean(),
    });
    const tax = fc.record({
      rate: fc.integer({ min: 0, max: 30_000 }),
      maxNights: fc.option(fc.integer({ min: 1, max: 9 })),
    });
    fc.assert(
      fc.property(
        fc.array(fee, { maxLength: 3 }),
        fc.array(tax, { maxLength: 2 }),
        fc.integer({ min: 1, max: 14 }),
        fc.integer({ min: 0, max: 5_000_000 }),
        (fees, taxes, nights, wanted) => {
          const shop = sellableOf({
            property: {
              fees: fees.map((given, place) => ({ ...ALWAYS, ...given, id: place, name: `Fee ${place}` })),
              taxes: taxes.map((given, place) => ({ ...VAT, ...given, id: place, name: `Tax ${place}` })),
            },
          });
          const quote = quoteOf({ total: wanted }, nights, shop);
          const least = quoteOf({ nightly: new Array(nights).fill(0) }, nights, shop).total;
          expect(quote.total).toBe(Math.max(wanted, least));
          expect(quote.entries.every(({ amount }) => amount >= 0)).toBe(true);
          const again = quoteOf({ nightly: quote.lines[0]?.nightly ?? [] }, nights, shop);
          for (const [place, { amount }] of again.entries.entries()) {
            expect(Math.abs(amount - (quote.entries[place]?.amount ?? 0))).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });
});
