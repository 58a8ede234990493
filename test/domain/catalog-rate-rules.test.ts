import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOfEpochDay, epochDayOf } from '#subgraphs/catalog/domain/calendar.ts';
import { mistakesInRule, type RuleGiven, ruleOf } from '#subgraphs/catalog/rates/domain/rate-rule-input.ts';
import {
  names,
  planRates,
  type RateRule,
  rateBy,
  WEEKDAYS,
} from '#subgraphs/catalog/rates/domain/rate-rules.ts';

// docs/interface/catalog.md#rate-rules: computing rates from rules.

const DAY = epochDayOf(Temporal.PlainDate.from('2027-01-01'));
const PLAIN: RateRule = {
  from: DAY,
  until: DAY + 30,
  weekdays: null,
  base: { kind: 'current' },
  percentBp: 0,
  amount: 0,
  roundTo: 1,
  rounding: 'nearest',
};

const RATE = fc.integer({ min: 0, max: 100_000_000_000 });
const RULE: fc.Arbitrary<RateRule> = fc
  .record({
    from: fc.integer({ min: DAY - 5, max: DAY + 20 }),
    nights: fc.integer({ min: 0, max: 20 }),
    weekdays: fc.option(fc.subarray([...WEEKDAYS], { minLength: 1 })),
    base: fc.oneof(
      fc.record({ kind: fc.constant('fixed' as const), rate: RATE }),
      fc.constantFrom(
        { kind: 'current' } as const,
        { kind: 'usual' } as const,
        { kind: 'last_year' } as const,
      ),
      fc.constant({ kind: 'unit_type', unitTypeId: 2 } as const),
    ),
    percentBp: fc.integer({ min: -10_000, max: 100_000 }),
    amount: fc.integer({ min: -100_000, max: 100_000 }),
    roundTo: fc.constantFrom(1, 5, 50, 100, 500),
    rounding: fc.constantFrom('nearest' as const, 'up' as const, 'down' as const),
  })
  .map(({ nights, ...rule }) => ({ ...rule, until: rule.from + nights }));

const NIGHTS = fc
  .array(fc.record({ own: fc.option(RATE), usual: RATE }), { minLength: 1, maxLength: 30 })
  .map((rates) => rates.map((rate, place) => ({ unitTypeId: 1, day: DAY + place, ...rate })));

/** Another unit type has a rate every second night, last year every third. */
const known = (unitTypeId: number, day: number) =>
  (unitTypeId === 2 ? day % 2 === 0 : day % 3 === 0) ? 1_000 + (day % 7) : undefined;

describe('a new rate', () => {
  test.each([
    [12_345, { percentBp: 1_000 }, 13_580], // 13,579.5: halves round up
    [12_345, { percentBp: -1_000 }, 11_111], // 11,110.5
    [12_345, { percentBp: 1_000, roundTo: 100 }, 13_600],
    [12_345, { percentBp: 1_000, roundTo: 100, rounding: 'down' }, 13_500],
    [12_345, { roundTo: 100, rounding: 'up' }, 12_400],
    [12_300, { roundTo: 100, rounding: 'up' }, 12_300],
    [10_000, { percentBp: 5_000, amount: -2_500 }, 12_500],
    [1_000, { amount: -1_500 }, -500],
  ] as const)('the base rate %i changed by %j is %i', (base, change, rate) => {
    expect(rateBy({ ...PLAIN, ...change }, base)).toBe(rate);
  });

  test('an empty rule keeps the base rate', () => {
    fc.assert(fc.property(RATE, (base) => rateBy(PLAIN, base) === base));
  });

  test('a rounded rate is the nearest multiple in its rounding direction', () => {
    fc.assert(
      fc.property(RULE, RATE, (rule, base) => {
        const scaled = BigInt(base) * BigInt(10_000 + rule.percentBp) + BigInt(rule.amount) * 10_000n;
        const apart = BigInt(rateBy(rule, base)) * 10_000n - scaled;
        const step = BigInt(rule.roundTo) * 10_000n;
        expect(rateBy(rule, base) % rule.roundTo === 0).toBe(true);
        if (rule.rounding === 'up') expect(apart >= 0n && apart < step).toBe(true);
        if (rule.rounding === 'down') expect(apart <= 0n && -apart < step).toBe(true);
        if (rule.rounding === 'nearest') expect(2n * apart > -step && 2n * apart <= step).toBe(true);
      }),
    );
  });
});

describe('rules for nights', () => {
  test('rules match weekdays according to the calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: -30_000, max: 60_000 }), fc.constantFrom(...WEEKDAYS), (day, weekday) => {
        const rule = { ...PLAIN, from: day, until: day, weekdays: [weekday] };
        expect(names(rule, day)).toBe(dateOfEpochDay(day).dayOfWeek === WEEKDAYS.indexOf(weekday) + 1);
      }),
    );
  });

  test('rules cover exactly the nights that they name', () => {
    fc.assert(
      fc.property(fc.array(RULE, { minLength: 1, maxLength: 5 }), NIGHTS, (rules, nights) => {
        const { changes, unchanged, skipped } = planRates(rules, nights, known);
        const named = nights.filter(({ day }) => rules.some((rule) => names(rule, day)));
        expect(changes.length + unchanged + skipped).toBe(named.length);
        for (const { day } of changes) expect(named.some((night) => night.day === day)).toBe(true);
      }),
    );
  });

  test("the last matching rule determines each night's change", () => {
    fc.assert(
      fc.property(fc.array(RULE, { minLength: 1, maxLength: 5 }), NIGHTS, (rules, nights) => {
        const { changes } = planRates(rules, nights, known);
        const alone = nights.flatMap((night) => {
          const last = rules.filter((rule) => names(rule, night.day)).at(-1);
          return last ? planRates([last], [night], known).changes : [];
        });
        expect(changes).toEqual(alone);
      }),
    );
  });

  test('applying rules again changes nothing unless they start from the current rate', () => {
    fc.assert(
      fc.property(
        RULE.filter(({ base }) => base.kind !== 'current'),
        NIGHTS,
        (rule, nights) => {
          const { changes } = planRates([rule], nights, known);
          const after = nights.map((night) => {
            const change = changes.find(({ day }) => day === night.day);
            return change ? { ...night, own: change.own } : night;
          });
          expect(planRates([rule], after, known).changes).toEqual([]);
        },
      ),
    );
  });

  test('rules copy the same weekday from the previous year', () => {
    const asked: number[] = [];
    const rule = { ...PLAIN, base: { kind: 'last_year' }, until: DAY } as const;
    const night = { unitTypeId: 1, day: DAY, own: 5, usual: 4 };
    const lookUp = (_id: number, day: number) => {
      asked.push(day);
      return 7;
    };
    expect(planRates([rule], [night], lookUp).changes).toMatchObject([{ before: 5, after: 7 }]);
    expect(asked.map((day) => dateOfEpochDay(day).dayOfWeek)).toEqual([dateOfEpochDay(DAY).dayOfWeek]);
  });

  test('rules can reset a night to the usual rate, which it then follows', () => {
    const rule = { ...PLAIN, base: { kind: 'usual' } } as const;
    const night = { unitTypeId: 1, day: DAY, own: 5, usual: 5 };
    expect(planRates([rule], [night], known).changes).toMatchObject([{ before: 5, after: 5, own: null }]);
  });
});

describe('mistakes in a rule', () => {
  const date = (days: number) => dateOfEpochDay(DAY + days);
  const GIVEN: RuleGiven = { from: date(0), until: date(3), base: 'current' };

  test.each<[Partial<RuleGiven>, string]>([
    [{ from: date(-1) }, 'from'],
    [{ until: date(-1) }, 'until'],
    [{ until: date(800) }, 'until'],
    [{ weekdays: [] }, 'weekdays'],
    [{ base: 'fixed' }, 'rate'],
    [{ rate: 5 }, 'rate'],
    [{ base: 'fixed', rate: -1 }, 'rate'],
    [{ base: 'unit_type' }, 'unitTypeId'],
    [{ unitTypeId: 3 }, 'unitTypeId'],
    [{ percentBp: -10_001 }, 'percentBp'],
    [{ amount: 100_000_000_001 }, 'amount'],
    [{ roundTo: 0 }, 'roundTo'],
  ])('%j are found at %s', (change, field) => {
    expect(mistakesInRule({ ...GIVEN, ...change }, DAY).map((one) => one.field)).toEqual([field]);
  });

  test('a plain rule is valid', () => {
    expect(mistakesInRule(GIVEN, DAY)).toEqual([]);
    expect(ruleOf(GIVEN)).toEqual({ ...PLAIN, until: DAY + 3 });
  });
});
