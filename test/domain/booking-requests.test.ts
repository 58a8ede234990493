import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  REQUEST_STATUSES,
  type RequestMove,
  type RequestStatus,
  requestAfter,
} from '#subgraphs/checkout/domain/request-status.ts';
import {
  checkInStarts,
  isTooLate,
  keepsPrice,
  payBy,
  respondBy,
} from '#subgraphs/checkout/requests/domain/request-times.ts';

// docs/interface/requests.md#states

const MOVES: readonly RequestMove[] = [
  'verify',
  'accept',
  'fail',
  'decline',
  'withdraw',
  'expire',
  'pay',
  'lapse',
];

describe('a request to book', () => {
  const LEGAL: Readonly<Record<string, RequestStatus>> = {
    'unverified verify': 'pending',
    'unverified fail': 'failed',
    'pending accept': 'accepted',
    'pending fail': 'failed',
    'pending decline': 'declined',
    'pending withdraw': 'withdrawn',
    'pending expire': 'expired',
    'accepted pay': 'booked',
    'accepted lapse': 'lapsed',
    'lapsed pay': 'booked',
  };
  test.each(REQUEST_STATUSES.flatMap((status) => MOVES.map((move) => [status, move] as const)))(
    'a request with the status %s follows the transition table on %s',
    (status, move) => {
      expect(requestAfter(status, move)).toBe(LEGAL[`${status} ${move}`] ?? null);
    },
  );

  test('a request is answered at most once, whatever events occur', () => {
    const answers = new Set<RequestStatus>(['accepted', 'declined', 'withdrawn', 'expired', 'failed']);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...MOVES), { maxLength: 30 }), (moves) => {
        let status: RequestStatus = 'unverified';
        let answered = 0;
        for (const move of moves) {
          const next = requestAfter(status, move);
          if (next !== null && answers.has(next)) answered += 1;
          status = next ?? status;
        }
        expect(answered).toBeLessThanOrEqual(1);
        if (status === 'booked' || status === 'lapsed') expect(answered).toBe(1);
      }),
    );
  });
});

describe('the times of a request', () => {
  const arrival = { checkIn: '2026-12-04', timeZone: 'Europe/Zurich' };
  const HOUR = 3_600;
  const at = (text: string) => new Date(text);

  test('a request ends when the check-in day begins at the property', () => {
    expect(checkInStarts(arrival)).toEqual(at('2026-12-03T23:00:00Z'));
    expect(respondBy(at('2026-12-01T12:00:00Z'), 24 * HOUR, arrival)).toEqual(at('2026-12-02T12:00:00Z'));
    expect(respondBy(at('2026-12-03T12:00:00Z'), 24 * HOUR, arrival)).toEqual(at('2026-12-03T21:00:00Z'));
    expect(payBy(at('2026-12-03T12:00:00Z'), 24 * HOUR, arrival)).toEqual(at('2026-12-03T23:00:00Z'));
  });

  test.each([
    ['2026-12-03T20:59:00Z', 0, false],
    ['2026-12-03T21:00:00Z', 0, true],
    ['2026-12-01T12:00:00Z', 48, false],
    ['2026-12-02T12:00:00Z', 48, true],
  ])('a request at %s with %d hours of notice is too late: %s', (now, notice, tooLate) => {
    expect(isTooLate(at(now), notice * HOUR, arrival)).toBe(tooLate);
  });

  test('a request keeps its price for 24 hours', () => {
    const placed = at('2026-12-01T12:00:00Z');
    expect(keepsPrice(placed, at('2026-12-02T11:59:59Z'))).toBe(true);
    expect(keepsPrice(placed, at('2026-12-02T12:00:00Z'))).toBe(false);
  });
});
