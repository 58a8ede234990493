import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nightsBetween } from '#kit/dates.ts';
import { type Period, periodFrom } from '#subgraphs/apps/billing/domain/periods.ts';
import {
  type INTERVALS,
  mistakesInPlans,
  type PlanContent,
  termsDiffer,
} from '#subgraphs/apps/billing/domain/plans.ts';
import { prorate } from '#subgraphs/apps/billing/domain/proration.ts';
import {
  billedMonth,
  numberOf,
  smallestStatement,
  statementOf,
} from '#subgraphs/apps/billing/domain/statements.ts';
import {
  decideDebt,
  isLegalMove,
  SUBSCRIPTION_STATUSES,
  type SubscriptionMove,
} from '#subgraphs/apps/billing/domain/subscription-states.ts';
import { trialDates, trialEnd } from '#subgraphs/apps/billing/domain/trials.ts';
import { chargeFor, crossesNearCap } from '#subgraphs/apps/billing/domain/usage.ts';
import '../support/property-seed.ts';

// docs/interface/billing.md

const day = (text: string) => Temporal.PlainDate.from(text);
const anyDate = fc.integer({ min: 0, max: 20_000 }).map((days) => day('2024-01-01').add({ days }));

function periodsFrom(anchor: string, interval: (typeof INTERVALS)[number], count: number): Period[] {
  const periods: Period[] = [];
  let start = day(anchor);
  for (let n = 0; n < count; n++) {
    const period = periodFrom(day(anchor), start, interval);
    periods.push(period);
    start = period.end ?? start;
  }
  return periods;
}

describe('periods', () => {
  test('a plan that began on 31 January renews on the last day of shorter months, through a leap year', () => {
    expect(periodsFrom('2027-01-31', 'month', 15).map(({ start }) => start.toString())).toEqual(
      (
        '2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31 2027-06-30 2027-07-31' +
        ' 2027-08-31 2027-09-30 2027-10-31 2027-11-30 2027-12-31 2028-01-31 2028-02-29' +
        ' 2028-03-31'
      ).split(' '),
    );
  });

  test('a yearly plan that began on 29 February renews on it in every leap year', () => {
    expect(periodsFrom('2028-02-29', 'year', 5).map(({ start }) => start.toString())).toEqual(
      '2028-02-29 2029-02-28 2030-02-28 2031-02-28 2032-02-29'.split(' '),
    );
  });

  test("a plan that's paid once has a single period without an end", () => {
    expect(periodFrom(day('2027-01-31'), day('2027-01-31'), 'once').end).toBeNull();
  });

  test('a switch to yearly billing keeps the day of the month', () => {
    const { end } = periodFrom(day('2027-01-31'), day('2027-02-28'), 'year');
    expect(end?.toString()).toBe('2028-02-29');
  });

  test('periods bill each day once, and only end on the anchor or the last day of a shorter month', () => {
    fc.assert(
      fc.property(anyDate, fc.constantFrom('month' as const, 'year' as const), (anchor, interval) => {
        let days = 0;
        const periods = periodsFrom(anchor.toString(), interval, 30);
        for (const { start, end } of periods) {
          const last = end ?? start;
          days += nightsBetween(start, last);
          expect(last.day).toBe(Math.min(anchor.day, last.daysInMonth));
        }
        const end = periods.at(-1)?.end ?? anchor;
        expect(days).toBe(nightsBetween(anchor, end));
      }),
    );
  });
});

describe('proration', () => {
  const april = { start: day('2027-04-15'), end: day('2027-05-15') };
  const january = { start: day('2027-01-15'), end: day('2027-02-15') };

  test.each([
    ['30.00 to 90.00 with 10 of 30 days left', 3_000, 9_000, april, '2027-05-05', -1_000, 3_000],
    ['90.00 to 150.00 with 5 of 30 days left', 9_000, 15_000, april, '2027-05-10', -1_500, 2_500],
    ['JPY 1,000 to 3,000 with 14 of 31 days left', 1_000, 3_000, january, '2027-02-01', -452, 1_355],
    ['a change on the first day replaces the whole period', 3_000, 9_000, april, '2027-04-15', -3_000, 9_000],
    ['a change on the last day concerns one day', 3_000, 9_000, april, '2027-05-14', -100, 300],
  ])('amounts are right for %s', (_title, before, after, period, on, credit, charge) => {
    expect(prorate({ before, after }, period, day(on))).toEqual({ credit, charge });
  });

  test('a credit never exceeds the charge for the same days, however often the plan changes', () => {
    const change = fc.record({ after: fc.nat(1_000_000), later: fc.nat(10) });
    fc.assert(
      fc.property(
        anyDate,
        fc.nat(1_000_000),
        fc.array(change, { maxLength: 8 }),
        (anchor, first, changes) => {
          const period = periodFrom(anchor, anchor, 'month');
          let charged = first;
          let before = first;
          let on = anchor;
          for (const { after, later } of changes) {
            on = on.add({ days: later });
            if (period.end && Temporal.PlainDate.compare(on, period.end) >= 0) break;
            const { credit, charge } = prorate({ before, after }, period, on);
            expect(-credit).toBeLessThanOrEqual(charged);
            charged = charge;
            before = after;
          }
        },
      ),
    );
  });

  test('a change to the same price costs nothing', () => {
    fc.assert(
      fc.property(anyDate, fc.nat(1_000_000), fc.nat(31), (anchor, amount, later) => {
        const period = periodFrom(anchor, anchor, 'month');
        const { credit, charge } = prorate(
          { before: amount, after: amount },
          period,
          anchor.add({ days: later }),
        );
        expect(credit + charge).toBe(0);
      }),
    );
  });
});

describe('trials', () => {
  const at = (text: string) => new Date(`${text}:00.000Z`);
  const used = (...dates: readonly string[]) => new Set(dates);

  test('two hours of a trial use one day, and another install on the same date uses no further day', () => {
    expect(trialDates({ from: at('2027-06-01T10:00'), to: at('2027-06-01T12:00') })).toEqual(['2027-06-01']);
    const earlier = used('2027-06-01');
    expect(trialEnd(at('2027-06-05T09:00'), { trialDays: 14, used: earlier })).toEqual(
      at('2027-06-18T09:00'),
    );
    const again = used('2027-06-01', '2027-06-05');
    expect(trialEnd(at('2027-06-05T09:40'), { trialDays: 14, used: again })).toEqual(at('2027-06-18T09:40'));
    expect(trialEnd(at('2027-06-06T09:00'), { trialDays: 14, used: again })).toEqual(at('2027-06-18T09:00'));
  });

  test('no trial is left once all its dates are used', () => {
    const all = new Set(trialDates({ from: at('2027-06-01T00:00'), to: at('2027-06-15T00:00') }));
    expect(all.size).toBe(14);
    expect(trialEnd(at('2027-06-20T09:00'), { trialDays: 14, used: all })).toBeNull();
    expect(trialEnd(at('2027-06-20T09:00'), { trialDays: 15, used: all })).toEqual(at('2027-06-21T09:00'));
    expect(trialEnd(at('2027-06-20T09:00'), { trialDays: 0, used: used() })).toBeNull();
  });

  test('installing again never gives a team more dates than the trial has days, plus one for its last hours', () => {
    const stay = fc.record({
      pause: fc.integer({ min: 0, max: 100 }),
      hours: fc.integer({ min: 0, max: 500 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.array(stay, { maxLength: 40 }), (trialDays, stays) => {
        const dates = new Set<string>();
        let now = at('2027-06-01T10:00').getTime();
        for (const { pause, hours } of stays) {
          now += pause * 3_600_000;
          const end = trialEnd(new Date(now), { trialDays, used: dates });
          const to = Math.min(now + hours * 3_600_000, end?.getTime() ?? now);
          if (end) for (const date of trialDates({ from: new Date(now), to: new Date(to) })) dates.add(date);
          now = Math.max(to, now + hours * 3_600_000);
        }
        expect(dates.size).toBeLessThanOrEqual(trialDays + 1);
      }),
    );
  });
});

/** Each status's moves: `x` is allowed. */
const MOVES: Readonly<Record<SubscriptionMove, string>> = {
  //         trial active past_due frozen cancelled
  endTrial: 'x----',
  overdue: '-x---',
  freeze: '--x--',
  restore: '--xx-',
  cancel: 'xxxx-',
};
const MOVE_CASES = Object.entries(MOVES).flatMap(([move, row]) =>
  SUBSCRIPTION_STATUSES.map((status, n) => [move as SubscriptionMove, status, row[n] === 'x'] as const),
);

describe('states', () => {
  test.each(MOVE_CASES)('the move %s from %s is decided by the table: %s', (move, status, allowed) => {
    expect(isLegalMove(status, move)).toBe(allowed);
  });

  const due = new Date('2027-02-15T00:00:00Z');
  const daysLater = (days: number) => new Date(due.getTime() + days * 86_400_000);

  test.each([
    ['an active subscription stays active for 7 days', 'active', null, due, 6.99, null],
    ['it is past due then', 'active', null, due, 7, 'overdue'],
    ['it stays past due for 14 more days', 'past_due', daysLater(7), due, 20.99, null],
    ['it is frozen then', 'past_due', daysLater(7), due, 21, 'freeze'],
    ['a payment restores a subscription that is past due', 'past_due', daysLater(7), null, 8, 'restore'],
    ['a payment restores a frozen subscription', 'frozen', daysLater(7), null, 40, 'restore'],
    ['a frozen subscription stays frozen', 'frozen', daysLater(7), due, 40, null],
    ['a trial is never past due', 'trial', null, due, 40, null],
    ['a cancelled subscription stays cancelled', 'cancelled', null, due, 40, null],
    ['a paid subscription stays active', 'active', null, null, 40, null],
  ] as const)('%s', (_title, status, pastDueAt, oldestDueAt, days, move) => {
    expect(decideDebt({ status, pastDueAt, oldestDueAt }, daysLater(days))).toBe(move);
  });
});

describe('usage', () => {
  const price = { price: 30, included: 0, cappedAmount: 5_000 };

  test('a record that would exceed the cap is refused whole, and a smaller one still fits', () => {
    const before = { ...price, unitsBefore: 160, usageAmount: 4_800 };
    expect(chargeFor({ ...before, quantity: 7 })).toBeNull();
    expect(chargeFor({ ...before, quantity: 6 })).toBe(180);
  });

  test('a cap of 50.00 fits exactly 166 of 200 single units at 0.30, and the 134th crosses 80%', () => {
    let usageAmount = 0;
    let units = 0;
    const near: number[] = [];
    for (let n = 0; n < 200; n++) {
      const amount = chargeFor({ ...price, quantity: 1, unitsBefore: units, usageAmount });
      if (amount === null) continue;
      units += 1;
      if (crossesNearCap(usageAmount, usageAmount + amount, 5_000)) near.push(units);
      usageAmount += amount;
    }
    expect({ units, usageAmount, near }).toEqual({ units: 166, usageAmount: 4_980, near: [134] });
  });

  test('included units are free, and records are charged the same however they are split', () => {
    const quantities = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(quantities, fc.nat(10_000), fc.nat(1_000), (split, included, amount) => {
        const of = { price: amount, included, cappedAmount: Number.MAX_SAFE_INTEGER };
        const total = split.reduce((sum, one) => sum + one, 0);
        let unitsBefore = 0;
        let usageAmount = 0;
        for (const quantity of split) {
          usageAmount += chargeFor({ ...of, quantity, unitsBefore, usageAmount }) ?? Number.NaN;
          unitsBefore += quantity;
        }
        expect(usageAmount).toBe(amount * Math.max(0, total - included));
      }),
    );
  });
});

describe('statements', () => {
  const charge = (amount: number, taxable = true) => ({ description: 'Plan', amount, taxable });

  test('the lines and the tax sum to the total in currencies with and without minor units', () => {
    const amounts = fc.array(fc.integer({ min: -1_000_000, max: 10_000_000 }), { maxLength: 30 });
    const currency = fc.constantFrom('EUR', 'JPY', 'KWD');
    fc.assert(
      fc.property(amounts, currency, fc.integer({ min: 0, max: 100_000 }), (each, code, taxThousandths) => {
        const statement = statementOf(
          each.map((amount) => charge(amount)),
          { currency: code, taxThousandths },
        );
        if (!statement) return;
        const lines = statement.lines.reduce((sum, { amount }) => sum + amount, 0);
        expect(lines + statement.tax).toBe(statement.total);
        expect(statement.total).toBeGreaterThanOrEqual(smallestStatement(code));
      }),
    );
  });

  test.each([
    ['EUR', [99], null],
    ['EUR', [100], 100],
    ['EUR', [5_000, -6_000], null],
    ['JPY', [99], null],
    ['JPY', [100], 100],
    ['KWD', [999], null],
    ['EUR', [], null],
  ] as const)(
    'charges in %s of %j make a statement of %s, or are carried over',
    (currency, amounts, total) => {
      const statement = statementOf(
        amounts.map((amount) => charge(amount)),
        { currency, taxThousandths: 0 },
      );
      expect(statement?.total ?? null).toBe(total);
    },
  );

  test('a credit that includes its tax is not taxed again', () => {
    const charges = [charge(10_000), charge(-1_190, false)];
    expect(statementOf(charges, { currency: 'EUR', taxThousandths: 19_000 })).toMatchObject({
      tax: 1_900,
      total: 10_710,
    });
  });

  test('statements issued in March have the charges of February', () => {
    const { month, until } = billedMonth(day('2028-03-01'));
    expect([month.toString(), until.toString()]).toEqual(['2028-02-01', '2028-03-01']);
    expect(billedMonth(day('2028-01-15')).month.toString()).toBe('2027-12-01');
  });

  test('numbers name their document, year and place', () => {
    expect(numberOf('statement', 2027, 7)).toBe('ST-2027-000007');
    expect(numberOf('credit_note', 2027, 1)).toBe('SC-2027-000001');
  });
});

describe('plans', () => {
  const PLAN: PlanContent = {
    key: 'pro',
    name: 'Pro',
    description: 'For several properties.',
    currency: 'EUR',
    interval: 'month',
    amount: 1_900,
    usage: [{ key: 'cleaning', name: 'Cleanings', unit: 'cleaning', amount: 30, included: 10 }],
    cappedAmount: 5_000,
    trialDays: 14,
    perUnit: 'none',
    features: ['Unlimited crews'],
    active: true,
  };
  const fields = (...plans: readonly PlanContent[]) => mistakesInPlans(plans).map(({ field }) => field);

  test('a complete plan has no mistakes', () => {
    expect(fields(PLAN)).toEqual([]);
  });

  test.each<readonly [string, Partial<PlanContent>, string]>([
    ['a key with spaces', { key: 'pro plan' }, 'key'],
    ['an empty name', { name: '' }, 'name'],
    ['an invisible character', { name: 'Pro\u202e' }, 'name'],
    ['an unknown currency', { currency: 'EURO' }, 'currency'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['a broken amount', { amount: 1.5 }, 'amount'],
    ['an amount that is too large', { amount: 100_000_001 }, 'amount'],
    ['usage without a cap', { cappedAmount: null }, 'cappedAmount'],
    ['a cap without usage', { usage: [] }, 'cappedAmount'],
    ['usage in a plan paid once', { interval: 'once' }, 'usage'],
    ['a trial that is too long', { trialDays: 61 }, 'trialDays'],
    ['too many features', { features: Array.from({ length: 21 }, () => 'One') }, 'features'],
  ])('a plan with %s is refused by field', (_title, change, field) => {
    expect(fields({ ...PLAN, ...change })).toEqual([`plans.0.${field}`]);
  });

  test('a plan’s usage keys, and an app’s plan keys, are unique', () => {
    expect(fields(PLAN, PLAN)).toEqual(['plans.1.key']);
    expect(fields({ ...PLAN, usage: [...PLAN.usage, ...PLAN.usage] })).toEqual(['plans.0.usage.1.key']);
  });

  test('an app has at most five plans', () => {
    expect(fields(...Array.from({ length: 6 }, (_, n) => ({ ...PLAN, key: `p${n}` })))).toEqual(['plans']);
  });

  test('changed terms need a new version, changed words do not', () => {
    const renamed: PlanContent = { ...PLAN, name: 'Other', description: '', features: [], active: false };
    expect(termsDiffer(PLAN, renamed)).toBe(false);
    for (const change of [
      { amount: 1_901 },
      { currency: 'CHF' },
      { trialDays: 7 },
      { cappedAmount: 6_000 },
      { perUnit: 'property' as const },
      { interval: 'year' as const },
      { usage: [] },
    ])
      expect(termsDiffer(PLAN, { ...PLAN, ...change })).toBe(true);
  });
});
