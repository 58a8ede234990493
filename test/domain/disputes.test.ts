import { expect, test } from 'vitest';
import { decideDispute } from '#subgraphs/checkout/folio/domain/disputes.ts';

// docs/interface/folios.md#disputes: reports repeat and arrive in any order; the first outcome stays.

const STATUSES = ['open', 'won', 'lost'] as const;
type Status = (typeof STATUSES)[number];

const dispute = (status: Status | null, reference: string | null = 'dp_1') => ({
  disputeAmount: status && 10_000,
  disputeStatus: status,
  disputeReference: status && reference,
});
const report = (status: Status, { amount = 10_000, reference = 'dp_1' as string | null } = {}) => ({
  amount,
  status,
  reference,
});

test.each([
  [null, 'open', 'make'],
  [null, 'won', 'make'],
  [null, 'lost', 'make'],
  ['open', 'open', 'keep'],
  ['open', 'won', 'make'],
  ['open', 'lost', 'make'],
  ['won', 'open', 'keep'],
  ['won', 'won', 'keep'],
  ['won', 'lost', 'refuse'],
  ['lost', 'open', 'keep'],
  ['lost', 'won', 'refuse'],
  ['lost', 'lost', 'keep'],
] as const)('a dispute that is %s treats the report %s as: %s', (was, status, decision) => {
  expect(decideDispute(dispute(was), report(status))).toBe(decision);
  expect(decideDispute(dispute(was), report(status, { reference: null })), 'without a reference').toBe(
    decision,
  );
});

test('an open dispute takes another amount, and only a won one is followed by another dispute', () => {
  expect(decideDispute(dispute('open'), report('open', { amount: 5_000 }))).toBe('make');
  const other = (was: Status) => decideDispute(dispute(was), report('open', { reference: 'dp_2' }));
  expect(STATUSES.map(other)).toEqual(['refuse', 'make', 'refuse']);
});

test('reports in any order, each repeated, change a dispute to its outcome exactly once', () => {
  for (const outcome of ['won', 'lost'] as const) {
    for (const order of [
      ['open', outcome],
      [outcome, 'open'],
      ['open', 'open', outcome, 'open', outcome],
    ] as const) {
      let was = dispute(null);
      const made: Status[] = [];
      for (const status of order.flatMap((one) => [one, one])) {
        if (decideDispute(was, report(status)) !== 'make') continue;
        made.push(status);
        was = dispute(status);
      }
      expect([was.disputeStatus, made.filter((one) => one === outcome)]).toEqual([outcome, [outcome]]);
    }
  }
});
