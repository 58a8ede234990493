import { describe, expect, test } from 'vitest';
import { retryInMs } from '#db/jobs/lease-states.ts';
import { MAIL_RETRIES } from '#subgraphs/apps/emails/domain/mail-schedule.ts';

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
  ])('after failure %i, a refused email is tried again at %s', (failures, at) => {
    const inMs = retryInMs(MAIL_RETRIES, failures, 0);
    expect(inMs === null ? null : new Date(now.getTime() + inMs).toISOString()).toBe(at);
  });
});
