import { describe, expect, test } from 'vitest';
import {
  type CustomField,
  customFieldProblem,
  MAX_FIELDS_PER_NAMESPACE,
  withCustomField,
} from '#kit/custom-fields.ts';
import { guestReadyAfter } from '#subgraphs/tasks/domain/guest-ready.ts';
import { dueOnDay } from '#subgraphs/tasks/domain/host-rules.ts';
import { slaProblem } from '#subgraphs/tasks/domain/sla.ts';

const field = (over: Partial<CustomField> = {}): CustomField => ({
  namespace: 'tidy',
  key: 'crew',
  type: 'string',
  value: 'North',
  visibility: 'app',
  ...over,
});

describe('a custom field', () => {
  test.each([
    ['string', 'anything'],
    ['integer', '-12'],
    ['decimal', '12.50'],
    ['boolean', 'false'],
    ['date', '2026-02-28'],
    ['datetime', '2026-02-28T10:00:00Z'],
    ['url', 'https://example.com/a'],
    ['json', '{"a":[1]}'],
  ])('a %s custom field accepts %s', (type, value) => {
    expect(customFieldProblem([], field({ type, value }), 'tidy')).toBeNull();
  });

  test.each([
    ['integer', '1.5'],
    ['decimal', '1e3'],
    ['boolean', 'yes'],
    ['date', '2026-02-30'],
    ['datetime', '2026-02-28'],
    ['url', 'javascript:alert(1)'],
    ['json', '{a}'],
  ])('a %s custom field refuses %s', (type, value) => {
    expect(customFieldProblem([], field({ type, value }), 'tidy')).toMatchObject({
      field: ['value'],
      code: 'INVALID',
    });
  });

  test.each(['rainbow', 'constructor', ''])('a custom field of the unknown type "%s" is refused', (type) => {
    expect(customFieldProblem([], field({ type }), 'tidy')).toMatchObject({ field: ['type'] });
  });

  test.each(['', 'a b', 'ü', 'x'.repeat(65)])('a custom field with the key "%s" is refused', (key) => {
    expect(customFieldProblem([], field({ key }), 'tidy')).toMatchObject({ field: ['key'] });
  });

  test("a custom field in a namespace other than the app's slug is refused", () => {
    expect(customFieldProblem([], field({ namespace: 'rival' }), 'tidy')).toMatchObject({
      field: ['namespace'],
      code: 'NAMESPACE_NOT_OWNED',
    });
  });

  test("a custom field beyond a namespace's limit is refused", () => {
    const full = Array.from({ length: MAX_FIELDS_PER_NAMESPACE }, (_, i) => field({ key: `k${i}` }));
    expect(customFieldProblem(full, field({ key: 'more' }), 'tidy')).toMatchObject({ code: 'TOO_MANY' });
    expect(customFieldProblem(full, field({ key: 'k0' }), 'tidy')).toBeNull();
  });

  test("a custom field replaces its earlier value and leaves other apps' fields unchanged", () => {
    const theirs = field({ namespace: 'rival' });
    expect(withCustomField([field(), theirs], field({ value: 'South' }))).toEqual([
      theirs,
      field({ value: 'South' }),
    ]);
  });
});

describe("a property's readiness for its next guest", () => {
  test.each([
    ['IN_PROGRESS', 'COMPLETED', false, false, true],
    ['IN_PROGRESS', 'COMPLETED', true, false, null],
    ['COMPLETED', 'VERIFIED', false, false, true],
    ['COMPLETED', 'VERIFIED', true, false, null],
    ['COMPLETED', 'IN_PROGRESS', false, true, false],
    ['OPEN', 'ASSIGNED', false, true, null],
    ['ASSIGNED', 'CANCELLED', false, false, null],
    ['ASSIGNED', 'CANCELLED', false, true, true],
    ['ASSIGNED', 'CANCELLED', true, true, null],
  ] as const)(
    'a property after a task moves from %s to %s, with another waiting: %s and another done: %s, has readiness %s',
    (from, to, waiting, done, ready) => {
      expect(guestReadyAfter(from, to, { waiting, done })).toBe(ready);
    },
  );
});

describe("a host rule's task", () => {
  test.each([
    ['Europe/Zurich', '2026-01-31', '2026-01-31T10:00:00.000Z'],
    ['Europe/Zurich', '2026-07-01', '2026-07-01T09:00:00.000Z'],
    ['Asia/Tokyo', '2026-01-31', '2026-01-31T02:00:00.000Z'],
    ['America/Los_Angeles', '2026-03-08', '2026-03-08T18:00:00.000Z'],
  ])("a host rule's task in %s for the check-out on %s is due at %s", (timeZone, checkOut, due) => {
    expect(dueOnDay('check_out', { checkIn: '2026-01-01', checkOut, timeZone }).toISOString()).toBe(due);
  });
});

describe('the SLA of a task type', () => {
  test.each([
    [60_000, true],
    [24 * 3_600_000, true],
    [59_000, false],
    [24 * 3_600_000 + 1_000, false],
    [0, false],
    [-60_000, false],
  ])('a task type accepts an SLA of %i ms: %s', (slaMs, settable) => {
    expect(slaProblem(slaMs, 60_000) === null).toBe(settable);
  });
});
