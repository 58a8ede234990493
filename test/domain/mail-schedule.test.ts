import { describe, expect, test } from 'vitest';
import { nextAttempt } from '#subgraphs/apps/emails/domain/mail-schedule.ts';

// docs/interface/accounts.md#mails

describe('a mail that the server did not take', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  test.each([
    [1, '2026-11-22T10:01:00.000Z'],
    [2, '2026-11-22T10:05:00.000Z'],
    [3, '2026-11-22T10:30:00.000Z'],
    [4, '2026-11-22T12:00:00.000Z'],
    [5, '2026-11-22T18:00:00.000Z'],
    [6, null],
  ])('a refused mail is tried again after failure %i at %s', (failures, at) => {
    expect(nextAttempt(failures, now)?.toISOString() ?? null).toBe(at);
  });
});
