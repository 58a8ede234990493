import { describe, expect, test } from 'vitest';
import { cancellationFee, refundOf } from '#subgraphs/checkout/bookings/domain/refund.ts';
import { cancelCharges } from '#subgraphs/checkout/folio/domain/cancelling.ts';
import type { ChargeKind } from '#subgraphs/checkout/folio/domain/entry-kinds.ts';
import { type Reversible, reversalOf } from '#subgraphs/checkout/folio/domain/reversals.ts';

// What a cancellation costs, by the charges in the folio.

let next = 0;
const charge = (kind: ChargeKind, amount: number, sold = true): Reversible => ({
  id: `1-${next++}`,
  entry: 'charge',
  kind,
  name: kind,
  amount,
  sold,
});
const removed = (one: Reversible): readonly Reversible[] => [one, reversalOf(one, '2027-01-01')];
const ROOM = charge('accommodation', 30_000);
const CLEANING = charge('fee', 4_000);
const credit = (amount: number) => charge('adjustment', -amount, false);

const cancelled = (refundPercent: number, paid: number, charges: readonly Reversible[]) => {
  const cancellation = {
    tiers: [],
    afterLast: { refundPercent, feeNights: null, feeAmount: null },
    timeOfDay: '18:00',
  };
  const line = { unitTypeId: 1, title: '', quantity: 1, subtotal: 30_000, nightly: [], cancellation };
  const stay = { checkIn: '2027-06-10', checkOut: '2027-06-12', timeZone: 'UTC', currency: 'EUR' };
  const booking = { ...stay, status: 'confirmed' as const, paid, lines: [line], charges };
  const now = new Date('2027-06-01T00:00:00Z');
  const fee = cancellationFee(booking, now);
  const { dropped, added } = cancelCharges(charges);
  const total = [...charges, ...added].reduce((sum, { amount }) => sum + amount, fee ?? 0);
  return {
    fee,
    due: refundOf(booking, now),
    total: dropped.reduce((sum, { amount }) => sum - amount, total),
  };
};

describe('What a cancellation costs', () => {
  test.each<[string, number, readonly Reversible[], object]>([
    ['the price', 0, [ROOM, CLEANING], { fee: 34_000, due: 6_000, total: 34_000 }],
    ['half the price', 50, [ROOM, CLEANING], { fee: 17_000, due: 23_000, total: 17_000 }],
    ['a removed fee', 0, [ROOM, ...removed(CLEANING)], { fee: 30_000, due: 10_000, total: 30_000 }],
    [
      'taxes and extras',
      0,
      [ROOM, charge('tax', 2_000), charge('extra', 1_000, false)],
      { fee: 30_000, due: 10_000, total: 30_000 },
    ],
    ['a surcharge', 0, [ROOM, charge('adjustment', 1_000, false)], { fee: 30_000, total: 30_000 }],
    ['an adjustment below the fee', 0, [ROOM, credit(10_000)], { fee: 20_000, due: 20_000, total: 20_000 }],
    ['an adjustment above the fee', 50, [ROOM, credit(10_000)], { fee: 15_000, due: 25_000, total: 15_000 }],
    ['an adjustment above the price', 0, [ROOM, credit(40_000)], { fee: 0, due: 40_000, total: 0 }],
    [
      'nights dropped earlier',
      100,
      [ROOM, charge('cancellation', 20_000, false)],
      { fee: 0, due: 20_000, total: 20_000 },
    ],
    [
      'nights dropped earlier, waived since',
      0,
      [ROOM, charge('cancellation', 20_000, false), credit(20_000)],
      { fee: 30_000, due: 10_000, total: 30_000 },
    ],
    [
      'nights dropped earlier, waived in part',
      100,
      [ROOM, charge('cancellation', 20_000, false), credit(5_000)],
      { fee: 0, due: 25_000, total: 15_000 },
    ],
    [
      'nights dropped earlier, waived with part of the price',
      0,
      [ROOM, charge('cancellation', 20_000, false), credit(25_000)],
      { fee: 25_000, due: 15_000, total: 25_000 },
    ],
  ])('a booking with %s is charged what its host left of the fee', (_name, percent, charges, expected) => {
    expect(cancelled(percent, 40_000, charges)).toMatchObject(expected);
  });
});
