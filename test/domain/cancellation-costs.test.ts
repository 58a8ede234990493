import { describe, expect, test } from 'vitest';
import type { CancellationTerms } from '#kit/cancellation.ts';
import { cancellationCosts, type Refundable } from '#subgraphs/checkout/bookings/domain/refund.ts';
import { soldCharges } from '#subgraphs/checkout/folio/domain/derived-entries.ts';
import type { BookedTotal } from '#subgraphs/checkout/store/entities.ts';

// docs/interface/bookings.md#cancelling

const cost = (refundPercent: number) => ({ refundPercent, feeNights: null, feeAmount: null });

/** Free until 24 hours before check-in, then the full price. */
const DAY_BEFORE: CancellationTerms = {
  tiers: [{ hoursBefore: 24, ...cost(100) }],
  afterLast: cost(0),
  timeOfDay: '18:00',
};
const refunding = (percent: number): CancellationTerms => ({
  ...DAY_BEFORE,
  tiers: [],
  afterLast: cost(percent),
});

const VAT = { id: '1', name: 'VAT', inclusive: false, percent: 10, validFrom: null, validUntil: null };

interface Sold {
  readonly terms: CancellationTerms;
  readonly total: number;
  readonly totals: readonly BookedTotal[];
}

/** Two nights in New York, USD 400.00, paid; check-in on the day the clocks go forward. */
function booking({
  terms = DAY_BEFORE,
  total = 40_000,
  totals = [{ kind: 'subtotal', label: 'Accommodation', amount: total }],
  ...given
}: Partial<Refundable> & Partial<Sold> = {}) {
  const price = { id: 1, checkIn: '2027-03-14', total };
  return {
    status: 'confirmed',
    checkIn: '2027-03-14',
    checkOut: '2027-03-16',
    timeZone: 'America/New_York',
    currency: 'USD',
    charges: soldCharges({ ...price, totals: [...totals, { kind: 'total', label: 'Total', amount: total }] }),
    paid: total,
    lines: [{ unitTypeId: 1, title: 'Room', quantity: 1, subtotal: total, nightly: [], cancellation: terms }],
    ...given,
  } satisfies Refundable;
}

describe('the cost of a cancellation', () => {
  test.each([
    ['2027-03-13T22:00:01Z', 0, 40_000],
    ['2027-03-13T23:00:00Z', 0, 40_000],
    ['2027-03-13T23:00:01Z', 40_000, 0],
  ])('a deadline is a calendar day at the property, also when clocks change: at %s', (at, fee, refundDue) => {
    expect(cancellationCosts(booking(), new Date(at), [])).toMatchObject({ fee, taxes: [], refundDue });
  });

  test.each([
    ['everything was paid and nothing is refunded', { terms: refunding(0), total: 48_000 }, 48_000, 0],
    ['nothing was paid', { terms: refunding(50), total: 30_000, paid: 0 }, 15_000, 0],
    ['less than the fee was paid', { terms: refunding(50), total: 30_000, paid: 10_000 }, 15_000, 0],
    ['an unpaid hold is released', { terms: refunding(0), status: 'held' as const, paid: 0 }, 0, 0],
    [
      'a partly paid hold is released',
      { terms: refunding(0), status: 'held' as const, paid: 5_000 },
      0,
      5_000,
    ],
    ['more than the price was paid', { terms: refunding(100), paid: 50_000 }, 0, 50_000],
  ])('the refund due is never below zero: %s', (_name, given, fee, refundDue) => {
    const at = new Date('2027-03-01T00:00:00Z');
    expect(cancellationCosts(booking(given), at, [])).toMatchObject({ fee, taxes: [], refundDue });
  });

  test.each([
    ['no tax', [], [], 15_000],
    ['a tax on top', [VAT], [{ id: '1', name: 'VAT', amount: 1_500 }], 13_500],
    ['a tax that the price includes', [{ ...VAT, inclusive: true }], [], 15_000],
    ['a tax that ended before the cancellation', [{ ...VAT, validUntil: '2027-02-28' }], [], 15_000],
  ])(
    "the fee is taxed with the property's percentage taxes on such fees: %s",
    (_name, taxes, added, refundDue) => {
      const sold = booking({ terms: refunding(50), total: 30_000 });
      const at = new Date('2027-03-01T12:00:00Z');
      expect(cancellationCosts(sold, at, taxes)).toMatchObject({ fee: 15_000, taxes: added, refundDue });
    },
  );

  test('the percentage is of accommodation after discounts plus fees, without taxes per guest and night', () => {
    const totals = [
      { kind: 'subtotal' as const, label: 'Accommodation', amount: 40_000 },
      { kind: 'discount' as const, label: 'Week', amount: -4_000 },
      { kind: 'fee' as const, label: 'Cleaning', amount: 6_000 },
      { kind: 'tax' as const, label: 'City tax', amount: 1_200 },
    ];
    const sold = booking({ terms: refunding(50), total: 43_200, totals });
    const at = new Date('2027-03-01T00:00:00Z');
    expect(cancellationCosts(sold, at, [])).toMatchObject({ fee: 21_000, taxes: [], refundDue: 22_200 });
  });

  test('a booking sold without terms has no cost under them', () => {
    const [line] = booking().lines;
    const sold = booking({ lines: line ? [{ ...line, cancellation: undefined } as never] : [] });
    expect(cancellationCosts(sold, new Date(0), [])).toBeNull();
  });
});
