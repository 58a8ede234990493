import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillLines, type TakenNights } from '#subgraphs/checkout/bookings/domain/unit-filling.ts';
import type { AssignedUnit } from '#subgraphs/checkout/store/entities.ts';

const ROOM = 7;
const rooms = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: place + 1, name: `${place + 1}`, unitTypeId: ROOM }));

interface Given {
  readonly stay: readonly [from: number, until: number];
  readonly taken?: readonly (readonly [unitId: number, from: number, until: number])[];
  readonly units?: number;
  readonly quantity?: number;
  readonly assigned?: readonly AssignedUnit[];
  readonly before?: readonly AssignedUnit[];
}

/** Returns the ids of a stay's units. Day 0 is today. */
const fill = ({ stay, taken = [], units = 2, quantity = 1, assigned = [], before = [] }: Given) =>
  fillLines({
    lines: [{ unitTypeId: ROOM, quantity }],
    assigned,
    before,
    units: rooms(units),
    taken: taken.map(([unitId, from, until]) => ({ unitId, from, until })),
    stay: { from: stay[0], until: stay[1] },
    around: { from: Math.max(0, stay[0] - 60), until: stay[1] + 60 },
  }).map(({ id }) => id);

const chosen = (id: number): AssignedUnit => ({ id, line: 0, name: `${id}` });

describe('the units of a booking', () => {
  test.each<[string, Given, number[]]>([
    ['the first unit if all are free', { stay: [30, 32] }, [1]],
    ['the unit that a stay leaves on its check-in day', { stay: [32, 34], taken: [[2, 30, 32]] }, [2]],
    ['the unit that a stay enters on its check-out day', { stay: [28, 30], taken: [[2, 30, 32]] }, [2]],
    ['the only unit that is free for the whole stay', { stay: [30, 34], taken: [[1, 33, 35]] }, [2]],
    [
      'no unit if none is free for the whole stay',
      {
        stay: [30, 34],
        taken: [
          [1, 33, 35],
          [2, 29, 31],
        ],
      },
      [],
    ],
    [
      'the shorter one of two gaps between stays',
      {
        stay: [30, 32],
        taken: [
          [1, 20, 25],
          [1, 40, 42],
          [2, 20, 28],
          [2, 34, 36],
        ],
      },
      [2],
    ],
    [
      'the unit without a gap on one side if the sums are equal',
      {
        stay: [30, 32],
        taken: [
          [1, 20, 28],
          [1, 34, 36],
          [2, 20, 30],
          [2, 36, 38],
        ],
      },
      [2],
    ],
    [
      'the first unit for an arrival today, whichever unit was left before',
      { stay: [0, 2], taken: [[2, -3, 0]] },
      [1],
    ],
    [
      'several units for several places',
      { stay: [30, 32], units: 3, quantity: 2, taken: [[1, 31, 33]] },
      [2, 3],
    ],
    ['as many units as are free', { stay: [30, 32], units: 2, quantity: 2, taken: [[1, 31, 33]] }, [2]],
    [
      'the chosen unit and a free one next to it',
      { stay: [30, 32], units: 3, quantity: 2, assigned: [chosen(2)] },
      [2, 1],
    ],
    [
      'the unit that it had, even if another leaves smaller gaps',
      { stay: [32, 34], taken: [[1, 30, 32]], before: [chosen(2)] },
      [2],
    ],
    [
      'another unit if its own is taken',
      { stay: [30, 32], assigned: [chosen(1)], taken: [[1, 31, 33]] },
      [2],
    ],
  ])('are %s', (_which, given, units) => {
    expect(fill(given)).toEqual(units);
  });

  test('a unit that a person chose stays marked as chosen, and the others are marked as automatic', () => {
    const lines = [{ unitTypeId: ROOM, quantity: 2 }];
    const around = { from: 0, until: 100 };
    const stay = { from: 30, until: 32 };
    const given = { lines, units: rooms(3), taken: [], stay, around };
    expect(fillLines({ ...given, assigned: [chosen(2)], before: [] })).toEqual([
      chosen(2),
      { id: 1, line: 0, name: '1', automatic: true },
    ]);
    expect(fillLines({ ...given, assigned: [], before: [chosen(3)] })).toEqual([
      chosen(3),
      { id: 1, line: 0, name: '1', automatic: true },
    ]);
  });

  test('two lines of one unit type get different units, and a line of another type none of them', () => {
    const lines = [ROOM, ROOM, 8].map((unitTypeId) => ({ unitTypeId, quantity: 1 }));
    const filled = fillLines({
      lines,
      assigned: [],
      before: [],
      units: rooms(3),
      taken: [],
      stay: { from: 30, until: 32 },
      around: { from: 0, until: 100 },
    });
    expect(filled.map(({ id, line }) => [id, line])).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });
});

test('no unit has two bookings on a night in random weeks, and a booking gets a unit whenever one is free for its whole stay', () => {
  const booking = fc.record({
    from: fc.integer({ min: 0, max: 6 }),
    nights: fc.integer({ min: 1, max: 7 }),
    quantity: fc.constantFrom(1, 1, 1, 2),
  });
  const week = fc.record({
    units: fc.integer({ min: 1, max: 6 }),
    bookings: fc.array(booking, { minLength: 1, maxLength: 14 }),
  });
  fc.assert(
    fc.property(week, ({ units, bookings }) => {
      const taken: TakenNights[] = [];
      for (const { from, nights, quantity } of bookings) {
        const stay = { from: from + 10, until: from + 10 + nights };
        const around = { from: 0, until: stay.until + 60 };
        const given = {
          lines: [{ unitTypeId: ROOM, quantity }],
          assigned: [],
          before: [],
          units: rooms(units),
        };
        const isTaken = (id: number) =>
          taken.some((one) => one.unitId === id && one.from < stay.until && one.until > stay.from);
        const free = rooms(units).filter(({ id }) => !isTaken(id)).length;
        const filled = fillLines({ ...given, taken, stay, around });
        if (filled.length !== Math.min(free, quantity)) return false;
        for (const { id } of filled) {
          if (isTaken(id)) return false;
          taken.push({ unitId: id, ...stay });
        }
      }
      return true;
    }),
    { numRuns: 10_000 },
  );
});
