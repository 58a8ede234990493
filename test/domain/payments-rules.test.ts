import { describe, expect, test } from 'vitest';
import { readRedirect } from '#subgraphs/payments/domain/app-answer.ts';
import { MAX_PENDING_MS, pendingUntil } from '#subgraphs/payments/domain/pending.ts';
import { decideRefund, REFUND_STATUSES, refundable } from '#subgraphs/payments/domain/refunds.ts';
import { decideMove, SESSION_STATUSES, type SessionMove } from '#subgraphs/payments/domain/session-states.ts';

/** What each status says to each move: `m`ake, `d`one already, `-` refused. */
const TABLE: Readonly<Record<SessionMove, string>> = {
  //       INIT RED PEND RES REJ EXP CAN
  redirect: 'md-----',
  pend: 'mmm----',
  resolve: 'mmmd-mm',
  reject: 'mmm-d--',
  expire: 'mmm--d-',
  cancel: 'mmm---d',
};
const WORDS = { m: 'make', d: 'made', '-': 'refuse' } as const;
const CASES = Object.entries(TABLE).flatMap(([move, row]) =>
  SESSION_STATUSES.map(
    (status, i) => [move as SessionMove, status, WORDS[row[i] as keyof typeof WORDS]] as const,
  ),
);

describe('the states of a payment session', () => {
  test.each(CASES)('%s from %s: %s', (move, status, decision) => {
    expect(decideMove(status, move)).toBe(decision);
  });
});

describe('a pending session', () => {
  const opened = new Date('2026-05-01T12:00:00Z');
  test('waits 72 hours at most', () => {
    const asked = new Date('2026-05-02T12:00:00Z');
    expect(pendingUntil(asked, opened)).toEqual(asked);
    expect(pendingUntil(new Date('2027-01-01'), opened)).toEqual(new Date(opened.getTime() + MAX_PENDING_MS));
  });
});

describe('refunds', () => {
  const refund = (amount: number, status: (typeof REFUND_STATUSES)[number] = 'RESOLVED') => ({
    amount,
    status,
  });

  test('sum up to at most what was paid', () => {
    expect(refundable(1_000, [])).toBe(1_000);
    expect(refundable(1_000, [refund(400), refund(100, 'INITIATED'), refund(300, 'REJECTED')])).toBe(500);
    expect(refundable(1_000, [refund(600), refund(400, 'MANUAL')])).toBe(0);
  });

  test.each(REFUND_STATUSES)('%s accepts the report of the app once', (status) => {
    const open = ['INITIATED', 'REQUESTED', 'MANUAL'].includes(status);
    expect(decideRefund(status, 'RESOLVED')).toBe(open ? 'make' : status === 'RESOLVED' ? 'made' : 'refuse');
    expect(decideRefund(status, 'REJECTED')).toBe(open ? 'make' : status === 'REJECTED' ? 'made' : 'refuse');
  });
});

describe('where an app wants the guest to go', () => {
  const answer = (redirect_url: unknown, status = 200) => ({
    status,
    body: JSON.stringify({ redirect_url }),
    failure: null,
  });

  test('is followed to https', () => {
    const strict = { allowLoopback: false };
    expect(readRedirect(answer('https://pay.example/s/1?x=2', 201), strict)).toEqual({
      url: 'https://pay.example/s/1?x=2',
    });
    for (const host of ['localhost:9', '127.0.0.1:9', '[::1]:9']) {
      expect(readRedirect(answer(`http://${host}/p`), { allowLoopback: true })).toEqual({
        url: `http://${host}/p`,
      });
      expect(readRedirect(answer(`http://${host}/p`), strict)).toHaveProperty('problem');
    }
  });

  test.each([
    ['http to another machine', answer('http://pay.example/')],
    ['a private address over http', answer('http://10.0.0.1/')],
    ['a script', answer('javascript:alert(1)')],
    ['data', answer('data:text/html,hello')],
    ['a path', answer('/pay')],
    ['another scheme', answer('ftp://pay.example/')],
    ['credentials', answer('https://bank.example@evil.example/')],
    ['a line break', answer('https://pay.example/\r\nset-cookie: a=b')],
    ['a backslash', answer('https:\\\\pay.example')],
    ['something endless', answer(`https://pay.example/${'x'.repeat(3_000)}`)],
    ['a number', answer(7)],
    ['nothing', answer(null)],
    ['a list', { status: 200, body: '["https://pay.example"]', failure: null }],
    ['no JSON', { status: 200, body: '<html>', failure: null }],
    ['an empty answer', { status: 204, body: '', failure: null }],
    ['an error', answer('https://pay.example/', 500)],
    ['a redirect', answer('https://pay.example/', 302)],
    ['silence', { status: null, body: '', failure: 'timeout' }],
  ])('is not followed when it is %s', (_what, given) => {
    expect(readRedirect(given, { allowLoopback: true })).toHaveProperty('problem');
  });
});
