import { describe, expect, test } from 'vitest';
import {
  decideStay,
  STAY_STATES,
  type StayMove,
  type StayState,
} from '#subgraphs/checkout/domain/stay-states.ts';
import { leaveEarly } from '#subgraphs/checkout/stays/domain/early-departure.ts';

type Decision = ReturnType<typeof decideStay>;
const refused = { expected: 'refuse', in_house: 'refuse', departed: 'refuse', no_show: 'refuse' } as const;

/** Each move's decision by the state that the desk has confirmed. */
const CONFIRMED: Readonly<Record<StayMove, Readonly<Record<StayState, Decision>>>> = {
  checkIn: { expected: 'make', in_house: 'made', departed: 'refuse', no_show: 'make' },
  undoCheckIn: { ...refused, in_house: 'make', expected: 'made' },
  checkOut: { ...refused, in_house: 'make', departed: 'made' },
  undoCheckOut: { ...refused, departed: 'make', in_house: 'made' },
  noShow: { ...refused, expected: 'make', no_show: 'made' },
};
/** Decisions that differ while the state is only assumed. */
const ASSUMED: Readonly<Partial<Record<`${StayMove} ${StayState}`, Decision>>> = {
  'checkIn in_house': 'confirm',
  'checkOut departed': 'confirm',
  'noShow in_house': 'make',
};

const cases = Object.entries(CONFIRMED).flatMap(([move, byState]) =>
  STAY_STATES.flatMap((state) =>
    [false, true].map((isAssumed) => {
      const usual = byState[state];
      const key = `${move as StayMove} ${state}` as const;
      return [move as StayMove, state, isAssumed, isAssumed ? (ASSUMED[key] ?? usual) : usual] as const;
    }),
  ),
);

test.each(cases)(
  '%s of a stay that is %s (assumed: %s) is decided as %s',
  (move, state, isAssumed, decision) => {
    expect(decideStay({ state, isAssumed }, move)).toBe(decision);
  },
);

describe('leaving early', () => {
  const half = {
    tiers: [],
    afterLast: { refundPercent: 50, feeNights: null, feeAmount: null },
    timeOfDay: '18:00',
  };
  const twoNights = { ...half, afterLast: { refundPercent: null, feeNights: 2, feeAmount: null } };
  const booking = (cancellation: object | undefined) => ({
    checkIn: '2027-06-01',
    checkOut: '2027-06-05',
    timeZone: 'Europe/Zurich',
    currency: 'EUR',
    total: 43_000,
    lines: [
      {
        unitTypeId: 1,
        title: 'Room',
        quantity: 1,
        subtotal: 36_000,
        nightly: [10_000, 10_000, 8_000, 12_000],
        ...(cancellation && { cancellation }),
      },
    ],
    totals: [
      { kind: 'subtotal', label: 'Accommodation', amount: 40_000 },
      { kind: 'discount', label: 'Discount', amount: -4_000 },
      { kind: 'fee', label: 'Cleaning', amount: 2_600 },
      { kind: 'tax', label: 'VAT', amount: 3_600 },
      { kind: 'tax', label: 'City tax', amount: 800 },
      { kind: 'total', label: 'Total', amount: 43_000 },
    ],
  });
  const taxes = [{ name: 'VAT', percent: 10 }];
  const leave = (cancellation: object | undefined, day: string) =>
    // the test's terms are complete
    leaveEarly(booking(cancellation) as never, day, taxes, new Date('2027-06-03T08:00:00Z'));

  test('kept nights keep their price, and the dropped ones cost what cancelling them would', () => {
    const left = leave(half, '2027-06-03');
    expect(left.totals.map(({ amount }) => amount)).toEqual([20_000, -2_000, 2_600, 1_800, 400, 22_800]);
    expect(left).toMatchObject({ total: 22_800, fee: 9_000 });
    expect(left.lines[0]).toMatchObject({ subtotal: 18_000, nightly: [10_000, 10_000] });
  });

  test('nights with different discounts keep their own prices', () => {
    const sold = booking(half);
    const net = [10_000, 10_000, 8_000, 8_000];
    const lines = [{ ...sold.lines[0], net }];
    const left = leaveEarly(
      { ...sold, lines } as never,
      '2027-06-03',
      taxes,
      new Date('2027-06-03T08:00:00Z'),
    );
    expect(left.lines[0]).toMatchObject({ subtotal: 20_000, net: [10_000, 10_000] });
    expect(left).toMatchObject({ fee: 8_000 });
  });

  test.each([
    ['the dropped nights if fewer are left than the policy counts', twoNights, '2027-06-04', 10_800],
    ['as many nights as the policy counts', twoNights, '2027-06-02', 16_200],
    ['nothing if the line was sold without terms', undefined, '2027-06-03', 0],
  ])('the fee is %s', (_, terms, day, fee) => {
    expect(leave(terms, day).fee).toBe(fee);
  });
});
