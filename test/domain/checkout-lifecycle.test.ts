import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOpen, REPLIES, statusAt } from '#subgraphs/checkout/sessions/domain/lifecycle.ts';

const STATUSES = [
  'incomplete',
  'ready_for_complete',
  'complete_in_progress',
  'completed',
  'canceled',
] as const;
const NOW = new Date('2026-03-01T12:00:00Z');

describe('a checkout session: states and transitions', () => {
  test.each([
    ['update', 'incomplete', 'go'],
    ['update', 'ready_for_complete', 'go'],
    ['update', 'complete_in_progress', 'wait'],
    ['update', 'completed', 'finished'],
    ['update', 'canceled', 'finished'],
    ['complete', 'incomplete', 'show'],
    ['complete', 'ready_for_complete', 'go'],
    ['complete', 'complete_in_progress', 'wait'],
    ['complete', 'completed', 'show'],
    ['complete', 'canceled', 'finished'],
    ['cancel', 'incomplete', 'go'],
    ['cancel', 'ready_for_complete', 'go'],
    ['cancel', 'complete_in_progress', 'finished'],
    ['cancel', 'completed', 'finished'],
    ['cancel', 'canceled', 'finished'],
  ] as const)(
    'the operation %s on a session with the status %s has the result %s',
    (operation, status, reply) => {
      expect(REPLIES[operation][status]).toBe(reply);
    },
  );

  test('an open session counts as canceled from the moment it expires', () => {
    const statuses = fc.constantFrom(...STATUSES);
    fc.assert(
      fc.property(statuses, fc.integer({ min: -86_400_000, max: 86_400_000 }), (status, offsetMs) => {
        const session = { status, expiresAt: new Date(NOW.getTime() + offsetMs) };
        const expected = isOpen(status) && offsetMs <= 0 ? 'canceled' : status;
        expect(statusAt(session, NOW)).toBe(expected);
      }),
    );
  });

  test('every operation takes effect only on open sessions', () => {
    for (const replies of Object.values(REPLIES)) {
      for (const status of STATUSES) {
        if (replies[status] === 'go') expect(isOpen(status)).toBe(true);
      }
    }
  });
});
