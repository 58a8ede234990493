import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CancellationTerms,
  type CancelledStay,
  cancellationCost,
  freeUntil,
  tierEnds,
} from '#kit/cancellation.ts';
import { cancellationText } from '#kit/cancellation-text.ts';
import { type GivenTerms, readTerms } from '#subgraphs/catalog/rates/domain/cancellation-input.ts';

const percent = (refundPercent: number) => ({ refundPercent });
const MODERATE: GivenTerms = {
  tiers: [
    { hoursBefore: 7 * 24, ...percent(100) },
    { hoursBefore: 24, ...percent(50) },
  ],
  afterLast: percent(0),
};
const termsOf = (given: GivenTerms): CancellationTerms => {
  const { terms } = readTerms(given);
  if (!terms) throw new Error('These terms are refused.');
  return terms;
};
const STAY: CancelledStay = {
  checkIn: '2027-03-29',
  timeZone: 'Europe/Zurich',
  total: 30_001,
  nightly: [20_000, 10_000],
  nights: 2,
};
const at = (instant: string) => Temporal.Instant.from(instant);

describe('What cancelling costs', () => {
  test.each([
    ['2027-03-22T16:00:00Z', 0], // 18:00 in summer time, seven days before
    ['2027-03-22T17:00:00Z', 0], // 18:00 in winter time: the clocks change on the 28th
    ['2027-03-22T17:00:01Z', 15_000],
    ['2027-03-28T16:00:00Z', 15_000],
    ['2027-03-28T16:00:01Z', 30_001],
    ['2027-04-20T00:00:00Z', 30_001],
  ])('cancelling at %s costs %i', (instant, cost) => {
    expect(cancellationCost(termsOf(MODERATE), STAY, at(instant))).toBe(cost);
  });

  test.each<[GivenTerms['afterLast'], number]>([
    [{ feeNights: 1 }, 20_001],
    [{ feeNights: 9 }, 30_001],
    [{ feeAmount: 5_000 }, 5_000],
    [{ feeAmount: 90_000 }, 30_001],
    [{ refundPercent: 33 }, 20_101],
  ])('cancelling with %j costs %i', (afterLast, cost) => {
    expect(cancellationCost(termsOf({ tiers: [], afterLast }), STAY, at('2027-01-01T00:00:00Z'))).toBe(cost);
  });

  /**
   * Evaluation examples for `dev.ucp.lodging.policy.cancellation`, whose schedules are proposed and not in
   * the pinned draft. Ours differ in two ways that a schedule would have to express: the cutoff itself still
   * counts as before it, and whole days are calendar days.
   */
  const BEFORE_CHRISTMAS = {
    given: { tiers: [{ hoursBefore: 48, ...percent(100) }], afterLast: { feeNights: 1 }, timeOfDay: '15:00' },
    stay: { checkIn: '2026-12-22', timeZone: 'America/New_York' },
  };
  const TWO_TIERS = {
    given: {
      tiers: [
        { hoursBefore: 7 * 24, ...percent(100) },
        { hoursBefore: 48, ...percent(50) },
      ],
      afterLast: percent(0),
      timeOfDay: '12:00',
    },
    stay: { checkIn: '2026-12-31', timeZone: 'UTC' },
  };
  const FIXED_FEE = {
    given: {
      tiers: [{ hoursBefore: 24, ...percent(100) }],
      afterLast: { feeAmount: 7_500 },
      timeOfDay: '12:00',
    },
    stay: { checkIn: '2027-01-10', timeZone: 'UTC' },
  };
  const CLOCKS_CHANGE = {
    given: { tiers: [{ hoursBefore: 24, ...percent(100) }], afterLast: percent(0), timeOfDay: '02:30' },
    stay: { checkIn: '2026-03-09', timeZone: 'America/New_York' },
  };
  test.each([
    ['before_cutoff', BEFORE_CHRISTMAS, '2026-12-20T19:59:59Z', 0],
    ['exact_cutoff, which is before it here', BEFORE_CHRISTMAS, '2026-12-20T20:00:00Z', 0],
    ['after_cutoff', BEFORE_CHRISTMAS, '2026-12-20T20:00:01Z', 20_001],
    ['middle_tier', TWO_TIERS, '2026-12-24T12:00:01Z', 15_000],
    ['last_cutoff', TWO_TIERS, '2026-12-29T12:00:01Z', 30_001],
    ['fixed_fee', FIXED_FEE, '2027-01-09T12:00:01Z', 7_500],
    ['elapsed_day', CLOCKS_CHANGE, '2026-03-08T06:29:59Z', 0],
    ['elapsed_day, an hour longer here', CLOCKS_CHANGE, '2026-03-08T07:30:00Z', 0],
    ['elapsed_day, over', CLOCKS_CHANGE, '2026-03-08T07:30:01Z', 30_001],
  ])(
    "cancelling in UCP lodging's example %s costs what the terms define",
    (_id, { given, stay }, instant, cost) => {
      expect(cancellationCost(termsOf(given), { ...STAY, ...stay }, at(instant))).toBe(cost);
    },
  );

  test("hours that aren't whole days count as elapsed time", () => {
    const tier = { hoursBefore: 36 };
    const day = { checkIn: '2027-03-29', timeZone: 'Europe/Zurich' };
    expect(tierEnds({ timeOfDay: '18:00' }, tier, day).toString()).toBe('2027-03-28T04:00:00Z');
  });

  test('cancelling is free until the last free tier', () => {
    expect(freeUntil(termsOf(MODERATE), STAY)?.toString()).toBe('2027-03-22T17:00:00Z');
    expect(freeUntil(termsOf({ tiers: [], afterLast: percent(0) }), STAY)).toBeNull();
  });

  test('the cancellation cost never decreases over time and stays between zero and the price', () => {
    const cost = fc.oneof(
      fc.record({ refundPercent: fc.integer({ min: 0, max: 100 }) }),
      fc.record({ feeNights: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ feeAmount: fc.integer({ min: 1, max: 50_000 }) }),
    );
    const tiers = fc.array(fc.tuple(fc.integer({ min: 1, max: 8_760 }), cost), { maxLength: 4 });
    const zones = ['Europe/Zurich', 'Pacific/Apia', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC'];
    let kept = 0;
    fc.assert(
      fc.property(
        tiers,
        cost,
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 9_000 }),
        fc.array(fc.integer({ min: -100, max: 9_000 }), { minLength: 2, maxLength: 6 }),
        fc.array(fc.nat(50_000), { minLength: 1, maxLength: 9 }),
        fc.nat(400_000),
        (given, afterLast, timeZone, day, hours, nightly, total) => {
          const sorted = given.toSorted((a, b) => b[0] - a[0]);
          const { terms } = readTerms({
            tiers: sorted.map(([hoursBefore, one]) => ({ hoursBefore, ...one })),
            afterLast,
          });
          if (!terms) return;
          kept++;
          const checkIn = Temporal.PlainDate.from('2011-01-01').add({ days: day }).toString();
          const stay = { checkIn, timeZone, total, nightly, nights: nightly.length };
          const arrival = tierEnds(terms, { hoursBefore: 0 }, stay);
          const costs = hours
            .toSorted((a, b) => b - a)
            .map((before) => cancellationCost(terms, stay, arrival.subtract({ hours: before })));
          for (const [place, amount] of costs.entries()) {
            expect(amount).toBeGreaterThanOrEqual(costs[place - 1] ?? 0);
            expect(amount).toBeLessThanOrEqual(total);
          }
        },
      ),
      { numRuns: 3_000 },
    );
    expect(kept).toBeGreaterThan(300);
  });
});

describe('Terms', () => {
  test.each<[string, GivenTerms, string]>([
    ['two costs', { tiers: [], afterLast: { refundPercent: 0, feeNights: 1 } }, 'afterLast'],
    ['no cost', { tiers: [{ hoursBefore: 24 }], afterLast: percent(0) }, 'tiers.0'],
    ['more than 100 %', { tiers: [], afterLast: percent(101) }, 'afterLast'],
    [
      'the nearest tier first',
      {
        tiers: [
          { hoursBefore: 24, ...percent(100) },
          { hoursBefore: 48, ...percent(50) },
        ],
        afterLast: percent(0),
      },
      'tiers.1',
    ],
    [
      'a tier after check-in',
      { tiers: [{ hoursBefore: 0, ...percent(100) }], afterLast: percent(0) },
      'tiers.0',
    ],
    [
      'a later cancellation that is cheaper',
      { tiers: [{ hoursBefore: 24, ...percent(20) }], afterLast: percent(50) },
      'afterLast',
    ],
    [
      'nights beside percent',
      { tiers: [{ hoursBefore: 24, ...percent(50) }], afterLast: { feeNights: 1 } },
      'afterLast',
    ],
    ['no time of day', { tiers: [], afterLast: percent(0), timeOfDay: '25:00' }, 'timeOfDay'],
  ])('cancellation terms with %s are refused', (_what, given, field) => {
    expect(readTerms(given).mistakes?.map((mistake) => mistake.field)).toEqual([field]);
  });

  test.each<[GivenTerms, string, string]>([
    [
      MODERATE,
      "Free cancellation until 18:00, 7 days before check-in. After that, if you cancel by 18:00 on the day before check-in, you pay 50% of the price. After that, or if you don't arrive, you pay the full price. Times are local time at the property.",
      'Kostenlose Stornierung bis 7 Tage vor der Anreise um 18:00 Uhr. Bei einer späteren Stornierung bis zum Tag vor der Anreise um 18:00 Uhr zahlen Sie 50% des Preises. Danach oder bei Nichtanreise zahlen Sie den vollen Preis. Es gilt die Ortszeit der Unterkunft.',
    ],
    [
      { tiers: [{ hoursBefore: 36, feeAmount: 2_500 }], afterLast: { feeAmount: 5_000 }, timeOfDay: '12:00' },
      "If you cancel at least 36 hours before 12:00 on the day of check-in, you pay EUR 25.00. After that, or if you don't arrive, you pay EUR 50.00. Times are local time at the property.",
      'Bei einer Stornierung bis 36 Stunden vor 12:00 Uhr am Anreisetag zahlen Sie EUR 25.00. Danach oder bei Nichtanreise zahlen Sie EUR 50.00. Es gilt die Ortszeit der Unterkunft.',
    ],
    [
      { tiers: [{ hoursBefore: 48, ...percent(100) }], afterLast: { feeNights: 2 } },
      "Free cancellation until 18:00, 2 days before check-in. After that, or if you don't arrive, you pay for the first 2 nights. Times are local time at the property.",
      'Kostenlose Stornierung bis 2 Tage vor der Anreise um 18:00 Uhr. Danach oder bei Nichtanreise zahlen Sie die ersten 2 Nächte. Es gilt die Ortszeit der Unterkunft.',
    ],
    [
      {
        tiers: [
          { hoursBefore: 48, ...percent(50) },
          { hoursBefore: 1, ...percent(20) },
        ],
        afterLast: percent(0),
      },
      "If you cancel by 18:00, 2 days before check-in, you pay 50% of the price. After that, if you cancel at least 1 hour before 18:00 on the day of check-in, you pay 80% of the price. After that, or if you don't arrive, you pay the full price. Times are local time at the property.",
      'Bei einer Stornierung bis 2 Tage vor der Anreise um 18:00 Uhr zahlen Sie 50% des Preises. Bei einer späteren Stornierung bis 1 Stunde vor 18:00 Uhr am Anreisetag zahlen Sie 80% des Preises. Danach oder bei Nichtanreise zahlen Sie den vollen Preis. Es gilt die Ortszeit der Unterkunft.',
    ],
    [
      { tiers: [], afterLast: percent(0) },
      "Non-refundable: if you cancel or don't arrive, you pay the full price.",
      'Nicht erstattbar: Bei Stornierung oder Nichtanreise zahlen Sie den vollen Preis.',
    ],
    [
      { tiers: [], afterLast: percent(100) },
      'Free cancellation at any time.',
      'Kostenlose Stornierung jederzeit möglich.',
    ],
    [
      { tiers: [], afterLast: { feeNights: 1 } },
      "If you cancel or don't arrive, you pay for the first night.",
      'Bei Stornierung oder Nichtanreise zahlen Sie die erste Nacht.',
    ],
  ])('%j are put into words', (given, english, german) => {
    expect(cancellationText(termsOf(given), 'EUR')).toBe(english);
    expect(cancellationText(termsOf(given), 'EUR', 'de')).toBe(german);
  });
});
