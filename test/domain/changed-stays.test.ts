import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CancellationTerms } from '#kit/cancellation.ts';
import { CLOSED_TO_ARRIVAL, STOP_SELL } from '#subgraphs/catalog/domain/calendar.ts';
import type { Fee, Sellable, Tax } from '#subgraphs/catalog/rates/domain/terms.ts';
import type { StayBefore } from '#subgraphs/catalog/stays/domain/changed-stay.ts';
import { quoteStays } from '#subgraphs/catalog/stays/domain/quote.ts';
import { droppedCharge, droppedParts, soldStay } from '#subgraphs/checkout/bookings/domain/changed-stay.ts';
import type { BookedLine, EnteredStay } from '#subgraphs/checkout/store/entities.ts';
import { calendarOf, day, sellableOf, shelfOf, stayId } from './catalog-shelf.ts';

// A change to a booked stay: nights kept, added and dropped.

const ALWAYS = { id: 1, collect: 'booking', validFrom: null, validUntil: null } as const;
const VAT: Tax = { ...ALWAYS, name: 'VAT', inclusive: false, maxNights: null, kind: 'percent', rate: 10_000 };
const fee = (basis: Fee['basis'], amount: number, name = 'Cleaning'): Fee => ({
  ...ALWAYS,
  name,
  basis,
  amount,
  taxable: true,
});

/** A stay from `from` days after today that was sold at 100.00 a night. */
const booked = (from: number, nights: number, given: Partial<StayBefore> = {}): StayBefore => ({
  checkIn: day(from),
  nightly: new Array<number>(nights).fill(10_000),
  net: new Array<number>(nights).fill(10_000),
  adults: 2,
  children: 0,
  fees: [],
  ...given,
});

/** Today's offer: 140.00 a night. */
const offer = (given: Parameters<typeof sellableOf>[0] = {}, night = {}): Sellable =>
  sellableOf({ calendar: calendarOf({ rate: 14_000, ...night }), ...given });

const change = (sold: Sellable, was: StayBefore, to: readonly [from: number, to: number], adults = 2) =>
  quoteStays([{ itemId: stayId(1, ...to, adults), quantity: 1, before: was }], shelfOf([sold]));

const entries = (...given: Parameters<typeof change>) =>
  change(...given).entries.map(({ label, amount }) => [label, amount]);

describe('The price of a changed stay', () => {
  test('kept nights keep their price, and added nights cost the current price', () => {
    const sold = offer({ property: { taxes: [VAT] } });
    expect(change(sold, booked(10, 3), [10, 15])).toMatchObject({
      entries: [
        { label: 'Accommodation', amount: 58_000 },
        { label: 'VAT', amount: 5_800 },
      ],
      total: 63_800,
      lines: [{ nightly: [10_000, 10_000, 10_000, 14_000, 14_000], droppedFees: 0 }],
    });
  });

  test('kept nights keep their discount, and only added nights get the discount of the new length', () => {
    const sold = offer({ unitType: { weekDiscount: 1_000, monthDiscount: 5_000 } });
    const was = booked(5, 7, { net: new Array<number>(7).fill(9_000) });
    expect(entries(sold, was, [5, 14])).toEqual([
      ['Accommodation', 7 * 10_000 + 2 * 14_000],
      ['Length-of-stay discount', -(7 * 1_000 + 2 * 1_400)],
    ]);
    expect(entries(sold, was, [5, 8])).toEqual([
      ['Accommodation', 30_000],
      ['Length-of-stay discount', -3_000],
    ]);
    expect(entries(sold, booked(5, 3), [5, 12])).toEqual([
      ['Accommodation', 30_000 + 4 * 14_000],
      ['Length-of-stay discount', -5_600],
    ]);
  });

  test('a guest who joins pays the supplement for kept nights, too; one who leaves gets nothing back', () => {
    const sold = offer({ unitType: { maxGuests: 4, adultSupplement: 2_000 } });
    expect(entries(sold, booked(10, 2), [10, 13], 3)).toEqual([['Accommodation', 2 * 12_000 + 16_000]]);
    expect(entries(sold, booked(10, 2, { adults: 3 }), [10, 12], 2)).toEqual([['Accommodation', 20_000]]);
  });

  test.each<[basis: Fee['basis'], kept: number, moved: number]>([
    ['per_stay', 4_000, 4_000],
    ['per_unit_per_stay', 4_000, 4_000],
    ['per_night', 2 * 2_000 + 500, 3 * 500],
    ['per_guest_per_night', 2 * 2_000 + 2 * 500, 3 * 2 * 500],
  ])('a sold fee %s is charged once, also if the stay moves', (basis, kept, moved) => {
    const sold = offer({ property: { fees: [fee(basis, 500)] } });
    const was = booked(10, 2, { fees: [{ label: 'Cleaning', amount: 4_000 }] });
    expect(entries(sold, was, [10, 13])).toContainEqual(['Cleaning', kept]);
    expect(entries(sold, was, [20, 23])).toContainEqual(['Cleaning', moved]);
  });

  test('nightly fees for dropped nights are reported, and fees per stay stay with the booking', () => {
    const nightly = offer({ property: { fees: [fee('per_night', 500)] } });
    const was = booked(10, 3, { fees: [{ label: 'Cleaning', amount: 4_000 }] });
    expect(change(nightly, was, [11, 12]).lines[0]?.droppedFees).toBe(1_334 + 1_333);
    const perStay = offer({ property: { fees: [fee('per_stay', 500)] } });
    expect(change(perStay, was, [20, 22]).lines[0]?.droppedFees).toBe(0);
  });

  test('a fee that the host added since then applies to added nights only', () => {
    const fees = [fee('per_stay', 700, 'Linen'), fee('per_night', 300, 'Towels')];
    expect(entries(offer({ property: { fees } }), booked(10, 2), [10, 13])).toEqual([
      ['Accommodation', 34_000],
      ['Towels', 300],
    ]);
    expect(entries(offer({ property: { fees } }), booked(10, 2), [20, 22])).toEqual([
      ['Accommodation', 28_000],
      ['Linen', 700],
      ['Towels', 600],
    ]);
  });

  test('a sold fee that no longer exists stays with the booking', () => {
    const was = booked(10, 2, { fees: [{ label: 'Sauna', amount: 900 }] });
    expect(entries(offer(), was, [10, 11])).toEqual([
      ['Accommodation', 10_000],
      ['Sauna', 900],
    ]);
  });

  test('taxes are computed from the new charges, fees included', () => {
    const sold = offer({ property: { fees: [fee('per_stay', 500)], taxes: [VAT] } });
    const was = booked(10, 2, { fees: [{ label: 'Cleaning', amount: 4_000 }] });
    expect(entries(sold, was, [10, 13])).toEqual([
      ['Accommodation', 34_000],
      ['Cleaning', 4_000],
      ['VAT', 3_800],
    ]);
  });
});

describe('Several lines that change together', () => {
  /** Two lines of one unit each; the fees and the cancelled line are on the first. */
  const two = (sold: Sellable, first: Partial<StayBefore>, to: readonly [number, number] = [10, 12]) =>
    quoteStays(
      [
        { itemId: stayId(1, ...to, 2), quantity: 1, before: booked(10, 2, first) },
        { itemId: stayId(1, ...to, 1), quantity: 1, before: booked(10, 2, { adults: 1 }) },
      ],
      shelfOf([sold]),
    );

  test.each<[basis: Fee['basis'], kept: number]>([
    ['per_stay', 6_000],
    ['per_night', 6_000],
    ['per_unit_per_stay', 4_000],
    ['per_guest_per_night', 3_000],
  ])('a cancelled line takes its part of a fee %s with it', (basis, kept) => {
    const sold = offer({ property: { fees: [fee(basis, 500)], taxes: [VAT] } });
    const { entries: bill, lines } = two(sold, {
      fees: [{ label: 'Cleaning', amount: 6_000 }],
      dropped: { units: 1, guests: 3 },
    });
    expect(bill.map(({ label, amount }) => [label, amount])).toEqual([
      ['Accommodation', 40_000],
      ['Cleaning', kept],
      ['VAT', (40_000 + kept) / 10],
    ]);
    expect(lines.map(({ droppedFees }) => droppedFees)).toEqual([6_000 - kept, 0]);
  });

  test('lines that change together find their own units free', () => {
    const codes = (to: readonly [number, number], night: object) =>
      two(offer({}, night), {}, to).problems.map(({ code }) => code);
    expect(codes([10, 12], { total: 2, confirmed: 2 })).toEqual([]);
    expect(codes([11, 12], { total: 2, confirmed: 2 })).toEqual([]);
    expect(codes([11, 13], { total: 2, confirmed: 2 })).toEqual(['out_of_stock', 'out_of_stock']);
    expect(codes([11, 13], { total: 2, confirmed: 1 })).toEqual(['out_of_stock']);
    expect(codes([11, 13], { total: 2, confirmed: 0 })).toEqual([]);
  });
});

describe('Nights that a guest already has', () => {
  const codes = (sold: Sellable, was: StayBefore, to: readonly [number, number]) =>
    change(sold, was, to).problems.map(({ code }) => code);

  test("the guest's own unit is free for them, but not for anyone else's nights", () => {
    const full = offer({}, { confirmed: 1 });
    expect(codes(full, booked(10, 3), [11, 12])).toEqual([]);
    expect(codes(full, booked(10, 3), [11, 14])).toEqual(['out_of_stock']);
  });

  test('restrictions apply to what changes', () => {
    const shut = offer({}, { flags: CLOSED_TO_ARRIVAL | STOP_SELL });
    expect(codes(shut, booked(10, 3), [10, 12])).toEqual([]);
    expect(codes(shut, booked(10, 3), [11, 13])).toEqual(['closed_to_arrival']);
    expect(codes(shut, booked(10, 3), [10, 14])).toEqual(['stop_sell']);
    const long = offer({ unitType: { window: { minAdvance: 20, maxAdvance: null } } }, { minStay: 3 });
    expect(codes(long, booked(10, 2), [10, 12])).toEqual([]);
    expect(codes(long, booked(10, 4), [10, 12])).toEqual(['min_stay']);
    expect(codes(long, booked(10, 4), [11, 14])).toEqual(['min_advance']);
  });
});

describe('The charge for dropped nights', () => {
  const COST = { refundPercent: null, feeNights: null, feeAmount: null };
  const terms = (afterLast: Partial<CancellationTerms['afterLast']>): CancellationTerms => ({
    tiers: [{ ...COST, refundPercent: 100, hoursBefore: 7 * 24 }],
    afterLast: { ...COST, ...afterLast },
    timeOfDay: '18:00',
  });
  const LINE: BookedLine = {
    unitTypeId: 1,
    title: 'Double room',
    quantity: 1,
    subtotal: 30_000,
    nightly: [10_000, 12_000, 8_000],
  };
  const booking = (cancellation: CancellationTerms | null, status: 'held' | 'confirmed' = 'confirmed') => ({
    id: 1,
    status,
    checkIn: '2027-06-10',
    checkOut: '2027-06-13',
    timeZone: 'Europe/Zurich',
    adults: 2,
    children: 0,
    lines: [{ ...LINE, ...(cancellation ? { cancellation } : {}) }],
    total: 30_000,
    totals: [{ kind: 'subtotal' as const, label: 'Accommodation', amount: 30_000 }],
  });
  const LATE = new Date('2027-06-09T12:00:00Z');
  const EARLY = new Date('2027-06-01T12:00:00Z');
  const drop = (
    sold: ReturnType<typeof booking>,
    [checkIn, checkOut]: readonly [string, string],
    { at = LATE, fees = 0 } = {},
  ) => {
    const after: EnteredStay = { unitTypeId: 1, checkIn, checkOut, adults: 2, children: 0, quantity: 1 };
    const lines = [{ place: 0, stay: after, before: soldStay(sold) }];
    return droppedCharge(sold, droppedParts(sold, { lines, cancelled: null }), { fees, at });
  };

  test.each<[string, Partial<CancellationTerms['afterLast']>, number]>([
    ['nothing back: their price', { refundPercent: 0 }, 20_000],
    ['half back: half their price', { refundPercent: 50 }, 10_000],
    ['one night: the first dropped night', { feeNights: 1 }, 12_000],
    ['five nights: at most the dropped nights', { feeNights: 5 }, 20_000],
    ['an amount: the amount', { feeAmount: 5_000 }, 5_000],
    ['a large amount: at most their price', { feeAmount: 50_000 }, 20_000],
    ['free: nothing', { refundPercent: 100 }, 0],
  ])('dropping two nights under %s', (_name, cost, charge) => {
    expect(drop(booking(terms(cost)), ['2027-06-10', '2027-06-11'])).toBe(charge);
  });

  test('the deadline is the one of the check-in before the change', () => {
    const sold = booking(terms({ refundPercent: 0 }));
    expect(drop(sold, ['2027-08-10', '2027-08-13'])).toBe(30_000);
    expect(drop(sold, ['2027-08-10', '2027-08-13'], { at: EARLY })).toBe(0);
  });

  test('nightly fees count towards a percentage', () => {
    const sold = booking(terms({ refundPercent: 50 }));
    expect(drop(sold, ['2027-06-10', '2027-06-12'], { fees: 1_000 })).toBe(4_500);
  });

  test('nothing is charged if no night is dropped, without terms, or before the booking is confirmed', () => {
    expect(drop(booking(terms({ refundPercent: 0 })), ['2027-06-09', '2027-06-14'])).toBe(0);
    expect(drop(booking(null), ['2027-06-10', '2027-06-11'])).toBe(0);
    expect(drop(booking(terms({ refundPercent: 0 }), 'held'), ['2027-06-10', '2027-06-11'])).toBe(0);
  });
});

describe('Any change', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  const night = fc.record({ gross: amount, percent: fc.integer({ min: 0, max: 100 }) });
  const basis = fc.constantFrom<Fee['basis']>(
    'per_stay',
    'per_night',
    'per_unit_per_stay',
    'per_guest_per_night',
  );

  test('the entries sum to the total, and every night keeps its price or gets the current one', () => {
    fc.assert(
      fc.property(
        fc.array(night, { minLength: 1, maxLength: 10 }),
        fc.record({ from: fc.nat(20), nights: fc.integer({ min: 1, max: 30 }) }),
        fc.record({
          rate: amount,
          discount: fc.integer({ min: 0, max: 10_000 }),
          fee: amount,
          sold: amount,
          basis,
        }),
        (sold, to, given) => {
          const net = sold.map(({ gross, percent }) => Math.floor((gross * percent) / 100));
          const was = booked(8, sold.length, {
            nightly: sold.map(({ gross }) => gross),
            net,
            fees: [{ label: 'Cleaning', amount: given.sold }],
          });
          const terms = { weekDiscount: given.discount, monthDiscount: null };
          const property = { fees: [fee(given.basis, given.fee)], taxes: [VAT] };
          const on = sellableOf({ unitType: terms, property, calendar: calendarOf({ rate: given.rate }) });
          const quote = change(on, was, [to.from, to.from + to.nights]);
          const [line] = quote.lines;
          expect(quote.entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(quote.total);
          expect(line?.net?.reduce((sum, price) => sum + price, 0)).toBe(line?.subtotal);
          line?.net?.forEach((price, place) => {
            const kept = net[to.from + place - 8];
            if (kept === undefined) expect(price).toBeLessThanOrEqual(given.rate);
            else expect(price).toBe(kept);
          });
          const fees = quote.entries.filter(({ kind }) => kind === 'fee');
          const keptAll = to.from <= 8 && to.from + to.nights >= 8 + sold.length;
          if (keptAll) expect(line?.droppedFees).toBe(0);
          else expect(line?.droppedFees).toBeLessThanOrEqual(given.sold);
          if (given.basis.endsWith('stay'))
            expect(fees.map(({ amount }) => amount)).toEqual(given.sold ? [given.sold] : []);
        },
      ),
    );
  });
});
