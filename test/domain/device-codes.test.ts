import { describe, expect, test } from 'vitest';
import {
  judgePoll,
  newUserCode,
  printUserCode,
  readUserCode,
} from '#subgraphs/apps/identity/domain/device-codes.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, 0) + second * 1_000);
const DEVICE = { status: 'waiting', intervalSeconds: 2, polledAt: at(10), expiresAt: at(600) } as const;

describe('a poll', () => {
  test.each([
    ['the first', { polledAt: null }, 10, { kind: 'authorization_pending', intervalSeconds: 2 }],
    ['in time', {}, 12, { kind: 'authorization_pending', intervalSeconds: 2 }],
    ['half a second early', {}, 11.5, { kind: 'authorization_pending', intervalSeconds: 2 }],
    ['earlier', {}, 11.4, { kind: 'slow_down', intervalSeconds: 7 }],
    [
      'too early for its longer pause',
      { intervalSeconds: 7 },
      16,
      { kind: 'slow_down', intervalSeconds: 12 },
    ],
    ['after the approval', { status: 'approved' }, 10.1, { kind: 'redeem' }],
    ['after the denial', { status: 'denied' }, 12, { kind: 'access_denied' }],
    ['after the code expired', {}, 600, { kind: 'expired_token' }],
    ['of an approved code that expired', { status: 'approved' }, 600, { kind: 'expired_token' }],
  ] as const)('%s', (_when, device, second, answer) => {
    expect(judgePoll({ ...DEVICE, ...device }, at(second))).toEqual(answer);
  });
});

describe('a code to type', () => {
  test.each([
    ['WDJB-MJHT', 'WDJBMJHT'],
    [' wdjb mjht ', 'WDJBMJHT'],
    ['WDJBMJHT', 'WDJBMJHT'],
    ['WDJB-MJH', null],
    ['WDJB-MJHTX', null],
    ['WDJA-MJHT', null],
    ['', null],
    [`WDJB-MJHT${' '.repeat(100)}X`, 'WDJBMJHT'],
  ])('the typed code %j is read as %j', (typed, code) => {
    expect(readUserCode(typed)).toBe(code);
  });

  test('a printed code reads back unchanged', () => {
    const codes = Array.from({ length: 100 }, newUserCode);
    expect(codes.map((code) => readUserCode(printUserCode(code)))).toEqual(codes);
    expect(new Set(codes).size).toBe(100);
  });
});
