import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLOSED_TO_ARRIVAL, STOP_SELL } from '#subgraphs/catalog/domain/calendar.ts';
import {
  COLLECTIONS,
  FEE_BASES,
  type Fee,
  type Sellable,
  type Tax,
} from '#subgraphs/catalog/rates/domain/terms.ts';
import { quoteStays } from '#subgraphs/catalog/stays/domain/quote.ts';
import type { Shelf } from '#subgraphs/catalog/stays/domain/quoted-line.ts';
import { calendarOf, epoch, sellableOf, shelfOf, stayId } from './catalog-shelf.ts';

const ALWAYS = { id: 1, collect: 'booking', validFrom: null, validUntil: null } as const;
const CLEANING: Fee = { ...ALWAYS, name: 'Cleaning', basis: 'per_stay', amount: 4_000, taxable: true };
const VAT: Tax = { ...ALWAYS, name: 'VAT', inclusive: false, maxNights: null, kind: 'percent', rate: 3_800 };
const line = (itemId: string, quantity = 1) => ({ itemId, quantity });
const codes = (shelf: Shelf, ...lines: { itemId: string; quantity: number }[]) =>
  quoteStays(lines, shelf).problems.map((problem) => [problem.code, problem.line, problem.limit]);

describe('Totals', () => {
  test('the entries sum to the total', () => {
    const sold = sellableOf({
      unitType: { weekDiscount: 1_000 },
      property: { fees: [CLEANING], taxes: [VAT, { ...VAT, id: 2, inclusive: true }] },
    });
    const quote = quoteStays([line(stayId(1, 5, 12))], shelfOf([sold]));
    expect(quote.entries).toEqual([
      { kind: 'subtotal', label: 'Accommodation', amount: 70_000 },
      { kind: 'discount', label: 'Length-of-stay discount', amount: -7_000 },
      { kind: 'fee', label: 'Cleaning', amount: 4_000 },
      { kind: 'tax', label: 'VAT', amount: 2_546 },
    ]);
    expect(quote.total).toBe(69_546);
    expect(quote.lines).toMatchObject([
      { base: 70_000, discount: 7_000, subtotal: 63_000, tax: 2_546, total: 65_546 },
    ]);
    expect(quote.problems).toEqual([]);
  });

  test('the total excludes payments at the property, which are listed separately', () => {
    const cityTax = { ...VAT, name: 'City tax', collect: 'property' } as const;
    const sold = sellableOf({ property: { fees: [CLEANING], taxes: [VAT, cityTax] } });
    const quote = quoteStays([line(stayId(1, 5, 7))], shelfOf([sold]));
    expect(quote.entries.map(({ label }) => label)).toEqual(['Accommodation', 'Cleaning', 'VAT']);
    expect(quote.total).toBe(20_000 + 4_000 + 912);
    expect(quote.lines[0]).toMatchObject({ tax: 912, total: 20_912 });
    expect(quote.dueAtProperty).toEqual([{ label: 'City tax', amount: 912 }]);
  });

  test('the totals omit a zero discount', () => {
    const quote = quoteStays([line(stayId(1, 5, 7))], shelfOf([sellableOf()]));
    expect(quote.entries).toEqual([{ kind: 'subtotal', label: 'Accommodation', amount: 20_000 }]);
  });

  test('the totals charge a per-stay fee once per property', () => {
    const at = (id: number, propertyId: number) =>
      sellableOf({ unitType: { id }, property: { id: propertyId, fees: [CLEANING] } });
    const shelf = shelfOf([at(1, 1), at(2, 1), at(3, 2)]);
    const fees = (...ids: number[]) =>
      quoteStays(
        ids.map((id) => line(stayId(id, 5, 7))),
        shelf,
      ).entries.filter((entry) => entry.kind === 'fee').length;
    expect(fees(1, 2)).toBe(1);
    expect(fees(1, 3)).toBe(2);
  });

  test("the totals for an unknown item have a subtotal of 0 in the storefront's currency", () => {
    const quote = quoteStays([line('stay:9:2026-06-03:2026-06-05:2:0')], shelfOf([]));
    expect(quote).toMatchObject({
      currency: 'EUR',
      total: 0,
      entries: [{ kind: 'subtotal', amount: 0 }],
      lines: [{ base: 0, total: 0, sold: null }],
    });
  });

  test('totals beyond the safe integers are refused, not rounded', () => {
    const sold = sellableOf({ calendar: calendarOf({ rate: 100_000_000_000_000 }) });
    expect(() => quoteStays([line(stayId(1, 5, 7), 100)], shelfOf([sold]))).toThrow(RangeError);
  });

  test.each(['JPY', 'EUR', 'KWD'])('totals are exact in %s for any lines, fees and taxes', (currency) => {
    const night = fc.option(fc.integer({ min: epoch(0), max: epoch(25) }));
    const when = {
      collect: fc.constantFrom(...COLLECTIONS),
      validFrom: night,
      validUntil: night,
    };
    const fee = fc.record({
      id: fc.nat(),
      name: fc.constant('Fee'),
      basis: fc.constantFrom(...FEE_BASES),
      amount: fc.nat(9_999),
      taxable: fc.boolean(),
      ...when,
    });
    const tax = fc.oneof(
      fc.record({
        id: fc.nat(),
        name: fc.constant('Percent'),
        inclusive: fc.boolean(),
        kind: fc.constant('percent' as const),
        rate: fc.nat(25_000),
        maxNights: fc.option(fc.integer({ min: 1, max: 40 })),
        ...when,
      }),
      fc.record({
        id: fc.nat(),
        name: fc.constant('City'),
        inclusive: fc.boolean(),
        kind: fc.constant('per_guest_per_night' as const),
        amount: fc.nat(999),
        exemptUnderAge: fc.constantFrom(0, 6, 18),
        maxNights: fc.option(fc.integer({ min: 1, max: 40 })),
        ...when,
      }),
    );
    const properties = fc.array(fc.record({ fees: fc.array(fee), taxes: fc.array(tax) }), {
      minLength: 2,
      maxLength: 2,
    });
    const unitTypes = fc.array(
      fc.record({
        rate: fc.nat(1_000_000),
        weekDiscount: fc.option(fc.nat(3_000)),
        adultSupplement: fc.nat(5_000),
        childSupplement: fc.nat(5_000),
        baseGuests: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 4, maxLength: 4 },
    );
    const requested = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 6, max: 20 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(4),
        fc.integer({ min: 0, max: 4 }),
      ),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(properties, unitTypes, requested, (ofProperties, ofUnitTypes, lines) => {
        const sellables = ofUnitTypes.map(({ rate, ...terms }, index) =>
          sellableOf({
            unitType: { id: index + 1, maxGuests: 4, monthDiscount: null, ...terms },
            property: { id: index % 2, currency, ...ofProperties[index % 2] },
            calendar: calendarOf({ rate, total: 9 }),
          }),
        );
        const quote = quoteStays(
          lines.map(([id, to, adults, children, quantity]) =>
            line(stayId(id, 5, to, adults, children), quantity),
          ),
          shelfOf(sellables),
        );
        const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
        const fees = sum(quote.entries.filter(({ kind }) => kind === 'fee').map(({ amount }) => amount));
        expect(sum(quote.entries.map(({ amount }) => amount))).toBe(quote.total);
        expect(sum(quote.lines.map(({ total }) => total)) + fees).toBe(quote.total);
        const labels = quote.entries.filter(({ kind }) => kind === 'fee' || kind === 'tax').length;
        const charges = ofProperties.flatMap((terms) => [...terms.fees, ...terms.taxes]);
        if (charges.every(({ collect }) => collect === 'property')) expect(labels).toBe(0);
        if (charges.every(({ collect }) => collect === 'booking')) expect(quote.dueAtProperty).toEqual([]);
        for (const priced of quote.lines) {
          expect(priced.base - priced.discount).toBe(priced.subtotal);
          expect(priced.subtotal + priced.tax).toBe(priced.total);
        }
      }),
    );
  });
});

describe('Business errors', () => {
  const inStock = (id: number, more: Parameters<typeof sellableOf>[0] = {}): Sellable =>
    sellableOf({ calendar: calendarOf({ total: 2 }), ...more, unitType: { id, ...more.unitType } });
  const shelf = shelfOf([inStock(1), inStock(2), inStock(3, { property: { currency: 'JPY' } })]);

  test.each([
    ['stay:9:2026-06-03:2026-06-05:2:0', 'an unknown unit type'],
    ['nonsense', 'an id that is none'],
    ['unit_type:1', 'an id without dates'],
    ['stay:1:2026-06-05:2026-06-03:2:0', 'dates in the wrong order'],
  ])('%s is item_unavailable: %s', (itemId) => {
    expect(codes(shelf, line(itemId))).toEqual([['item_unavailable', 0, null]]);
  });

  test('mixed dates are invalid and reported once for the whole checkout', () => {
    expect(codes(shelf, line(stayId(1, 5, 7)), line(stayId(2, 5, 8)))).toEqual([['invalid', null, null]]);
  });

  test('lines in mixed currencies are invalid', () => {
    const quote = quoteStays([line(stayId(1, 5, 7)), line(stayId(3, 5, 7))], shelf);
    expect(quote.problems.map(({ code, line: index }) => [code, index])).toEqual([['invalid', null]]);
    expect(quote.currency).toBe('EUR');
    expect(quote.lines.map(({ total }) => total)).toEqual([20_000, 0]);
  });

  test.each([0, -1, 1.5, 101])('a quantity of %d is invalid', (quantity) => {
    expect(codes(shelf, line(stayId(1, 5, 7), quantity))).toEqual([['invalid', 0, null]]);
  });

  test('a party larger than the units can sleep is capacity_exceeded', () => {
    expect(codes(shelf, line(stayId(1, 5, 7, 4, 1), 2))).toEqual([['capacity_exceeded', 0, 4]]);
  });

  test('a request for too many units is out_of_stock with the remaining units', () => {
    expect(codes(shelf, line(stayId(1, 5, 7, 2), 3))).toEqual([['out_of_stock', 0, 2]]);
  });

  test('lines with the same unit type share its units, and the later line fails', () => {
    const id = stayId(1, 5, 7);
    expect(codes(shelf, line(id), line(id))).toEqual([]);
    expect(codes(shelf, line(id), line(id, 2))).toEqual([['out_of_stock', 1, 1]]);
  });

  test('a stay in the past or beyond the calendar is out_of_stock', () => {
    expect(codes(shelf, line(stayId(1, -3, -1)))).toEqual([['out_of_stock', 0, 0]]);
    const late = quoteStays([line(stayId(1, 100, 102))], shelf);
    expect(late.problems.map(({ code }) => code)).toEqual(['out_of_stock']);
    expect(late.total).toBe(0);
  });

  test('only unpaid agent holds count toward the cap that makes a unit type out_of_stock for agents', () => {
    const capped = shelfOf([sellableOf({ calendar: calendarOf({ total: 4, held: 2, agentHeld: 2 }) })], 50);
    expect(codes(capped, line(stayId(1, 5, 7)))).toEqual([['out_of_stock', 0, 0]]);
    const ofHost = shelfOf([sellableOf({ calendar: calendarOf({ total: 4, held: 2 }) })], 50);
    expect(codes(ofHost, line(stayId(1, 5, 7)))).toEqual([]);
  });

  test("several problems are listed in the specification's order", () => {
    const calendar = calendarOf({ total: 1 }, { 5: { minStay: 4, flags: CLOSED_TO_ARRIVAL | STOP_SELL } });
    const quote = quoteStays([line(stayId(1, 5, 7, 5), 2)], shelfOf([sellableOf({ calendar })]));
    expect(quote.problems.map(({ code }) => code)).toEqual([
      'out_of_stock',
      'capacity_exceeded',
      'min_stay',
      'closed_to_arrival',
      'stop_sell',
    ]);
  });

  test('an item refused because of its dates gets the nearest bookable dates', () => {
    const calendar = calendarOf({}, { 5: { minStay: 3 } });
    const [problem] = quoteStays([line(stayId(1, 5, 7))], shelfOf([sellableOf({ calendar })])).problems;
    expect(problem).toEqual({
      code: 'min_stay',
      line: 0,
      until: null,
      held: 0,
      limit: 3,
      nearest: [
        { checkIn: epoch(5), checkOut: epoch(8) },
        { checkIn: epoch(4), checkOut: epoch(6) },
      ],
    });
  });
});
