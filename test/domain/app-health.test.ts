import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#kit/languages.ts';
import { appFailingMail } from '#subgraphs/apps/emails/domain/app-failing-mail.ts';
import { failureReason, hasRisen } from '#subgraphs/apps/webhooks/domain/app-health.ts';

// docs/interface/mails.md#failing-webhooks

describe('rising failures', () => {
  const attempts = (failed: number, all: number) => ({ failed, delivered: all - failed });

  test.each([
    ['20 of 400 failed after none', attempts(20, 400), attempts(0, 0), true],
    ['only 19 failed', attempts(19, 19), attempts(0, 100), false],
    ['less than 5 % failed', attempts(20, 401), attempts(0, 400), false],
    ['twice the percentage failed', attempts(80, 1_000), attempts(4, 100), true],
    ['less than twice the percentage failed', attempts(79, 1_000), attempts(4, 100), false],
    ['everything failed in both weeks', attempts(50, 50), attempts(50, 50), false],
  ])('the decision is right if %s', (_title, week, before, risen) => {
    expect(hasRisen(week, before)).toBe(risen);
  });

  const counts = fc.record({ delivered: fc.nat(10_000), failed: fc.nat(10_000) });

  test('failures that were as frequent in the week before never count as risen', () => {
    fc.assert(fc.property(counts, (week) => !hasRisen(week, week)));
  });

  test('another failed attempt never turns risen failures into others', () => {
    fc.assert(
      fc.property(
        counts,
        counts,
        (week, before) => !hasRisen(week, before) || hasRisen({ ...week, failed: week.failed + 1 }, before),
      ),
    );
  });
});

test('a failed attempt’s reason is its HTTP status, or why there was no response', () => {
  expect(failureReason({ lastStatusCode: 500, lastError: null })).toBe('HTTP 500');
  expect(failureReason({ lastStatusCode: null, lastError: 'The connection timed out.' })).toBe(
    'The connection timed out.',
  );
});

describe('the email about failing webhooks', () => {
  test.each(LANGUAGES)(
    'the email in %s has the figures, the failures and how many are left out',
    (language) => {
      const { subject, paragraphs, facts, after } = appFailingMail(
        {
          language,
          name: 'Dev',
          app: 'Turnover Crew',
          failed: 132,
          attempts: 900,
          percent: 15,
          percentBefore: 2,
          failing: [{ team: 'lakeside', topic: 'task.created', error: 'HTTP 500' }],
          more: 3,
        },
        'https://panel.example.com/panel/developer/turnover-crew',
      );
      expect(subject).toContain('Turnover Crew');
      for (const figure of ['132', '900', '15', '2']) expect(paragraphs.join(' ')).toContain(figure);
      expect(facts).toEqual([['lakeside', 'task.created: HTTP 500']]);
      expect(after?.[0]).toMatch(/^3 /);
    },
  );
});
