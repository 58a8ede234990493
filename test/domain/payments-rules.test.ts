import { describe, expect, test } from 'vitest';
import { readRedirect } from '#subgraphs/payments/domain/app-answer.ts';
import { readBic, readIban } from '#subgraphs/payments/domain/iban.ts';
import { readSettings } from '#subgraphs/payments/domain/method-settings.ts';
import {
  allowsTests,
  DEFAULT_EFFECT,
  heldUntil,
  isStillDue,
  METHOD_KINDS,
} from '#subgraphs/payments/domain/methods.ts';
import { MAX_PENDING_MS, pendingUntil } from '#subgraphs/payments/domain/pending.ts';
import { decideRefund, REFUND_STATUSES, refundable } from '#subgraphs/payments/domain/refunds.ts';
import { decideMove, SESSION_STATUSES, type SessionMove } from '#subgraphs/payments/domain/session-states.ts';

/** Each status's decision for each move: `m`ake, `d`one already, `-` refused. */
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
  test.each(CASES)('the decision on the move %s from %s is %s', (move, status, decision) => {
    expect(decideMove(status, move)).toBe(decision);
  });
});

describe('a pending session', () => {
  const opened = new Date('2026-05-01T12:00:00Z');
  test('a pending session waits at most 72 hours', () => {
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

  test('refunds sum to at most the paid amount', () => {
    expect(refundable(1_000, [])).toBe(1_000);
    expect(refundable(1_000, [refund(400), refund(100, 'INITIATED'), refund(300, 'REJECTED')])).toBe(500);
    expect(refundable(1_000, [refund(600), refund(400, 'MANUAL')])).toBe(0);
  });

  test.each(REFUND_STATUSES)("a refund that is %s accepts the app's report once", (status) => {
    const open = ['INITIATED', 'REQUESTED', 'MANUAL'].includes(status);
    expect(decideRefund(status, 'resolve')).toBe(open ? 'make' : status === 'RESOLVED' ? 'made' : 'refuse');
    expect(decideRefund(status, 'reject')).toBe(open ? 'make' : status === 'REJECTED' ? 'made' : 'refuse');
    expect(decideRefund(status, 'fail')).toBe(status === 'REJECTED' ? 'made' : 'make');
  });
});

describe('where an app wants the guest to go', () => {
  const answer = (redirect_url: unknown, status = 200) => ({
    status,
    body: JSON.stringify({ redirect_url }),
    failure: null,
  });

  test("an app's redirect is followed to https", () => {
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
  ])("an app's redirect isn't followed when it is %s", (_what, given) => {
    expect(readRedirect(given, { allowLoopback: true })).toHaveProperty('problem');
  });
});

describe('a built-in payment method', () => {
  const given = { kind: 'bank_transfer', enabled: true, instructions: 'Quote your reference.' } as const;
  const read = (settings: object) =>
    readSettings({ ...NOTHING, ...given, ...settings }, { testsAllowed: false });
  const NOTHING = { effect: null, holdHours: null, instructions: null, bankAccount: null };
  const account = { holder: 'Seehof AG', iban: 'ch93 0076 2011 6238 5295 7', bic: 'pofichbexxx' };

  test('a payment method stores its bank account in one form', () => {
    expect(read({ bankAccount: account })).toEqual({
      kind: 'bank_transfer',
      enabled: true,
      effect: 'extend_hold',
      holdHours: 72,
      instructions: 'Quote your reference.',
      bankAccount: { holder: 'Seehof AG', iban: 'CH9300762011623852957', bic: 'POFICHBEXXX' },
    });
  });

  test.each([
    ['kind', { kind: 'test' }],
    ['holdHours', { holdHours: 0 }],
    ['holdHours', { holdHours: 337 }],
    ['instructions', { instructions: 'x'.repeat(2_001) }],
    ['instructions', { instructions: 'a\0b' }],
    ['bankAccount', { instructions: '   ' }],
    ['bankAccount', { kind: 'pay_at_property', bankAccount: account }],
    ['bankAccount.holder', { bankAccount: { ...account, holder: '\u200b' } }],
    ['bankAccount.iban', { bankAccount: { ...account, iban: 'CH9300762011623852975' } }],
    ['bankAccount.bic', { bankAccount: { ...account, bic: 'POFI' } }],
  ])('a payment method is refused for its %s: %j', (path, settings) => {
    const faults = read(settings);
    if (!Array.isArray(faults)) throw new Error('Nothing was refused.');
    expect(faults.map((fault) => fault.path.join('.'))).toEqual([path]);
  });

  test('a disabled payment method may have no account', () => {
    expect(read({ enabled: false, instructions: null })).toMatchObject({ enabled: false });
  });

  test.each(METHOD_KINDS)('the payment method %s has a default effect', (kind) => {
    expect(DEFAULT_EFFECT[kind]).toBe(kind === 'bank_transfer' ? 'extend_hold' : 'confirm');
  });

  test('the test payment method exists only in sandboxes and demo worlds', () => {
    expect(allowsTests({ sandbox: true }, { seed: 'none' })).toBe(true);
    expect(allowsTests({ sandbox: false }, { seed: 'demo' })).toBe(true);
    expect(allowsTests({ sandbox: false }, { seed: 'none' })).toBe(false);
  });

  test('a payment method extends the hold from the time it was first chosen', () => {
    expect(heldUntil(new Date('2026-05-01T12:00:00Z'), 72)).toEqual(new Date('2026-05-04T12:00:00Z'));
  });

  test.each([
    ['pay_at_property', 'confirm', true, true],
    ['bank_transfer', 'confirm', true, true],
    ['test', 'confirm', true, false],
    ['pay_at_property', 'extend_hold', true, false],
    ['bank_transfer', 'extend_hold', false, true],
    ['test', 'extend_hold', false, true],
  ] as const)(
    'the method %s with the effect %s, confirmed: %s, is still due: %s',
    (kind, effect, isConfirmed, isDue) => {
      expect(isStillDue(kind, effect, isConfirmed)).toBe(isDue);
    },
  );
});

describe('an IBAN', () => {
  test.each([
    'DE89 3704 0044 0532 0130 00',
    'gb82-west-1234-5698-7654-32',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
  ])('the IBAN %s is accepted', (iban) => {
    expect(readIban(iban)).toBe(iban.replaceAll(/[ -]/g, '').toUpperCase());
  });

  test('an IBAN with any digit mistyped is refused', () => {
    const iban = 'DE89370400440532013000';
    for (let at = 2; at < iban.length; at++) {
      for (const digit of '0123456789') {
        const typed = iban.slice(0, at) + digit + iban.slice(at + 1);
        expect(readIban(typed), typed).toBe(typed === iban ? iban : null);
      }
    }
  });

  test('an IBAN with two adjacent characters swapped is refused', () => {
    const iban = 'DE89370400440532013000';
    for (let at = 2; at + 1 < iban.length; at++) {
      const typed = `${iban.slice(0, at)}${iban[at + 1]}${iban[at]}${iban.slice(at + 2)}`;
      expect(readIban(typed), typed).toBe(typed === iban ? iban : null);
    }
  });

  test.each(['', 'DE', 'not an IBAN', 'DE00370400440532013000', `DE89${'0'.repeat(40)}`])(
    "%j isn't an IBAN",
    (text) => {
      expect(readIban(text)).toBeNull();
    },
  );

  test.each([
    ['deutdeff', 'DEUTDEFF'],
    ['POFICHBEXXX', 'POFICHBEXXX'],
    ['POFICHBEXX', null],
    ['12345678', null],
  ])('the BIC %s is read as %s', (text, bic) => {
    expect(readBic(text)).toBe(bic);
  });
});
