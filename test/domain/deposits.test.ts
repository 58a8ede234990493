import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PAID_NOW, type PaymentTerms } from '#subgraphs/catalog/rates/domain/rate-plan.ts';
import { paymentSchedule } from '#subgraphs/catalog/stays/domain/payment-schedule.ts';
import { payOutcome } from '#subgraphs/checkout/bookings/domain/booking.ts';
import {
  agreedPayment,
  amountDue,
  dueAfter,
  type PayableBooking,
  payableUntil,
  viewPayment,
  weighMoney,
} from '#subgraphs/checkout/bookings/domain/booking-payment.ts';
import { refundOf } from '#subgraphs/checkout/bookings/domain/refund.ts';
import type { Booking } from '#subgraphs/checkout/store/entities.ts';
import { isPromise, type METHOD_KINDS, mayOffer, mayOfferApp } from '#subgraphs/payments/domain/methods.ts';

// docs/interface/catalog.md#payment-of-a-stay

const deposit = (depositPercent: number, balanceDaysBefore: number): PaymentTerms => ({
  mode: 'deposit',
  depositPercent,
  balanceDaysBefore,
});
const AT_PROPERTY: PaymentTerms = { ...PAID_NOW, mode: 'at_property' };
const lines = (...payments: readonly PaymentTerms[]) =>
  payments.map((payment) => ({ subtotal: 5_000, payment }));
const STAY = { checkIn: '2027-07-20', bookedOn: '2027-06-01' };

describe('amounts due for a stay', () => {
  type Row = readonly [
    string,
    number,
    readonly PaymentTerms[],
    string,
    readonly [string, number, string | null],
  ];
  const ROWS: readonly Row[] = [
    ['a stay paid now is due in full', 100_001, [PAID_NOW], '2027-06-01', ['now', 100_001, null]],
    [
      'a deposit is due now and the balance later',
      100_000,
      [deposit(30, 14)],
      '2027-06-01',
      ['deposit', 30_000, '2027-07-06'],
    ],
    ['a deposit is rounded up', 100_001, [deposit(30, 14)], '2027-06-01', ['deposit', 30_001, '2027-07-06']],
    [
      'the day before the balance is due, only the deposit is due',
      100,
      [deposit(30, 14)],
      '2027-07-05',
      ['deposit', 30, '2027-07-06'],
    ],
    [
      'the full amount is due on the day the balance is due',
      100,
      [deposit(30, 14)],
      '2027-07-06',
      ['now', 100, null],
    ],
    [
      'the full amount is due after the day the balance is due',
      100,
      [deposit(30, 14)],
      '2027-07-19',
      ['now', 100, null],
    ],
    ['a balance can be due on arrival', 100, [deposit(30, 0)], '2027-07-19', ['deposit', 30, '2027-07-20']],
    [
      'the full amount is due if a stay with a balance on arrival is booked that day',
      100,
      [deposit(30, 0)],
      '2027-07-20',
      ['now', 100, null],
    ],
    [
      'a deposit that rounds up to the total leaves no balance',
      1,
      [deposit(30, 14)],
      '2027-06-01',
      ['now', 1, null],
    ],
    ['a free stay has no amount due', 0, [deposit(30, 14)], '2027-06-01', ['now', 0, null]],
    [
      'a stay paid at the property is due on arrival',
      100,
      [AT_PROPERTY],
      '2027-06-01',
      ['at_property', 0, '2027-07-20'],
    ],
    [
      'a stay paid at the property can be booked on the day of arrival',
      100,
      [AT_PROPERTY],
      '2027-07-20',
      ['at_property', 0, '2027-07-20'],
    ],
    [
      'a line paid now and a line paid at the property add up to a deposit',
      100,
      [PAID_NOW, AT_PROPERTY],
      '2027-06-01',
      ['deposit', 50, '2027-07-20'],
    ],
    [
      'two deposits are due together, with the earlier balance date',
      1_000,
      [deposit(10, 7), deposit(50, 30)],
      '2027-06-01',
      ['deposit', 300, '2027-06-20'],
    ],
    [
      'a line whose balance is due is paid in full, next to a deposit',
      1_000,
      [deposit(10, 7), deposit(50, 30)],
      '2027-07-01',
      ['deposit', 550, '2027-07-13'],
    ],
  ];
  test.each(ROWS)('%s', (_what, total, payments, bookedOn, [mode, dueNow, balanceDueOn]) => {
    const schedule = paymentSchedule(total, lines(...payments), { ...STAY, bookedOn });
    expect(schedule).toEqual({ mode, dueNow, balanceDueOn });
  });

  test("the amount due never exceeds the stay's total", () => {
    const terms = fc.oneof(
      fc.constant(PAID_NOW),
      fc.constant(AT_PROPERTY),
      fc
        .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 365 }))
        .map((pair) => deposit(...pair)),
    );
    const line = fc.record({ subtotal: fc.nat(10 ** 9), payment: terms });
    const total = fc.nat(Number.MAX_SAFE_INTEGER);
    fc.assert(
      fc.property(total, fc.array(line, { minLength: 1, maxLength: 5 }), (whole, booked) => {
        const { dueNow, balanceDueOn } = paymentSchedule(whole, booked, STAY);
        expect(dueNow).toBeGreaterThanOrEqual(0);
        expect(dueNow).toBeLessThanOrEqual(whole);
        if (balanceDueOn === null) expect(dueNow).toBe(whole);
        else expect(balanceDueOn <= STAY.checkIn && balanceDueOn > STAY.bookedOn).toBe(true);
      }),
    );
  });
});

const at = (instant: string) => new Date(instant);
interface Money extends PayableBooking, Pick<Booking, 'checkOut' | 'holdExpiresAt'> {}
const PLACED: Money = {
  status: 'held',
  total: 1_000,
  paid: 0,
  checkIn: '2027-07-20',
  checkOut: '2027-07-22',
  timeZone: 'Europe/Zurich',
  paymentMode: 'deposit',
  dueNow: 300,
  balanceDueOn: '2027-07-06',
  holdExpiresAt: at('2027-06-02T10:00:00Z'),
};

describe('a late booking', () => {
  const quoted = { total: 1_000, timeZone: 'Pacific/Auckland', checkIn: '2027-07-20' };
  const payment = { mode: 'deposit', dueNow: 300, balanceDueOn: '2027-07-06' } as const;
  test.each([
    ['before its balance is due', payment, '2027-07-05T11:59:00Z', 'deposit', 300],
    [
      'on the due date of its balance in the property’s time zone',
      payment,
      '2027-07-05T12:00:00Z',
      'now',
      1_000,
    ],
    [
      'on the check-in day with an amount paid at the property',
      { mode: 'deposit', dueNow: 300, balanceDueOn: '2027-07-20' },
      '2027-07-20T02:00:00Z',
      'deposit',
      300,
    ],
    ['from a quote without payment terms', undefined, '2027-06-01T12:00:00Z', 'now', 1_000],
  ] as const)(
    'a late booking %s requests everything due by then',
    (_when, shown, now, paymentMode, dueNow) => {
      const agreed = agreedPayment({ ...quoted, ...(shown && { payment: shown }) }, at(now));
      expect(agreed).toMatchObject({ paymentMode, dueNow });
    },
  );
});

describe('payment of a booking', () => {
  const LATER = '2027-07-06T21:59:00Z';
  const OVER = '2027-07-06T22:00:00Z';
  test.each<readonly [string, Partial<Money>, string, object, number]>([
    [
      'a held booking shows the deposit as due',
      {},
      LATER,
      { paid: 0, dueNow: 300, balance: 700, isOverdue: false },
      300,
    ],
    [
      'a booking confirmed by its deposit has a balance',
      { status: 'confirmed', paid: 300 },
      LATER,
      { dueNow: 0, balance: 700, isOverdue: false },
      700,
    ],
    [
      'a balance is overdue the day after its due date',
      { status: 'confirmed', paid: 300 },
      OVER,
      { balance: 700, isOverdue: true },
      700,
    ],
    [
      'a fully paid booking has no balance',
      { status: 'confirmed', paid: 1_000 },
      OVER,
      { balance: 0, balanceDueOn: null, isOverdue: false },
      0,
    ],
    [
      'a booking confirmed without a payment owes the total',
      { status: 'confirmed' },
      LATER,
      { dueNow: 0, balance: 1_000 },
      300,
    ],
    [
      'an overpaid booking has no balance',
      { status: 'confirmed', paid: 1_200 },
      OVER,
      { paid: 1_200, balance: 0 },
      0,
    ],
    [
      'a cancelled booking has no amount due',
      { status: 'cancelled', paid: 300 },
      OVER,
      { paid: 300, dueNow: 0, balance: 0, isOverdue: false },
      0,
    ],
    ['a released booking has no amount due', { status: 'released' }, OVER, { dueNow: 0, balance: 0 }, 0],
  ])('%s', (_what, change, now, shown, due) => {
    const booking = { ...PLACED, ...change };
    expect(viewPayment(booking, at(now))).toMatchObject(shown);
    expect(amountDue(booking)).toBe(due);
  });

  test.each<readonly [string, Partial<Money>, string | null]>([
    ['a held booking can be paid until its hold ends', {}, '2027-06-02T10:00:00.000Z'],
    [
      'a balance can be paid until the end of the check-out day',
      { status: 'confirmed', paid: 300 },
      '2027-07-22T22:00:00.000Z',
    ],
    ['an amount to pay at the property cannot be paid online', { status: 'confirmed' }, null],
    ['a fully paid booking cannot be paid again', { status: 'confirmed', paid: 1_000 }, null],
    ['a cancelled booking cannot be paid', { status: 'cancelled', paid: 300 }, null],
  ])('%s', (_when, change, until) => {
    expect(payableUntil({ ...PLACED, ...change })?.toISOString() ?? null).toBe(until);
  });
});

describe('payments of a booking', () => {
  /**
   * Possible events: payment for a session opened now or earlier, the host's confirmation, another price, or
   * the booking's end.
   */
  const step = fc.oneof(
    fc.record({ kind: fc.constant('open' as const), promised: fc.boolean() }),
    fc.record({ kind: fc.constant('money' as const), session: fc.nat(5) }),
    fc.record({ kind: fc.constant('mark' as const) }),
    fc.record({ kind: fc.constant('price' as const), total: fc.integer({ min: 1, max: 2_000 }) }),
    fc.record({ kind: fc.constant('cancel' as const) }),
  );
  interface Session {
    readonly amount: number;
    readonly paidBefore: number | null;
    readonly promised: boolean;
  }
  const FREE = {
    tiers: [],
    afterLast: { refundPercent: 100, feeNights: null, feeAmount: null },
    timeOfDay: '18:00',
  };
  const refundable = (booking: Money, cancellation: typeof FREE) => ({
    ...booking,
    currency: 'EUR',
    charges: [{ id: '1-c1', entry: 'charge' as const, sold: true, amount: booking.total }],
    lines: [{ unitTypeId: 1, title: '', quantity: 1, subtotal: booking.total, nightly: [], cancellation }],
  });

  test("a booking's amounts add up after any events in any order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 }), fc.array(step, { maxLength: 20 }), (dueNow, steps) => {
        let booking: Money = { ...PLACED, dueNow };
        const sessions: Session[] = [];
        let received = 0;
        let refunded = 0;
        for (const one of steps) {
          if (one.kind === 'open' && amountDue(booking) > 0) {
            const paidBefore = booking.status === 'confirmed' ? booking.paid : null;
            sessions.push({ amount: amountDue(booking), paidBefore, promised: one.promised });
          }
          const session = one.kind === 'money' ? sessions[one.session] : undefined;
          if (session) {
            sessions.splice(sessions.indexOf(session), 1);
            const { amount, paidBefore, promised } = session;
            const weight = weighMoney(
              { ...booking, currency: 'EUR' },
              { amount, paidBefore, currency: 'EUR' },
            );
            const outcome = payOutcome(booking.status, weight, false);
            const money = promised ? 0 : amount;
            received += money;
            if (outcome === 'confirmed' || outcome === 'balance_paid')
              booking = { ...booking, status: 'confirmed', paid: booking.paid + money };
            else refunded += money;
          }
          if (one.kind === 'mark' && (booking.status === 'held' || booking.status === 'confirmed')) {
            received +=
              booking.status === 'held' && booking.dueNow === 0 ? booking.total : amountDue(booking);
            booking = { ...booking, status: 'confirmed', paid: booking.paid + amountDue(booking) };
          }
          if (one.kind === 'price' && (booking.status === 'held' || booking.status === 'confirmed')) {
            const agreed = {
              paymentMode: 'deposit',
              dueNow: Math.min(dueNow, one.total),
              balanceDueOn: null,
            } as const;
            booking = { ...booking, total: one.total, dueNow: dueAfter(booking, agreed) };
          }
          if (one.kind === 'cancel') booking = { ...booking, status: 'cancelled' };

          const { paid, dueNow: now, balance } = viewPayment(booking, at('2027-06-01T00:00:00Z'));
          const isOpen = booking.status === 'held' || booking.status === 'confirmed';
          expect(paid + now + balance, 'paid, due now and due later').toBe(
            isOpen ? Math.max(booking.total, paid) : paid,
          );
          expect(received, 'what came is kept or goes back').toBe(paid + refunded);
          expect(amountDue(booking), 'nothing is asked twice').toBeLessThanOrEqual(now + balance);
          const back = refundOf(refundable(booking, FREE), at('2027-06-01T00:00:00Z')) ?? -1;
          expect(back, 'all of it is due back by free terms').toBe(paid);
          const none = { ...FREE, afterLast: { ...FREE.afterLast, refundPercent: 0 } };
          const kept = refundOf(refundable(booking, none), at('2027-06-01T00:00:00Z')) ?? -1;
          expect(kept, 'a host keeps at most the price').toBe(Math.max(0, paid - booking.total));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a payment method', () => {
  type Kind = (typeof METHOD_KINDS)[number];
  const HELD = { paidBefore: null };
  test.each<readonly [Kind, boolean, 'now' | 'deposit' | 'at_property', number | null, boolean]>([
    ['pay_at_property', true, 'now', null, true],
    ['pay_at_property', false, 'now', null, false],
    ['pay_at_property', true, 'deposit', null, false],
    ['pay_at_property', false, 'at_property', null, true],
    ['pay_at_property', true, 'now', 500, false],
    ['bank_transfer', true, 'deposit', null, true],
    ['bank_transfer', true, 'deposit', 300, true],
    ['bank_transfer', true, 'at_property', null, false],
    ['bank_transfer', false, 'deposit', null, false],
    ['test', true, 'at_property', null, false],
  ])(
    'the payment method %s (on: %s) for a booking with the payment mode %s and %s already paid is offered: %s',
    (kind, enabled, paymentMode, paidBefore, offered) => {
      expect(mayOffer({ kind, enabled }, { paymentMode, paidBefore })).toBe(offered);
    },
  );

  test("an app's payment method isn't offered if the guest pays at the property", () => {
    const app = { isDevInstall: false };
    expect(mayOfferApp(app, { ...HELD, test: false, paymentMode: 'deposit' })).toBe(true);
    expect(mayOfferApp(app, { ...HELD, test: false, paymentMode: 'at_property' })).toBe(false);
    expect(mayOfferApp(app, { ...HELD, test: true, paymentMode: 'deposit' })).toBe(false);
  });

  test.each<readonly [Kind | null, boolean]>([
    [null, false],
    ['test', false],
    ['pay_at_property', true],
    ['bank_transfer', true],
  ])('the payment method %s counts as a promise to pay: %s', (kind, promise) =>
    expect(isPromise(kind)).toBe(promise),
  );
});
