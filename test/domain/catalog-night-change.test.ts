import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mistakesIn, objectionsTo } from '#subgraphs/catalog/rates/domain/night-change.ts';

// docs/interface/catalog.md#inventory: the allowed changes to nights.

const around = (least: number, most: number) =>
  fc.oneof(fc.integer({ min: least, max: most }), fc.integer({ min: -3, max: 3 }), fc.integer());

const CHANGE = fc.record(
  {
    rate: around(0, 100_000_000_000),
    total: around(0, 10_000),
    closed: around(0, 10_000),
    minStay: around(1, 365),
    maxStay: around(1, 365),
  },
  { requiredKeys: [] },
);

const fieldsOf = (mistakes: readonly { readonly field: string }[]) => mistakes.map(({ field }) => field);

describe('mistakes in a change of nights', () => {
  test('errors in separate fields are all reported', () => {
    fc.assert(
      fc.property(CHANGE, (change) => {
        const alone = Object.entries(change).flatMap(([field, value]) =>
          fieldsOf(mistakesIn({ [field]: value })),
        );
        const together = fieldsOf(mistakesIn(change));
        expect(together).toEqual(expect.arrayContaining(alone));
        expect(new Set(together).size).toBe(together.length);
        const reversed = (change.minStay ?? 0) > (change.maxStay ?? Number.POSITIVE_INFINITY);
        expect(together.length > 0).toBe(alone.length > 0 || reversed);
      }),
    );
  });

  test.each([
    [{ rate: 0, total: 0, closed: 0, minStay: 1, maxStay: 1 }],
    [{ rate: 100_000_000_000, total: 10_000, closed: 10_000, minStay: 365, maxStay: 365 }],
    [{ rate: null, total: null, closed: null, minStay: null, maxStay: null }],
    [{}],
  ])('the change %j is valid', (change) => {
    expect(mistakesIn(change)).toEqual([]);
  });
});

describe('units of nights', () => {
  const nights = [
    { date: '2030-01-01', total: 4, closed: 0, held: 0, confirmed: 0 },
    { date: '2030-01-02', total: 4, closed: 0, held: 1, confirmed: 0 },
    { date: '2030-01-03', total: 4, closed: 0, held: 1, confirmed: 2 },
  ];

  test.each([
    [0, 'On 2030-01-02, 1 unit is already held or booked.'],
    [1, 'On 2030-01-03, 3 units are already held or booked.'],
    [3, undefined],
    [-1, undefined],
  ])('the objection to setting nights to %d units is %s', (total, message) => {
    expect(objectionsTo({ total }, nights)[0]?.message).toBe(message);
  });

  test.each([
    [{ closed: 4 }, undefined],
    [{ closed: 5 }, ['closed', 'On 2030-01-01, 5 of 4 units would be closed. Close at most all of them.']],
    [{ closed: 5, total: 5 }, undefined],
    [
      { closed: 6, total: 5 },
      ['closed', 'On 2030-01-01, 6 of 5 units would be closed. Close at most all of them.'],
    ],
  ])('%j is refused if it would close more units than exist', (change, expected) => {
    const [objection] = objectionsTo(change, nights);
    expect(objection && [objection.field, objection.message]).toEqual(expected);
  });

  test('a unit count below the closed units is refused', () => {
    const closed = [{ date: '2030-01-04', total: 4, closed: 3, held: 0, confirmed: 0 }];
    expect(objectionsTo({ total: 2 }, closed)).toMatchObject([{ field: 'total' }]);
    expect(objectionsTo({ total: 3 }, closed)).toEqual([]);
  });
});
