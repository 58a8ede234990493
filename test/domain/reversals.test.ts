import { describe, expect, test } from 'vitest';
import { creditOutcome, payOutcome, reversedChange } from '#subgraphs/apps/billing/domain/statements.ts';
import {
  decideReversal,
  divideReversed,
  REVERSAL_STATUSES,
  type ReversalStatus,
} from '#subgraphs/payments/domain/reversals.ts';

// docs/interface/payments.md#statements and docs/interface/billing.md#payments-taken-back.

const DECISIONS: Readonly<Record<ReversalStatus, readonly ('make' | 'keep' | 'refuse')[]>> = {
  disputed: ['keep', 'make', 'make', 'refuse', 'refuse'],
  dispute_won: ['keep', 'keep', 'refuse', 'refuse', 'refuse'],
  dispute_lost: ['keep', 'refuse', 'keep', 'refuse', 'refuse'],
  refunded: ['refuse', 'refuse', 'refuse', 'keep', 'make'],
  refund_failed: ['refuse', 'refuse', 'refuse', 'keep', 'keep'],
};

test.each(
  REVERSAL_STATUSES.flatMap((was) =>
    REVERSAL_STATUSES.map((status, place) => [was, status, DECISIONS[was][place]] as const),
  ),
)('a report about a dispute or refund that is %s treats %s as: %s', (was, status, decision) => {
  expect(decideReversal({ status: was, amount: 100 }, { status, amount: 100 })).toBe(decision);
  expect(decideReversal(null, { status, amount: 100 })).toBe('make');
});

test('an open dispute takes another amount, and a decided one keeps its amount', () => {
  expect(decideReversal({ status: 'disputed', amount: 100 }, { status: 'disputed', amount: 50 })).toBe(
    'make',
  );
  expect(decideReversal({ status: 'refunded', amount: 100 }, { status: 'refunded', amount: 50 })).toBe(
    'keep',
  );
});

describe('what was taken back', () => {
  const reversal = (status: ReversalStatus, amount: number) => ({ status, amount });
  const failed = (amount: number, paidBackAmount: number | null = null) =>
    ({ status: 'REJECTED', amount, paidBackAmount }) as const;

  test('pays back failed refunds first, and the rest comes from what paid the statement', () => {
    const reversals = [reversal('refunded', 700), reversal('disputed', 900), reversal('dispute_won', 50)];
    expect(divideReversed(3_000, reversals, [])).toEqual({ reversed: 700, left: [] });
    expect(divideReversed(3_000, reversals, [failed(500)])).toEqual({ reversed: 200, left: [0] });
    expect(divideReversed(3_000, reversals, [failed(900)])).toEqual({ reversed: 0, left: [200] });
    expect(divideReversed(3_000, reversals, [failed(900, 900)])).toEqual({ reversed: 700, left: [0] });
    expect(divideReversed(3_000, reversals, [failed(900, 200)])).toEqual({ reversed: 0, left: [0] });
    const made = { status: 'RESOLVED', amount: 500, paidBackAmount: null } as const;
    expect(divideReversed(3_000, reversals, [made])).toEqual({ reversed: 700, left: [0] });
  });

  test('is at most the payment, even if a refund is disputed too', () => {
    const both = [reversal('refunded', 2_000), reversal('dispute_lost', 3_000)];
    expect(divideReversed(3_000, both, []).reversed).toBe(3_000);
    expect(reversedChange({ amount: 2_000, reversed: 500 }, 3_000)).toBe(1_500);
    expect(reversedChange({ amount: 2_000, reversed: 500 }, 0)).toBe(-500);
  });
});

describe('a reopened statement', () => {
  const open = { status: 'open', total: 3_000, credited: 0, owed: 1_000 } as const;

  test('is settled by a credit note for what it owes, and the rest of a larger one is carried over', () => {
    expect(creditOutcome(open, 400)).toEqual({ status: 'open', owed: 600, carried: 0 });
    expect(creditOutcome(open, 1_000)).toEqual({ status: 'paid', owed: null, carried: 0 });
    expect(creditOutcome(open, 1_500)).toEqual({ status: 'paid', owed: null, carried: 500 });
    expect(creditOutcome({ ...open, owed: 3_000 }, 3_000)).toEqual({
      status: 'credited',
      owed: null,
      carried: 0,
    });
    const paid = { ...open, status: 'paid', owed: null } as const;
    expect(creditOutcome(paid, 400)).toEqual({ status: 'paid', owed: null, carried: 400 });
    const unpaid = { ...open, owed: null } as const;
    expect(creditOutcome(unpaid, 400)).toEqual({ status: 'open', owed: null, carried: 0 });
    expect(creditOutcome(unpaid, 3_000)).toEqual({ status: 'credited', owed: null, carried: 0 });
  });

  test('accepts a payment up to what it owes, and each payment once', () => {
    expect(payOutcome(open, { amount: 1_200, accepted: null })).toEqual({
      outcome: 'statement_paid',
      excess: 200,
    });
    expect(payOutcome(open, { amount: 800, accepted: null }).excess).toBe(0);
    expect(payOutcome(open, { amount: 800, accepted: 800 }).excess).toBe(0);
    const paid = { ...open, status: 'paid', owed: null } as const;
    expect(payOutcome(paid, { amount: 800, accepted: null }).outcome).toBe('already_paid');
    expect(payOutcome(paid, { amount: 800, accepted: 600 })).toEqual({
      outcome: 'statement_paid',
      excess: 200,
    });
  });
});
