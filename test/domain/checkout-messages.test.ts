import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  blockers,
  openMessages,
  orderMessages,
} from '#subgraphs/checkout/sessions/domain/session-messages.ts';
import type { Quote } from '#subgraphs/checkout/store/entities.ts';
import { quote } from './checkout-quotes.ts';

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phoneNumber: null };
const LINES = [{ itemId: 'stay:7:2026-03-01:2026-03-04:2:0', quantity: 1 }];
type Problem = Quote['problems'][number];

const problem = (given: Partial<Problem>): Problem => ({
  code: 'out_of_stock',
  line: 0,
  limit: null,
  nearest: [],
  reason: null,
  ...given,
});
const NEAREST = [
  { checkIn: '2026-03-02', checkOut: '2026-03-05' },
  { checkIn: '2026-02-26', checkOut: '2026-03-01' },
];
const say = (found: Problem) =>
  blockers({ lines: LINES, buyer: ADA, guests: null, quote: quote({ problems: [found] }) })[0];

describe('business messages', () => {
  test.each([
    ['invalid', null, 'recoverable', '$.line_items'],
    ['invalid', 0, 'recoverable', '$.line_items[0]'],
    ['out_of_stock', 0, 'recoverable', '$.line_items[0]'],
    ['item_unavailable', 0, 'recoverable', '$.line_items[0]'],
    ['capacity_exceeded', 0, 'requires_buyer_input', '$.line_items[0]'],
    ['min_stay', 0, 'recoverable', '$.line_items[0]'],
    ['max_stay', 0, 'recoverable', '$.line_items[0]'],
    ['closed_to_arrival', 0, 'recoverable', '$.line_items[0]'],
    ['closed_to_departure', 0, 'recoverable', '$.line_items[0]'],
    ['stop_sell', 0, 'recoverable', '$.line_items[0]'],
  ] as const)(
    '%s at line %s is reported as an error, %s, at %s, in whole sentences',
    (code, line, severity, param) => {
      for (const limit of [null, 0, 1, 3]) {
        const said = say(problem({ code, line, limit, nearest: NEAREST }));
        expect(said).toMatchObject({ type: 'error', code, severity, param });
        expect(said?.content).toMatch(/^[A-Z].*\.$/s);
        expect(said?.content).not.toMatch(/null|undefined|NaN/);
      }
    },
  );

  test("a stay's problem uses the catalog's words", () => {
    const reason = 'Lake Suite has a minimum stay of 3 nights from this check-in date.';
    expect(say(problem({ code: 'min_stay', limit: 3, reason }))?.content).toBe(reason);
  });

  test('a missing buyer is `missing` at $.buyer and needs the buyer', () => {
    expect(blockers({ lines: LINES, buyer: null, guests: null, quote: quote() })).toMatchObject([
      { type: 'error', code: 'missing', severity: 'requires_buyer_input', param: '$.buyer' },
    ]);
  });

  test('an invalid buyer field is `missing` at that field', () => {
    const buyer = { ...ADA, lastName: null, email: 'nope' };
    expect(blockers({ lines: LINES, buyer, guests: null, quote: quote() })).toMatchObject([
      { code: 'missing', param: '$.buyer.last_name' },
      { code: 'missing', param: '$.buyer.email' },
    ]);
  });

  test.each([
    [0, 'missing'],
    [21, 'invalid'],
  ])('%i line items are reported as %s', (count, code) => {
    const lines = Array.from({ length: count }, () => ({ itemId: 'stay:7', quantity: 1 }));
    expect(blockers({ lines, buyer: ADA, guests: null, quote: quote() })).toMatchObject([
      { code, param: '$.line_items' },
    ]);
  });

  test('a session has blockers if and only if its buyer, its lines or the catalog raises an objection', () => {
    const problems = fc.array(
      fc.record({
        code: fc.constantFrom('invalid', 'out_of_stock', 'min_stay', 'stop_sell' as const),
        line: fc.constantFrom(null, 0),
        limit: fc.option(fc.nat(9)),
        nearest: fc.constantFrom([], NEAREST),
        reason: fc.constantFrom(null, 'Lake Suite is sold out.'),
      }),
      { maxLength: 3 },
    ) as fc.Arbitrary<Problem[]>;
    fc.assert(
      fc.property(problems, fc.boolean(), fc.nat(21), (found, hasBuyer, count) => {
        const lines = Array.from({ length: count }, () => ({ itemId: 'stay:7', quantity: 1 }));
        const said = blockers({
          lines,
          buyer: hasBuyer ? ADA : null,
          guests: null,
          quote: quote({ problems: found }),
        });
        const countFault = count === 0 || count > 20 ? 1 : 0;
        expect(said).toHaveLength(found.length + (hasBuyer ? 0 : 1) + countFault);
        expect(said.every(({ type }) => type === 'error')).toBe(true);
      }),
    );
  });

  test('a changed price is reported with both totals', () => {
    const session = {
      lines: LINES,
      buyer: ADA,
      guests: null,
      quote: quote(),
      notice: { kind: 'price_changed', from: 12_345 },
    } as const;
    const [said] = openMessages(session);
    expect(said).toMatchObject({ type: 'warning', code: 'price_changed', severity: null });
    expect(said?.content).toContain('USD 123.45');
    expect(said?.content).toContain('USD 300.00');
    expect(blockers(session)).toEqual([]);
  });

  test('payments at the property are disclosed with their amounts', () => {
    const dueAtProperty = [
      { label: 'City tax', amount: 1_650 },
      { label: 'Linen', amount: 500 },
    ];
    const session = { lines: LINES, buyer: ADA, guests: null, quote: quote({ dueAtProperty }), notice: null };
    expect(openMessages(session)).toMatchObject([
      {
        type: 'info',
        code: 'due_at_property',
        content: 'Paid at the property in addition to the total: City tax, USD 16.50; Linen, USD 5.00.',
      },
    ]);
    expect(blockers(session)).toEqual([]);
  });

  test.each([
    [
      { mode: 'deposit', dueNow: 9_000, balanceDueOn: '2026-02-15' },
      'deposit',
      'USD 90.00 is due to confirm the booking; the remaining USD 210.00 is due by 2026-02-15.',
      'where USD 90.00 is due now and the remaining USD 210.00 by 2026-02-15.',
    ],
    [
      { mode: 'at_property', dueNow: 0, balanceDueOn: '2026-03-01' },
      'pay_at_property',
      'No payment is needed to book: the guest pays USD 300.00 at the property.',
      'agree to pay USD 300.00 at the property.',
    ],
  ] as const)(
    'the message for a payment %j names the amounts due now and later',
    (payment, code, before, after) => {
      const session = { lines: LINES, buyer: ADA, guests: null, quote: quote({ payment }), notice: null };
      expect(openMessages(session)).toMatchObject([{ type: 'info', code, content: before }]);
      expect(blockers(session)).toEqual([]);
      const order = { reference: 'BK-12345678', label: 'Lake Suite', permalinkId: '0' };
      const [required] = orderMessages(
        { ...order, holdExpiresAt: '2026-03-01T14:00:00.000Z', paymentStatus: 'awaiting_payment' },
        quote({ payment }),
      );
      expect(required).toMatchObject({ type: 'info', code: 'payment_required' });
      expect(required?.content).toContain(after);
      expect(required?.content).toContain('released at 2026-03-01T14:00:00.000Z');
    },
  );

  test.each([
    ['awaiting_payment', ['payment_required']],
    ['released', ['hold_released']],
    ['paid', []],
  ] as const)('an order with the status %s has the information messages %j', (paymentStatus, codes) => {
    const said = orderMessages(
      {
        reference: 'BK-12345678',
        label: 'Lake Suite',
        permalinkId: '0',
        holdExpiresAt: '2026-03-01T14:00:00.000Z',
        paymentStatus,
      },
      quote(),
    );
    expect(said.map(({ code }) => code)).toEqual(codes);
    expect(said.every(({ type, severity }) => type === 'info' && severity === null)).toBe(true);
  });
});
