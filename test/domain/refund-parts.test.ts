import { describe, expect, test } from 'vitest';
import { refundParts } from '#subgraphs/checkout/folio/domain/due-refunds.ts';
import { chanceOf, SEED, tries } from '../support/seeded.ts';

type Entry = Parameters<typeof refundParts>[0][number];

const entry = (change: Partial<Entry>): Entry => ({
  entry: 'payment',
  status: null,
  amount: 0,
  accepted: true,
  method: 'app:till',
  paymentSessionId: null,
  refundSessionId: null,
  disputeAmount: null,
  disputeStatus: null,
  ...change,
});
const paid = (paymentSessionId: string | null, amount: number, change: Partial<Entry> = {}) =>
  entry({ paymentSessionId, amount, ...change });
const refunded = (paymentSessionId: string, amount: number, status: Entry['status'] = 'refunded') =>
  entry({ entry: 'refund', paymentSessionId, amount, status, refundSessionId: `r-${paymentSessionId}` });

const divide = (entries: readonly Entry[], amount: number) =>
  refundParts(entries, amount).map((part) => [part.paymentSessionId, part.amount]);

// docs/interface/payments.md#automatic-refunds
describe('the payments that a refund goes to', () => {
  test.each<readonly [string, readonly Entry[], number, unknown]>([
    ['the only payment', [paid('a', 100)], 60, [['a', 60]]],
    ['the latest payment that covers it', [paid('a', 100), paid('b', 100), paid('c', 20)], 60, [['b', 60]]],
    [
      'all payments, latest first, if none covers it',
      [paid('a', 100), paid('b', 50)],
      120,
      [
        ['b', 50],
        ['a', 70],
      ],
    ],
    ['no payment made otherwise', [paid(null, 100), paid('b', 50)], 120, [['b', 50]]],
    [
      'no payment whose dispute is open',
      [paid('a', 100), paid('b', 50, { disputeStatus: 'open' })],
      120,
      [['a', 100]],
    ],
    [
      'no money that a lost dispute took back',
      [paid('a', 100, { disputeStatus: 'lost', disputeAmount: 30 })],
      90,
      [['a', 70]],
    ],
    ['no payment that the booking refused', [paid('a', 100, { accepted: false })], 60, []],
    ['the rest after earlier refunds', [paid('a', 100), refunded('a', 30)], 90, [['a', 70]]],
    ['a payment whose refund failed', [paid('a', 100), refunded('a', 30, 'failed')], 90, [['a', 90]]],
  ])('a refund goes to %s', (_rule, entries, amount, expected) => {
    expect(divide(entries, amount)).toEqual(expected);
  });

  test('the parts never exceed a payment or the refund, and cover as much of it as the payments can', () => {
    const chance = chanceOf(SEED);
    for (let round = 0; round < tries(400); round++) {
      const payments = Array.from({ length: chance.below(5) }, (_, index) => ({
        id: `p${index}`,
        amount: 1 + chance.below(1_000),
        back: chance.below(1_500),
      }));
      const entries = payments.flatMap(({ id, amount, back }) => [
        paid(id, amount),
        refunded(id, Math.min(amount, back)),
      ]);
      const amount = 1 + chance.below(3_000);
      const parts = refundParts(entries, amount);
      const left = new Map(payments.map((one) => [one.id, one.amount - Math.min(one.amount, one.back)]));
      for (const part of parts) {
        expect(part.amount).toBeGreaterThan(0);
        expect(part.amount, `seed ${SEED}`).toBeLessThanOrEqual(left.get(part.paymentSessionId) ?? 0);
      }
      const all = [...left.values()].reduce((sum, one) => sum + one, 0);
      const total = parts.reduce((sum, part) => sum + part.amount, 0);
      expect(total, `seed ${SEED}`).toBe(Math.min(amount, all));
    }
  });
});
